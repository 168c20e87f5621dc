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

Where six in a row do not win, it matters who sits five cells away: such keys have ten cells, and a row that would
join an own stone there can make no five. In renju some profiles of black are *banned*: an overline and a double four
always; two open threes perhaps, as whether an open three is a three depends on more than its line.
"""

# mypy: ignore-errors
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from orchard.core.records import Record, field
from orchard.games.gomoku.grid import BLACK, EMPTY, POINTS, WHITE
from orchard.games.gomoku.kernels import FREESTYLE, RENJU

NONE, ONE, TWO, OPEN_TWO, THREE, OPEN_THREE, FOUR, OPEN_FOUR, FIVE = range(9)
SHAPES = 9
SIX, TWO_FOURS = 9, 10  # in renju, of black's lines: six or more in a row, and two fours in one line

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
COUNT_BITS = 10  # each kind of threat from T_THREE on is counted in so many bits of a word
PROFILES = 495  # four shapes out of nine, in any order
STANDINGS = 48  # what `worth.standing_of` tells apart
PHASES, STONES_A_PHASE = 32, 4
FREE, BANNED, PERHAPS = 0, 1, 2  # whether black may play where its lines make such shapes


class ShapeTables(Record):
    """What kernels look up: shapes, profiles and threats, and the weights of a player."""

    rule = field("i8")  # FREESTYLE, STANDARD or RENJU
    shapes = field("u1", 1 << 16)  # by key: what black (low four bits) and white (high) make there
    far_shapes = field("u1", 1 << 20)  # the same by key and the two cells beyond it, where the rules ask for them
    profiles = field("u2", 2, 1 << 16)  # by colour and four shapes, four bits each -> profile
    threats = field("u1", PROFILES)
    counting = field("u8", PROFILES)  # what a point with that profile adds to the counts of a board
    weighing = field("i8", PROFILES)  # and to its worth: the weight for the side that waits, and 2³² times the other
    bans = field("u1", 1 << 16)  # by black's four shapes, in renju: FREE, BANNED or PERHAPS
    worth = field("i8", 2, PROFILES)  # weight for the side to move, for the side that waits
    policy = field("i8", 2, PROFILES)  # how much a point attracts by one's own profile, by the enemy's
    standing = field("i8", STANDINGS, STANDINGS)  # worth of one's own threats against the enemy's
    stones = field("i8", PHASES)  # worth of being to move, by the number of stones
    zobrist = field("u8", 2, POINTS)


@cache
def _shape(line: str, exact: bool = False, straight: bool = False) -> int:
    """What the stone 'x' in the middle of nine cells makes, with 'x' own, '.' empty, 'o' blocked.

    `exact`: six or more in a row are no five. `straight`: of fours with two ways to five only unbroken ones are open,
    the others are TWO_FOURS, which nobody may make; and six or more in a row are SIX.
    """
    length = _length(line)
    if length >= 5:
        return FIVE if length == 5 or not exact else SIX if straight else NONE
    best, fives = NONE, 0
    for at, cell in enumerate(line):
        if cell != ".":
            continue
        after = line[:at] + "x" + line[at + 1 :]
        made = _shape(after, exact, straight) if _contains_middle(after, at) else NONE
        fives += made == FIVE
        best = max(best, made if made <= FIVE else NONE)
    if fives:
        if straight and fives >= 2 and length < 4:
            return TWO_FOURS
        return OPEN_FOUR if fives >= 2 else FOUR
    return {OPEN_FOUR: OPEN_THREE, FOUR: THREE, OPEN_THREE: OPEN_TWO, THREE: TWO, OPEN_TWO: ONE, TWO: ONE}.get(
        best, NONE
    )


def _length(line: str) -> int:
    """How many stones stand side by side through the middle."""
    left, right = line[:4], line[5:]
    return len(left) - len(left.rstrip("x")) + 1 + len(right) - len(right.lstrip("x"))


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


def _blocked_by(stone: str, cells: str) -> str:
    """The four cells of one side, nearest first, where an own stone beyond them makes every row that joins it six.

    Rows cannot take in the stones next to it, nor the empty cell before those; without one, all of them are stones.
    """
    if stone != "x":
        return cells
    joined = len(cells) - len(cells.rstrip("x"))
    return cells if joined == 4 else cells[: 3 - joined] + "o" * (joined + 1)


def _far_shape(cells: str, straight: bool) -> int:
    """What a stone makes by exactly five, its ten neighbours on a line being `cells`."""
    left, right = _blocked_by(cells[0], cells[4:0:-1])[::-1], _blocked_by(cells[9], cells[5:9])
    if (left == "xxxx" and cells[0] == "x") or (right == "xxxx" and cells[9] == "x"):
        return SIX if straight else NONE
    return _shape(_line_of(left + right), True, straight)


def _by_key(by_trits: np.ndarray, own: int, cells: int) -> np.ndarray:
    """A table by trits ('.xo', the first cell counting most) as one by keys of two bits a cell, of one colour."""
    keys = np.arange(1 << 2 * cells)
    trit_of_code = np.array([0 if code == EMPTY else 1 if code == own else 2 for code in range(4)])
    return by_trits[sum(trit_of_code[keys >> 2 * at & 3] * 3 ** (cells - 1 - at) for at in range(cells))]


@cache
def shape_table() -> np.ndarray:
    """[2, 65536] uint8: for each key, what a black and what a white stone in the middle makes where six win too."""
    by_trits = np.array([_shape(_line_of("".join(cells))) for cells in product(".xo", repeat=8)], np.uint8)
    return np.stack([_by_key(by_trits, own, 8) for own in (BLACK, WHITE)])


@cache
def far_shape_table(rule: int) -> np.ndarray:
    """[2, 2^20] uint8: the same by the rules of standard or renju, for keys of eight cells and the two beyond."""
    found = []
    for own in (BLACK, WHITE):
        if rule == RENJU and own == WHITE:
            found.append(np.tile(shape_table()[1], 16))
            continue
        # a far key is the eight near cells, then the cell before them and the one after
        lines = ("".join((cells[8], *cells[:8], cells[9])) for cells in product(".xo", repeat=10))
        by_trits = np.array([_far_shape(line, rule == RENJU) for line in lines], np.uint8)
        found.append(_by_key(by_trits, own, 10))
    return np.stack(found)


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


def ban(shapes: tuple[int, ...]) -> int:
    """Whether renju forbids black a point whose four lines make such shapes: FREE, BANNED or PERHAPS."""
    if FIVE in shapes:
        return FREE
    if SIX in shapes or TWO_FOURS in shapes or shapes.count(FOUR) + shapes.count(OPEN_FOUR) >= 2:
        return BANNED
    return PERHAPS if shapes.count(OPEN_THREE) >= 2 else FREE


def _packed() -> list[tuple[int, tuple[int, ...]]]:
    """Every four shapes, with the word of four bits each that holds them."""
    return [(a | b << 4 | c << 8 | d << 12, (a, b, c, d)) for a, b, c, d in product(range(TWO_FOURS + 1), repeat=4)]


@cache
def profile_table(rule: int) -> np.ndarray:
    """[2, 65536] uint16: for each colour, the profile of four shapes; what is banned is nothing to anybody."""
    number = {profile: at for at, profile in enumerate(profiles())}
    table = np.zeros((2, 1 << 16), np.uint16)
    for word, shapes in _packed():
        plain = tuple(sorted((shape if shape <= FIVE else NONE for shape in shapes), reverse=True))
        table[:, word] = number[plain]
        if rule == RENJU and ban(shapes) == BANNED:
            table[0, word] = 0
    return table


@cache
def ban_table() -> np.ndarray:
    """[65536] uint8: whether renju forbids black a point, by its four shapes."""
    table = np.zeros(1 << 16, np.uint8)
    for word, shapes in _packed():
        table[word] = ban(shapes)
    return table


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
    rule: int = FREESTYLE,
) -> Any:
    """The `ShapeTables` that kernels need, with the given weights or none."""
    made = ShapeTables.new()
    made.rule = rule
    if rule == FREESTYLE:
        black, white = shape_table()
        made.shapes[:] = black | white << 4  # together, as one look-up is faster than two
    else:
        black, white = far_shape_table(rule)
        made.far_shapes[:] = black | white << 4
    if rule == RENJU:
        made.bans[:] = ban_table()
    made.profiles[:] = profile_table(rule)
    made.threats[:] = threat_table()
    made.counting[:] = [
        1 << COUNT_BITS * (threat - T_THREE) if threat >= T_THREE else 0 for threat in made.threats.tolist()
    ]
    made.zobrist[:] = _zobrist()
    for name, weights in {"worth": worth, "policy": policy, "standing": standing, "stones": stones}.items():
        if weights is not None:
            made[name][:] = weights
    made.weighing[:] = made.worth[0] * (1 << 32) + made.worth[1]
    return made


def for_rule(made: Any, rule: int) -> Any:
    """The same weights with the shapes of another rule set."""
    return tables(made.worth, made.policy, made.standing, made.stones, rule)
