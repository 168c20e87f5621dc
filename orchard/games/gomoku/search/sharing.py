"""How threads share the tree of a Gomoku search: a child that another thread is searching right now is put off until
the others are done, and what another thread has found of a position meanwhile ends the work on it."""

# mypy: ignore-errors
from orchard.core.jit import inner, kernel, numba
from orchard.games.gomoku.search.memory import SearchKit
from orchard.games.gomoku.search.quick_results import OPEN, single_move_line
from orchard.games.gomoku.search.table import decides, key_of, recall
from orchard.search.busy import LEVELS, enter, is_busy, leave

types = numba.types
int64 = numba.int64
KIT = SearchKit.type

SHARED = 3  # children with fewer plies left are not worth sharing
MOST_PUT_OFF = 64  # only the first so many moves of a position are


@inner(types.uint64(KIT, types.int64, types.int64))
def _child(kit, color, point):
    """The key of the position after a move."""
    return key_of(kit.board.hash ^ kit.tables.zobrist[color, point], int64(1) - color)


@kernel(inline="always")
def _level(kit):
    """The level of the children; every move adds a stone."""
    return (kit.board.stones + int64(1)) % int64(LEVELS)


@inner(types.boolean(KIT, types.int64, types.int64))
def is_elsewhere(kit, color, point):
    """Whether another thread is searching what comes after a move."""
    return is_busy(kit.work.busy, kit.work.threads, _level(kit), _child(kit, color, point))


@inner(types.void(KIT, types.int64, types.int64))
def go_there(kit, color, point):
    """Tell the others that this thread is searching what comes after a move."""
    enter(kit.work.own_busy, _level(kit), _child(kit, color, point))


@inner(types.void(KIT))
def come_back(kit):
    leave(kit.work.own_busy, _level(kit))


@inner(types.int64(KIT, *[types.int64] * 5))
def found_elsewhere(kit, color, depth, alpha, beta, ply):
    """The value that another thread has found of a position while this one was at work on it; else OPEN."""
    value, bound, searched, move, _ = recall(kit, color, depth, ply)
    if searched < depth or not decides(value, bound, alpha, beta):
        return int64(OPEN)
    if move > 0:
        single_move_line(kit.work, ply, move)
    return value
