"""Gomoku's line patterns: what a stone on each empty point would make, for both colours, kept up to date.

A point looks at four cells to either side in each of four directions. Those eight cells are its *key* (two bits each);
a table computed once says for every key what a black and what a white stone in the middle would make there:

    FIVE        five or more in a row
    OPEN_FOUR   two ways to five          (it cannot be stopped)
    FOUR        one way to five           (it must be answered)
    OPEN_THREE  one more makes OPEN_FOUR  (it must be answered, unless with a four)
    THREE       one more makes FOUR
    OPEN_TWO, TWO, ONE                    one more makes OPEN_THREE, THREE, TWO

Nothing is written by hand: each class is defined by the one above it. The four directions of a point together are its
*profile* (which shapes, in any order: 495 of them), and that gives its *threat*, such as FOUR_THREE or DOUBLE_THREE.
Playing a stone updates the 32 keys that see it, and writes down what that changed; taking it back reads it off again.

What a position is worth is mostly linear in the profiles: each empty point adds a learned weight for the side to move
and one for the side that waits. The sums are kept up to date with the profiles (`evaluate/gomoku.py` has the rest).

Board arrays (one `LineBoard`, made by `new_board`):

    cells    [POINTS] uint8            EMPTY, BLACK, WHITE or WALL, on a 28×28 board with a border of walls
    keys     [4, POINTS] uint16        the eight cells seen in each direction
    shapes   [4, POINTS] uint8         what black (low four bits) and white (high) would make; kept for empty points
    profiles [2, POINTS] uint16        the four directions together, and
    threats  [2, POINTS] uint8         the threat that makes; T_NONE under a stone
    counts   [2, THREATS] int64        how many empty points have each threat
    worth    [2, 2] int64              sum of each colour's weights if it is to move (0), if it waits (1)
    facts    [3] int64                 width, stones on the board, winner (0 none, 1 black, 2 white)
    hash     [1] uint64                Zobrist hash of the stones and the width

and for each stone, in the order they were put, what its taking back restores:

    sums     [MOST_STONES, 2, THREATS + 2] int64    counts and worth before it
    changes  [MOST_STONES, SEERS] uint64            points it changed: point, direction, shapes and profiles before
    changed  [MOST_STONES] int64                    how many those are
"""

# mypy: ignore-errors
from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

from orchard.core.jit import kernel, numba

uint64, int64, uint16, uint8 = numba.uint64, numba.int64, numba.uint16, numba.uint8

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
STANDINGS = 48  # what `standing` tells apart
PHASES, STONES_A_PHASE = 32, 4

BORDER = 4
STRIDE = 28  # 20 points and a border on both sides
POINTS = STRIDE * STRIDE
MOST_STONES = 20 * 20
SEERS = 32  # points that see a stone
STEPS = np.array([1, STRIDE, STRIDE + 1, STRIDE - 1], np.int64)
WIDTH_FACT, STONES_FACT, WINNER_FACT = 0, 1, 2


class LineBoard(NamedTuple):
    cells: np.ndarray
    keys: np.ndarray
    shapes: np.ndarray
    profiles: np.ndarray
    threats: np.ndarray
    counts: np.ndarray
    worth: np.ndarray
    facts: np.ndarray
    hash: np.ndarray
    sums: np.ndarray
    changes: np.ndarray
    changed: np.ndarray


class Tables(NamedTuple):
    shapes: np.ndarray  # [65536] uint8: what black (low four bits) and white (high) make on a point with that key
    profiles: np.ndarray  # [SHAPES^4] uint16: four shapes in order -> profile
    threats: np.ndarray  # [PROFILES] uint8
    worth: np.ndarray  # [2, PROFILES] int64: weight for the side to move, for the side that waits
    policy: np.ndarray  # [2, PROFILES] int64: how much a point attracts by one's own profile, by the enemy's
    standing: np.ndarray  # [STANDINGS, STANDINGS] int64: worth of one's own threats against the enemy's
    stones: np.ndarray  # [PHASES] int64: worth of being to move, by the number of stones
    zobrist: np.ndarray  # [2, POINTS] uint64


# ------------------------------------------------------------------------------------------------- tables


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


