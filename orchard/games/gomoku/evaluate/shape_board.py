"""A Gomoku board that knows what a stone on each empty point would make, for both colours, kept up to date.

Playing a stone updates the 32 keys that see it (see `shapes.py`), and writes down what that changed; taking it back
reads it off again. Where six in a row do not win, eight more points see it.

What a position is worth is mostly linear in the profiles: each empty point adds a learned weight for the side to move
and one for the side that waits. The sums are kept up to date with the profiles (`worth.py` has the rest).
"""

# mypy: ignore-errors
from typing import Any

import numpy as np

from orchard.core.jit import ctz, inner, kernel, numba
from orchard.core.records import Record, field
from orchard.games.gomoku.evaluate.shapes import (
    BANNED,
    COUNT_BITS,
    FREE,
    T_FIVE,
    T_FOUR,
    T_FOUR_THREE,
    T_NONE,
    T_OPEN_FOUR,
    T_THREE,
    ShapeTables,
)
from orchard.games.gomoku.grid import (
    BORDER,
    EMPTY,
    LEGAL,
    POINTS,
    STEPS,
    STRIDE,
    WALL,
    ban_of,
    empty_grid,
    point_of,
)
from orchard.games.gomoku.kernels import FREESTYLE, RENJU

types = numba.types
uint64, int64, int32, int16, uint32, uint16, uint8 = (
    numba.uint64,
    numba.int64,
    numba.int32,
    numba.int16,
    numba.uint32,
    numba.uint16,
    numba.uint8,
)

MOST_STONES = 20 * 20
SEERS = 40  # points that see a stone, at most
BLACKS, WHITES = uint32(0x0F0F0F0F), uint32(0xF0F0F0F0)  # the parts of each colour in the shapes of a point
FAR = 5
NEAR_BOX = 2  # points so far from a stone are near it, and on its lines those
NEAR_LINE = 4  # so far
ALL_BYTES = uint64(0x0101010101010101)
SEVENS = uint64(0x7F7F7F7F7F7F7F7F)
HIGH_BITS = uint64(0x8080808080808080)


class ShapeBoard(Record):
    width = field("i8")
    stones = field("i8")  # on the board
    winner = field("i8")  # 0 none, 1 black, 2 white
    hash = field("u8")  # Zobrist hash of the stones and the width
    hashes = field("u8", 2)  # of the stones of each colour alone
    counts = field("u8", 2)  # how many empty points have each threat, in parts of a word: see `count_of`
    worth = field("i8", 2)  # sum of each colour's weights: if it is to move and if it waits, in one word
    threats = field("u1", 2, POINTS)  # the threat of a point, T_NONE under a stone
    cells = field("u1", POINTS)  # EMPTY, BLACK, WHITE or WALL, with a border of walls
    empty = field("u4", STRIDE)  # for each row, a bit for each empty point
    near = field("u4", MOST_STONES + 1, STRIDE)  # the same for points near a stone; after each stone that was put
    keys = field("u2", 4, POINTS)  # the eight cells seen in each direction
    shapes = field("u4", POINTS)  # a byte a direction: what black (low four bits) and white would make; of empty points
    profiles = field("u2", 2, POINTS)  # the four directions together
    # for each stone, in the order they were put, what its taking back restores
    counts_before = field("u8", MOST_STONES, 2)
    worth_before = field("i8", MOST_STONES, 2)
    changed = field("i8", MOST_STONES)  # how many points it changed
    changes = field("u8", MOST_STONES, SEERS)  # these: point (10 bits), profiles (11 each) and shapes (32) before
    # scratch: the points whose shapes a stone changes, and their new ones; one place more, which is written for nothing
    seers = field("i8", SEERS + 1)
    new_shapes = field("u4", SEERS + 1)


def set_up(position: Any, tables: Any, board: Any = None) -> Any:
    """The position on a new board, or on the one given; the tables are those of its rules."""
    board = ShapeBoard.new() if board is None else board
    fill(board, tables, position.game.board.width, _bits(position.black), _bits(position.white))
    return board


