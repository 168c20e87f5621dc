"""Gomoku's shapes: what a stone makes on its lines, and what that threatens. Tables for kernels, computed once.

A point looks at four cells to either side in each of four directions. Those eight cells are its *key* (two bits each);
a table says for every key what a black and what a white stone in the middle would make there:

    FIVE        five or more in a row
    OPEN_FOUR   two ways to five          (it cannot be stopped)
    FOUR        one way to five           (it must be answered)
    OPEN_THREE  one more makes OPEN_FOUR  (it must be answered, unless with a four)
    THREE       one more makes FOUR
    OPEN_TWO, TWO, ONE                    one more makes OPEN_THREE, THREE, TWO

Nothing is written by hand: each class is defined by the one above it. The four directions of a point together are its
*profile* (which shapes, in any order: 495 of them), and that gives its *threat*, such as FOUR_THREE or DOUBLE_THREE.
"""

# mypy: ignore-errors
from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import numpy as np

from orchard.core.records import Record, field

EMPTY, BLACK, WHITE, WALL = 0, 1, 2, 3
NONE, ONE, TWO, OPEN_TWO, THREE, OPEN_THREE, FOUR, OPEN_FOUR, FIVE = range(9)
SHAPES = 9

# threats of a point, weakest first
(
    T_NONE,
    T_TWO,  # at least one OPEN_TWO or THREE
    T_THREE,  # one OPEN_THREE
    T_DOUBLE_THREE,  # two or more OPEN_THREE
    T_FOUR,  # one FOUR
    T_FOUR_THREE,  # one FOUR and an OPEN_THREE
    T_OPEN_FOUR,  # an OPEN_FOUR or two FOURs
    T_FIVE,
) = range(8)
THREATS = 8
PROFILES = 495  # four shapes out of nine, in any order
STANDINGS = 48  # what `worth.standing_of` tells apart
PHASES, STONES_A_PHASE = 32, 4
STRIDE = 28  # of a board of 20 points and a border of four on both sides
POINTS = STRIDE * STRIDE


class ShapeTables(Record):
    """What kernels look up: shapes, profiles and threats, and the weights of a player."""

    shapes = field("u1", 1 << 16)  # by key: what black (low four bits) and white (high) make there
    profiles = field("u2", SHAPES**4)  # four shapes in order -> profile
    threats = field("u1", PROFILES)
    worth = field("i8", 2, PROFILES)  # weight for the side to move, for the side that waits
    policy = field("i8", 2, PROFILES)  # how much a point attracts by one's own profile, by the enemy's
    standing = field("i8", STANDINGS, STANDINGS)  # worth of one's own threats against the enemy's
    stones = field("i8", PHASES)  # worth of being to move, by the number of stones
    zobrist = field("u8", 2, POINTS)


@cache
def _shape(line: str) -> int:
    """What the stone 'x' in the middle of nine cells makes, with 'x' own, '.' empty, 'o' blocked."""
    if "xxxxx" in line:
        return FIVE
    best, fives = NONE, 0
    for at, cell in enumerate(line):
        if cell != ".":
            continue
        after = line[:at] + "x" + line[at + 1 :]
        made = _shape(after) if _contains_middle(after, at) else NONE
        fives += made == FIVE
        best = max(best, made)
    if fives:
        return OPEN_FOUR if fives >= 2 else FOUR
    return {OPEN_FOUR: OPEN_THREE, FOUR: THREE, OPEN_THREE: OPEN_TWO, THREE: TWO, OPEN_TWO: ONE, TWO: ONE}.get(
        best, NONE
    )


def _contains_middle(line: str, at: int) -> bool:
    """Whether cell `at` and the middle can still be in one five: nothing blocks between them."""
    low, high = min(at, 4), max(at, 4)
    return "o" not in line[low : high + 1] and high - low <= 4


def _line_of(cells: str) -> str:
    """The nine cells around a stone whose eight neighbours are `cells`; what lies behind a block is out of reach."""
    left, right = cells[:4], cells[4:]
    if "o" in left:
        left = "o" * (left.rindex("o") + 1) + left[left.rindex("o") + 1 :]
    if "o" in right:
        right = right[: right.index("o")] + "o" * (4 - right.index("o"))
    return left + "x" + right


@cache
def shape_table() -> np.ndarray:
    """[2, 65536] uint8: for each key, what a black and what a white stone in the middle makes."""
    by_trits = np.array([_shape(_line_of("".join(cells))) for cells in product(".xo", repeat=8)], np.uint8)
    keys = np.arange(1 << 16)
    table = np.zeros((2, 1 << 16), np.uint8)
    for own in (BLACK, WHITE):
        trit_of_code = np.array([0 if code == EMPTY else 1 if code == own else 2 for code in range(4)])
        trits = sum(trit_of_code[keys >> 2 * at & 3] * 3 ** (7 - at) for at in range(8))
        table[own - 1] = by_trits[trits]
    return table


def _threat(shapes: tuple[int, ...]) -> int:
    fours, threes = shapes.count(FOUR), shapes.count(OPEN_THREE)
    if FIVE in shapes:
        return T_FIVE
    if OPEN_FOUR in shapes or fours >= 2:
        return T_OPEN_FOUR
    if fours:
        return T_FOUR_THREE if threes else T_FOUR
    if threes:
        return T_DOUBLE_THREE if threes >= 2 else T_THREE
    return T_TWO if OPEN_TWO in shapes or THREE in shapes else T_NONE


@cache
def profiles() -> tuple[tuple[int, ...], ...]:
    """Every profile: four shapes, strongest first."""
    return tuple(sorted({tuple(sorted(shapes, reverse=True)) for shapes in product(range(SHAPES), repeat=4)}))


@cache
def profile_table() -> np.ndarray:
    """[SHAPES^4] uint16: the profile of four directional shapes, index ((a·9 + b)·9 + c)·9 + d."""
    number = {profile: at for at, profile in enumerate(profiles())}
    ordered = (tuple(sorted(shapes, reverse=True)) for shapes in product(range(SHAPES), repeat=4))
    return np.array([number[shapes] for shapes in ordered], np.uint16)


@cache
def threat_table() -> np.ndarray:
    """[PROFILES] uint8: the threat of each profile."""
    return np.array([_threat(profile) for profile in profiles()], np.uint8)


@cache
def _zobrist() -> np.ndarray:
    return np.random.default_rng(20).integers(0, 1 << 64, (2, POINTS), np.uint64)


def tables(
    worth: np.ndarray | None = None,
    policy: np.ndarray | None = None,
    standing: np.ndarray | None = None,
    stones: np.ndarray | None = None,
) -> Any:
    """The `ShapeTables` that kernels need, with the given weights or none."""
    made = ShapeTables.new()
    black, white = shape_table()
    made.shapes[:] = black | white << 4  # together, as one look-up is faster than two
    made.profiles[:] = profile_table()
    made.threats[:] = threat_table()
    made.zobrist[:] = _zobrist()
    for name, weights in {"worth": worth, "policy": policy, "standing": standing, "stones": stones}.items():
        if weights is not None:
            made[name][:] = weights
    return made