def tables(
    worth: np.ndarray | None = None,
    policy: np.ndarray | None = None,
    standing: np.ndarray | None = None,
    stones: np.ndarray | None = None,
) -> Tables:
    """The tables that kernels need, with the given weights or none."""
    nothing = np.zeros((2, PROFILES), np.int64)
    black, white = shape_table()
    return Tables(
        black | white << 4,  # together, as one look-up is faster than two
        profile_table(),
        np.array([_threat(profile) for profile in profiles()], np.uint8),
        nothing if worth is None else np.ascontiguousarray(worth, np.int64),
        nothing if policy is None else np.ascontiguousarray(policy, np.int64),
        np.zeros((STANDINGS, STANDINGS), np.int64) if standing is None else np.ascontiguousarray(standing, np.int64),
        np.zeros(PHASES, np.int64) if stones is None else np.ascontiguousarray(stones, np.int64),
        _zobrist(),
    )


@cache
def _zobrist() -> np.ndarray:
    return np.random.default_rng(20).integers(0, 1 << 64, (2, POINTS), np.uint64)


# ------------------------------------------------------------------------------------------------- the board

types = numba.types
BOARD = types.NamedTuple(
    (
        types.Array(types.uint8, 1, "C"),
        types.Array(types.uint16, 2, "C"),
        types.Array(types.uint8, 2, "C"),
        types.Array(types.uint16, 2, "C"),
        types.Array(types.uint8, 2, "C"),
        types.Array(types.int64, 2, "C"),
        types.Array(types.int64, 2, "C"),
        types.Array(types.int64, 1, "C"),
        types.Array(types.uint64, 1, "C"),
        types.Array(types.int64, 3, "C"),
        types.Array(types.uint64, 2, "C"),
        types.Array(types.int64, 1, "C"),
    ),
    LineBoard,
)
TABLES = types.NamedTuple(
    (
        types.Array(types.uint8, 1, "C"),
        types.Array(types.uint16, 1, "C"),
        types.Array(types.uint8, 1, "C"),
        types.Array(types.int64, 2, "C"),
        types.Array(types.int64, 2, "C"),
        types.Array(types.int64, 2, "C"),
        types.Array(types.int64, 1, "C"),
        types.Array(types.uint64, 2, "C"),
    ),
    Tables,
)


def new_board(width: int, tables: Tables) -> LineBoard:
    """An empty board of that width."""
    board = LineBoard(
        np.full(POINTS, WALL, np.uint8),
        np.zeros((4, POINTS), np.uint16),
        np.zeros((4, POINTS), np.uint8),
        np.zeros((2, POINTS), np.uint16),
        np.zeros((2, POINTS), np.uint8),
        np.zeros((2, THREATS), np.int64),
        np.zeros((2, 2), np.int64),
        np.zeros(3, np.int64),
        np.zeros(1, np.uint64),
        np.zeros((MOST_STONES, 2, THREATS + 2), np.int64),
        np.zeros((MOST_STONES, SEERS), np.uint64),
        np.zeros(MOST_STONES, np.int64),
    )
    clear(board, tables, width)
    return board