def _bits(stones: int) -> Any:
    """A byte for each bit of a mask."""
    return np.unpackbits(np.frombuffer(stones.to_bytes(MOST_STONES // 8, "little"), np.uint8), bitorder="little")


# ----------------------------------------------------------------------------------------- stones put and taken back


@inner("int64(uint64, int64)", inline="always")
def _part(counts, threat):
    return int64((counts >> uint64(COUNT_BITS * (threat - T_THREE))) & uint64((1 << COUNT_BITS) - 1))


@kernel(types.int64(ShapeBoard.type, types.int64, types.int64), inline="always", allocates=False)
def count_of(board, color, threat):
    """How many empty points have exactly that threat, T_THREE or more, for a colour."""
    return _part(board.counts[color], threat)


@kernel(types.int64(ShapeBoard.type, types.int64), inline="always", allocates=False)
def weight_waiting(board, color):
    """The sum of a colour's weights if it waits."""
    return int64(int32(board.worth[color] & int64(0xFFFFFFFF)))


@kernel(types.int64(ShapeBoard.type, types.int64), inline="always", allocates=False)
def weight_moving(board, color):
    """The sum of a colour's weights if it is to move."""
    return (board.worth[color] - weight_waiting(board, color)) >> int64(32)


@inner("int64(uint32, int64)", inline="always")
def _four_shapes(shapes, color):
    """The shapes of one colour out of those of a point, four bits a direction."""
    apart = (shapes >> uint32(4 * color)) & BLACKS
    apart = (apart | (apart >> uint32(4))) & uint32(0x00FF00FF)
    return int64((apart | (apart >> uint32(8))) & uint32(0xFFFF))


@inner(types.void(ShapeBoard.type, ShapeTables.type, types.int64, types.int64), inline="always")
def _recount(board, tables, side, point):
    """Count an empty point again by the shapes that a side makes there now."""
    profile, before = tables.profiles[side, _four_shapes(board.shapes[point], side)], board.profiles[side, point]
    board.counts[side] += tables.counting[profile] - tables.counting[before]
    board.worth[side] += tables.weighing[profile] - tables.weighing[before]
    board.profiles[side, point] = profile
    board.threats[side, point] = tables.threats[profile]


@inner("int64(int64)", inline="always")
def offset_of(at):
    """How far along a line cell `at` of a key lies; a stone is that cell for who lies as far the other way."""
    return at - 4 if at < 4 else at - 3


@inner(types.uint8(ShapeBoard.type, ShapeTables.type, types.int64, types.int64))
def _far_shapes(board, tables, direction, point):
    """What both colours would make on a line of a point, by rules that ask for the cells beyond its key."""
    key, step = int64(board.keys[direction, point]), STEPS[direction]
    if key & 3 != WALL:  # behind a wall nothing matters
        key |= int64(board.cells[point - FAR * step]) << 16
    if (key >> 14) & 3 != WALL:
        key |= int64(board.cells[point + FAR * step]) << 18
    return tables.far_shapes[key]


@inner(types.uint8(ShapeBoard.type, ShapeTables.type, types.int64, types.int64))
def _shapes_at(board, tables, direction, point):
    if tables.rule == int64(FREESTYLE):
        return tables.shapes[board.keys[direction, point]]
    return _far_shapes(board, tables, direction, point)


@kernel(types.void(ShapeBoard.type, ShapeTables.type, types.int64), allocates=False)
def clear(board, tables, width):
    """Make the board empty, of that width."""
    empty_grid(board.cells[:], width)
    board.counts[:] = uint64(0)
    board.shapes[:] = uint32(0)
    board.profiles[:, :] = uint16(0)
    board.threats[:, :] = uint8(0)
    board.worth[:] = 0
    board.width, board.stones, board.winner = width, 0, 0
    board.empty[:], board.near[0, :] = uint32(0), uint32(0)
    for row in range(BORDER, BORDER + width):
        board.empty[row] = ((uint32(1) << uint32(width)) - uint32(1)) << uint32(BORDER)
    # the same stones on another width or by other rules are another position
    board.hashes[:] = uint64(0)
    board.hash = uint64(width + 256 * tables.rule) * uint64(0x9E3779B97F4A7C15)
    for row in range(width):
        for column in range(width):
            point = (row + BORDER) * STRIDE + column + BORDER
            for side in range(2):
                board.counts[side] += tables.counting[0]
                board.worth[side] += tables.weighing[0]
            made = uint32(0)
            for direction in range(4):
                key = uint16(0)
                for at in range(8):
                    key |= uint16(board.cells[point + offset_of(at) * STEPS[direction]]) << uint16(2 * at)
                board.keys[direction, point] = key
                made |= uint32(_shapes_at(board, tables, direction, point)) << uint32(8 * direction)
            board.shapes[point] = made
            for side in range(2):
                _recount(board, tables, side, point)


@inner(types.int64(ShapeBoard.type, types.int64, types.int64, types.int64, types.uint8), inline="always")
def _note_seer(board, seer, direction, count, shapes):
    """Write down a point that sees a new stone with its new shapes; how many there are, without those for whom nothing
    changed. Without a branch, as a processor cannot predict whether something changed."""
    before = board.shapes[seer]
    changed = (before >> uint32(8 * direction) ^ uint32(shapes)) & uint32(0xFF)
    board.seers[count], board.new_shapes[count] = seer, before ^ (changed << uint32(8 * direction))
    return count + int64((changed != uint32(0)) & (board.cells[seer] == uint8(EMPTY)))


@inner(types.int64(ShapeBoard.type, ShapeTables.type, *[types.int64] * 2))
def _see(board, tables, point, color):
    """Note what sees a new stone; how many empty points change their shapes."""
    count = int64(0)
    for direction in range(4):
        for at in range(8):
            seer = point - offset_of(at) * STEPS[direction]
            key = board.keys[direction, seer] ^ (uint16(color + 1) << uint16(2 * at))
            board.keys[direction, seer] = key
            count = _note_seer(board, seer, direction, count, tables.shapes[key])
    return count


@inner(types.int64(ShapeBoard.type, ShapeTables.type, *[types.int64] * 2))
def _see_far(board, tables, point, color):
    """The same by rules that ask for the cells beyond a key."""
    count = int64(0)
    for direction in range(4):
        step = STEPS[direction]
        for at in range(8):
            board.keys[direction, point - offset_of(at) * step] ^= uint16(color + 1) << uint16(2 * at)
        for offset in range(-FAR, FAR + 1):
            if offset == 0 or (abs(offset) == FAR and board.cells[point + offset // FAR * (FAR - 1) * step] == WALL):
                continue
            seer = point + offset * step
            if board.cells[seer] == uint8(EMPTY):
                count = _note_seer(board, seer, direction, count, _far_shapes(board, tables, direction, seer))
    return count


def _near_columns(rows_away):
    """Which columns of a row so far away are near a stone in column NEAR_LINE."""
    near = NEAR_LINE if rows_away == 0 else NEAR_BOX if rows_away <= NEAR_BOX else 0
    return sum(
        1 << NEAR_LINE + at for at in range(-NEAR_LINE, NEAR_LINE + 1) if abs(at) in (rows_away, *range(near + 1))
    )


NEAR_COLUMNS = np.array([_near_columns(abs(at)) for at in range(-NEAR_LINE, NEAR_LINE + 1)], np.uint32)


@inner(types.void(ShapeBoard.type, types.int64), inline="always")
def _come_near(board, point):
    """Write down which points are near a stone once there is one on this point."""
    before, after = board.near[board.stones], board.near[board.stones + 1]
    row, column = point // int64(STRIDE), point % int64(STRIDE)
    for at in range(STRIDE):
        after[at] = before[at]
    for at in range(2 * NEAR_LINE + 1):
        after[row + at - NEAR_LINE] |= NEAR_COLUMNS[at] << uint32(column - NEAR_LINE)


@kernel(types.void(ShapeBoard.type, ShapeTables.type, types.int64, types.int64), allocates=False)
def put(board, tables, point, color):
    """Play a stone of `color` (0 black, 1 white) on an empty point."""
    stones = board.stones
    for side in range(2):
        board.counts_before[stones, side], board.worth_before[stones, side] = board.counts[side], board.worth[side]
    if board.threats[color, point] == uint8(T_FIVE):
        board.winner = color + 1
    for side in range(2):
        profile = board.profiles[side, point]
        board.counts[side] -= tables.counting[profile]
        board.worth[side] -= tables.weighing[profile]
        board.threats[side, point] = uint8(T_NONE)
    board.cells[point] = uint8(color + 1)
    board.empty[point // int64(STRIDE)] ^= uint32(1) << uint32(point % int64(STRIDE))
    _come_near(board, point)
    board.stones = stones + 1
    board.hash ^= tables.zobrist[color, point]
    board.hashes[color] ^= tables.zobrist[color, point]
    if tables.rule == int64(FREESTYLE):
        count = _see(board, tables, point, color)
    else:
        count = _see_far(board, tables, point, color)
    board.changed[stones] = count
    for at in range(count):
        seer = board.seers[at]
        board.changes[stones, at] = (
            uint64(seer)
            | (uint64(board.profiles[0, seer]) << uint64(10))
            | (uint64(board.profiles[1, seer]) << uint64(21))
            | (uint64(board.shapes[seer]) << uint64(32))
        )
        board.shapes[seer] = board.new_shapes[at]
        _recount(board, tables, int64(0), seer)
        _recount(board, tables, int64(1), seer)


@kernel(types.void(ShapeBoard.type, ShapeTables.type, types.int64, types.uint8[::1], types.uint8[::1]), allocates=False)
def fill(board, tables, width, black, white):
    """Make the board of that width hold these stones: a byte for each square, 1 where there is one."""
    clear(board, tables, width)
    for color, stones in enumerate((black, white)):
        for square in range(width * width):
            if stones[square]:
                put(board, tables, point_of(square, width), color)


@kernel(types.void(ShapeBoard.type, ShapeTables.type, types.int64), allocates=False)
def take(board, tables, point):
    """Take back the stone on a point: the last one that was put."""
    color = int64(board.cells[point]) - 1
    stones = board.stones - 1
    for direction in range(4):
        for at in range(8):
            board.keys[direction, point - offset_of(at) * STEPS[direction]] ^= uint16(color + 1) << uint16(2 * at)
    for at in range(board.changed[stones]):
        change = board.changes[stones, at]
        seer = int64(change & uint64(0x3FF))
        board.shapes[seer] = uint32(change >> uint64(32))
        black, white = int64((change >> uint64(10)) & uint64(0x7FF)), int64((change >> uint64(21)) & uint64(0x7FF))
        board.profiles[0, seer], board.profiles[1, seer] = black, white
        board.threats[0, seer], board.threats[1, seer] = tables.threats[black], tables.threats[white]
    board.cells[point] = uint8(EMPTY)
    board.empty[point // int64(STRIDE)] ^= uint32(1) << uint32(point % int64(STRIDE))
    board.stones = stones
    board.winner = 0
    board.hash ^= tables.zobrist[color, point]
    board.hashes[color] ^= tables.zobrist[color, point]
    for side in range(2):
        board.threats[side, point] = tables.threats[board.profiles[side, point]]
        board.counts[side], board.worth[side] = board.counts_before[stones, side], board.worth_before[stones, side]


# ----------------------------------------------------------------------------------------- where a threat can be made


@inner(types.int64(ShapeBoard.type, types.int64, types.int64, types.int64, types.Array(types.int16, 1, "C")))
def points_with(board, color, threat, count, out):
    """Append the empty points where `color` has exactly that threat to the first `count` of `out`; the new count."""
    left = count_of(board, color, threat)
    if left == 0:
        return count
    words = board.threats[color].view(np.uint64)  # eight points at a time; a point without a stone's threat is 0
    pattern = ALL_BYTES * uint64(threat)
    at = int64(BORDER * STRIDE // 8)
    while left > 0:
        different = words[at] ^ pattern
        # a byte of `different` is at most 7, so adding 127 sets its high bit unless it is zero
        equal = ~(different + SEVENS) & HIGH_BITS
        while equal:
            out[count] = int16(at * 8 + int64(ctz(equal) >> uint64(3)))
            count += 1
            left -= 1
            equal &= equal - uint64(1)
        at += 1
    return count


@inner(types.int64(ShapeBoard.type, types.int64, types.int64, types.int64, types.Array(types.int16, 1, "C")))
def points_that_answer(board, color, own, enemy, out):
    """Fill in the empty points where `color` has the threat `own` at least, or the enemy `enemy`; how many."""
    words, others = board.threats[color].view(np.uint64), board.threats[int64(1) - color].view(np.uint64)
    # a byte is at most 7, so adding 128 less a threat sets its high bit where it is that or more
    own_step, enemy_step = ALL_BYTES * uint64(128 - own), ALL_BYTES * uint64(128 - enemy)
    count = int64(0)
    for at in range(BORDER * STRIDE // 8, (BORDER + board.width) * STRIDE // 8 + 1):
        found = ((words[at] + own_step) | (others[at] + enemy_step)) & HIGH_BITS
        while found:
            out[count] = int16(at * 8 + int64(ctz(found) >> uint64(3)))
            count += 1
            found &= found - uint64(1)
    return count


@inner(types.int64(ShapeBoard.type, types.int64, types.int64))
def point_with(board, color, threat):
    """The first empty point where `color` has that threat (not T_NONE); -1 without one."""
    if count_of(board, color, threat) == 0:
        return int64(-1)
    words = board.threats[color].view(np.uint64)
    pattern = ALL_BYTES * uint64(threat)
    at = int64(BORDER * STRIDE // 8)
    while True:
        equal = ~((words[at] ^ pattern) + SEVENS) & HIGH_BITS
        if equal:
            return at * 8 + int64(ctz(equal) >> uint64(3))
        at += 1


@inner(types.int64(ShapeBoard.type, types.int64))
def fours(board, color):
    """How many points would make a four of some kind."""
    return count_of(board, color, T_FOUR) + count_of(board, color, T_FOUR_THREE) + count_of(board, color, T_OPEN_FOUR)


# ----------------------------------------------------------------------------------------- what renju forbids black


@inner(types.int64(ShapeBoard.type, ShapeTables.type, types.int64))
def ban_at(board, tables, point):
    """FREE, BANNED or PERHAPS, by what black's lines make on an empty point. What is FREE stays so whatever white
    plays elsewhere: white stones only take shapes away."""
    return int64(tables.bans[_four_shapes(board.shapes[point], int64(0))])


@kernel(types.boolean(ShapeBoard.type, ShapeTables.type, types.int64, types.int64), allocates=False)
def may_play(board, tables, color, point):
    """Whether a side may play on an empty point."""
    if tables.rule != int64(RENJU) or color != 0:
        return True
    ban = ban_at(board, tables, point)
    if ban == int64(FREE):
        return True
    return ban != int64(BANNED) and ban_of(board.cells[:], point) == int64(LEGAL)


@inner(types.int64(ShapeBoard.type, ShapeTables.type, types.int64))
def legal_point(board, tables, color):
    """Some point where a side may play; -1 where there is none."""
    for row in range(BORDER, BORDER + board.width):
        for point in range(row * STRIDE + BORDER, row * STRIDE + BORDER + board.width):
            if board.cells[point] == uint8(EMPTY) and may_play(board, tables, color, int64(point)):
                return int64(point)
    return int64(-1)


@inner(types.boolean(ShapeBoard.type, ShapeTables.type, types.int64))
def has_room(board, tables, needed):
    """Whether at least `needed` empty points are FREE to black, in renju; in other rule sets always True."""
    if tables.rule != int64(RENJU):
        return True
    count = int64(0)
    for row in range(BORDER, BORDER + board.width):
        for point in range(row * STRIDE + BORDER, row * STRIDE + BORDER + board.width):
            if board.cells[point] == uint8(EMPTY) and ban_at(board, tables, int64(point)) == int64(FREE):
                count += 1
                if count == needed:
                    return True
    return False
