"""The transposition table of alpha-beta for Gomoku: what was found of a position, and to what depth.

Threads share it, but for positions with few plies left: a word that another core has just written takes longer to read
than such a position takes to search. Those are in a table of the thread's own; with one thread both tables are one.

An entry is alone in its bucket: value + 32,768 (16 bits), depth + 16 (8), bound (2), move (16, from bit 32 on), whether
the window was open (1).
"""

# mypy: ignore-errors
from orchard.core.jit import inner, kernel, numba
from orchard.games.gomoku.search.quick_results import OPEN, SURE
from orchard.search.lockless import bucket_of, find, write
from orchard.search.memory import prefetch

types = numba.types
int64, uint64 = numba.int64, numba.uint64

EXACT, LOWER, UPPER = 1, 2, 3
WHITE_TO_MOVE = uint64(0xD6E8FEB86659FD93)
NO_DEPTH = -99
NEAR = 4  # with so few plies left, each of several threads keeps what it found to itself


@inner(types.uint64(types.uint64, types.int64))
def key_of(stones, color):
    """The key of a position: the hash of its stones and the side to move."""
    return stones ^ (WHITE_TO_MOVE * uint64(color))


@kernel(inline="always")
def bound_of(value, alpha, beta):
    return int64(LOWER) if value >= beta else int64(UPPER) if value <= alpha else int64(EXACT)


@kernel(inline="always")
def _bucket(kit, key, depth):
    """Where a position with so many plies left belongs."""
    work = kit.work
    if depth <= int64(NEAR):
        return bucket_of(work.near_table, work.near_mask, key, uint64(1))
    return bucket_of(work.table, work.table_mask, key, uint64(1))


@kernel(inline="always")
def recall(kit, color, depth, ply):
    """What the table has of a position: value, bound, depth and move; OPEN, 0, NO_DEPTH and 0 where it has nothing."""
    key = key_of(kit.board.hash, color)
    data = find(_bucket(kit, key, depth), uint64(1), key)
    if data == uint64(0) and depth > int64(NEAR) and kit.work.near_table != kit.work.table:
        data = find(_bucket(kit, key, int64(NEAR)), uint64(1), key)
    if data == uint64(0):
        return int64(OPEN), int64(0), int64(NO_DEPTH), int64(0), int64(0)
    value = int64(data & uint64(0xFFFF)) - 32_768
    if value > int64(SURE):
        value -= ply
    elif value < -int64(SURE):
        value += ply
    depth = int64((data >> uint64(16)) & uint64(0xFF)) - 16
    return (
        value,
        int64((data >> uint64(24)) & uint64(3)),
        depth,
        int64((data >> uint64(32)) & uint64(0xFFFF)),
        int64((data >> uint64(48)) & uint64(1)),
    )


@kernel(inline="always")
def look_up_soon(kit, color, point, depth):
    """Ask for the bucket of the position after a move, which will be looked up in a moment."""
    prefetch(_bucket(kit, key_of(kit.board.hash ^ kit.tables.zobrist[color, point], int64(1) - color), depth))


@kernel(inline="always")
def decides(value, bound, alpha, beta):
    """Whether a value with its bound says all that a search in this window would."""
    return (
        bound == int64(EXACT) or (bound == int64(LOWER) and value >= beta) or (bound == int64(UPPER) and value <= alpha)
    )


@kernel(inline="always")
def remember(kit, color, ply, depth, best, bound, best_move, on_line):
    """Write what was found into the table; wins count from here, not from the root."""
    key = key_of(kit.board.hash, color)
    if best > int64(SURE):
        best += ply
    elif best < -int64(SURE):
        best -= ply
    data = (
        uint64(best + 32_768)
        | (uint64(max(depth + 16, 0)) << uint64(16))
        | (uint64(bound) << uint64(24))
        | (uint64(best_move) << uint64(32))
        | (uint64(on_line) << uint64(48))
    )
    write(_bucket(kit, key, depth), uint64(0), key, data)