def point_of(square: int, width: int) -> int:
    """The padded point of a square counted row by row from the top left."""
    return (square // width + BORDER) * STRIDE + square % width + BORDER


def square_of(point: int, width: int) -> int:
    return (point // STRIDE - BORDER) * width + point % STRIDE - BORDER


@kernel(types.void(BOARD, TABLES, types.int64, types.int64, types.int64))
def _count(board, tables, color, point, sign):
    """Add a point to what is counted of its colour, or take it out."""
    board.counts[color, board.threats[color, point]] += sign
    profile = board.profiles[color, point]
    board.worth[color, 0] += sign * tables.worth[0, profile]
    board.worth[color, 1] += sign * tables.worth[1, profile]


@kernel(types.void(BOARD, TABLES, types.int64, types.int64))
def _recount(board, tables, color, point):
    shift = uint8(4 * color)
    index = int64(0)
    for direction in range(4):
        index = index * 9 + int64((board.shapes[direction, point] >> shift) & uint8(15))
    profile, before = tables.profiles[index], board.profiles[color, point]
    threat = tables.threats[profile]
    board.worth[color, 0] += tables.worth[0, profile] - tables.worth[0, before]
    board.worth[color, 1] += tables.worth[1, profile] - tables.worth[1, before]
    board.counts[color, board.threats[color, point]] -= 1
    board.counts[color, threat] += 1
    board.profiles[color, point] = profile
    board.threats[color, point] = threat


@kernel(types.void(BOARD, TABLES, types.int64, types.int64, types.uint8))
def _reshape(board, tables, point, direction, shapes):
    """Give one direction of an empty point other shapes, and count the point anew for whom they are other."""
    changed = shapes ^ board.shapes[direction, point]
    board.shapes[direction, point] = shapes
    if changed & uint8(15):
        _recount(board, tables, int64(0), point)
    if changed >> uint8(4):
        _recount(board, tables, int64(1), point)


@kernel("int64(int64)", inline="always")
def offset_of(at):
    """How far along a line cell `at` of a key lies; a stone is that cell for who lies as far the other way."""
    return at - 4 if at < 4 else at - 3


@kernel(types.void(BOARD, TABLES, types.int64))
def clear(board, tables, width):
    """Make the board empty, of that width."""
    board.cells[:] = uint8(WALL)
    for row in range(width):
        for column in range(width):
            board.cells[(row + BORDER) * STRIDE + column + BORDER] = uint8(EMPTY)
    board.counts[:, :] = 0
    board.shapes[:, :] = uint8(0)
    board.profiles[:, :] = uint16(0)
    board.threats[:, :] = uint8(0)
    board.worth[:, :] = 0
    board.facts[WIDTH_FACT], board.facts[STONES_FACT], board.facts[WINNER_FACT] = width, 0, 0
    board.hash[0] = uint64(width) * uint64(0x9E3779B97F4A7C15)  # the same stones on another width are another position
    for row in range(width):
        for column in range(width):
            point = (row + BORDER) * STRIDE + column + BORDER
            for color in range(2):
                _count(board, tables, color, point, int64(1))
            for direction in range(4):
                key = uint16(0)
                for at in range(8):
                    key |= uint16(board.cells[point + offset_of(at) * STEPS[direction]]) << uint16(2 * at)
                board.keys[direction, point] = key
                _reshape(board, tables, point, direction, tables.shapes[key])


@kernel(types.void(BOARD, TABLES, types.int64, types.int64))
def put(board, tables, point, color):
    """Play a stone of `color` (0 black, 1 white) on an empty point."""
    stones = board.facts[STONES_FACT]
    for side in range(2):
        for threat in range(THREATS):
            board.sums[stones, side, threat] = board.counts[side, threat]
        for turn in range(2):
            board.sums[stones, side, THREATS + turn] = board.worth[side, turn]
    if board.threats[color, point] == uint8(T_FIVE):
        board.facts[WINNER_FACT] = color + 1
    for side in range(2):
        _count(board, tables, side, point, int64(-1))
        board.threats[side, point] = uint8(T_NONE)
    board.cells[point] = uint8(color + 1)
    board.facts[STONES_FACT] = stones + 1
    board.hash[0] ^= tables.zobrist[color, point]
    count = int64(0)
    for direction in range(4):
        for at in range(8):
            seer = point - offset_of(at) * STEPS[direction]
            key = board.keys[direction, seer] ^ (uint16(color + 1) << uint16(2 * at))
            board.keys[direction, seer] = key
            if board.cells[seer] == uint8(EMPTY) and tables.shapes[key] != board.shapes[direction, seer]:
                board.changes[stones, count] = (
                    uint64(seer)
                    | (uint64(direction) << uint64(10))
                    | (uint64(board.shapes[direction, seer]) << uint64(12))
                    | (uint64(board.profiles[0, seer]) << uint64(20))
                    | (uint64(board.profiles[1, seer]) << uint64(36))
                )
                count += 1
                _reshape(board, tables, seer, direction, tables.shapes[key])
    board.changed[stones] = count


@kernel(types.void(BOARD, TABLES, types.int64))
def take(board, tables, point):
    """Take back the stone on a point: the last one that was put."""
    color = int64(board.cells[point]) - 1
    stones = board.facts[STONES_FACT] - 1
    for direction in range(4):
        for at in range(8):
            board.keys[direction, point - offset_of(at) * STEPS[direction]] ^= uint16(color + 1) << uint16(2 * at)
    for at in range(board.changed[stones]):
        change = board.changes[stones, at]
        seer, direction = int64(change & uint64(0x3FF)), int64((change >> uint64(10)) & uint64(3))
        board.shapes[direction, seer] = uint8((change >> uint64(12)) & uint64(0xFF))
        black, white = int64((change >> uint64(20)) & uint64(0xFFFF)), int64((change >> uint64(36)) & uint64(0xFFFF))
        board.profiles[0, seer], board.profiles[1, seer] = black, white
        board.threats[0, seer], board.threats[1, seer] = tables.threats[black], tables.threats[white]
    board.cells[point] = uint8(EMPTY)
    board.facts[STONES_FACT] = stones
    board.facts[WINNER_FACT] = 0
    board.hash[0] ^= tables.zobrist[color, point]
    for side in range(2):
        board.threats[side, point] = tables.threats[board.profiles[side, point]]
        for threat in range(THREATS):
            board.counts[side, threat] = board.sums[stones, side, threat]
        for turn in range(2):
            board.worth[side, turn] = board.sums[stones, side, THREATS + turn]
