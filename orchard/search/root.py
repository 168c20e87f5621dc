"""The first ply of a search, with what it learns about each move; and a search from a position inside a tree."""

# mypy: ignore-errors
from orchard.core.jit import kernel, numba
from orchard.search.alphabeta import alphabeta
from orchard.search.minimax import minimax
from orchard.search.negascout import negascout
from orchard.search.workspace import EXACT, INFINITY, PARTS, SEARCH, UPPER, WORK, Search, go_down, keep_line, must_stop

types, int64 = numba.types, numba.int64

MINIMAX, ALPHABETA, NEGASCOUT = 0, 1, 2


@kernel(types.int64(SEARCH, types.int64, WORK, *[types.int64] * 5), allocates=False)
def value_by(search, algorithm, work, side, depth, ply, alpha, beta):
    """The value of the position at `ply`, by one of the three searches."""
    if algorithm == MINIMAX:
        return minimax(search, work, side, depth, ply)
    if algorithm == ALPHABETA:
        return alphabeta(search, work, side, depth, ply, alpha, beta)
    return negascout(search, work, side, depth, ply, alpha, beta)


@kernel(types.int64(types.int64, WORK, *[types.int64] * 5, *PARTS), allocates=False)
def search_inside(
    algorithm, work, side, depth, ply, alpha, beta, moves, over, play, score, evaluate, weights, stop
) -> int:
    """The value of the position at `ply` of the workspace, somewhere inside a tree."""
    search = Search(moves, over, play, score, evaluate, weights, stop)
    return value_by(search, algorithm, work, side, depth, ply, alpha, beta)


@kernel(types.int64(types.int64, WORK, types.int64, types.int64, *PARTS), allocates=False)
def search_root(algorithm, work, count, depth, moves, over, play, score, evaluate, weights, stop) -> int:
    """Search the first `count` of `root_moves`, in that order, `depth` plies deep; the best value.

    Each finished move leaves its value, bound and node count beside it; `root_done` says how many finished. The best
    line is at ply 0.
    """
    search = Search(moves, over, play, score, evaluate, weights, stop)
    work.root_done = 0
    work.lengths[0] = 0
    if must_stop(search, work):
        return int64(0)
    best, infinity = int64(-INFINITY), int64(INFINITY)
    here, there, ply, below = int64(0), int64(-1), int64(1), depth - 1  # the opponent's view, one ply down
    for i in range(count):
        square = work.root_moves[i]
        before = work.nodes
        go_down(search, work, here, square)
        value, again = int64(0), True
        if algorithm == NEGASCOUT and work.use_scout and i > 0 and depth > 1:
            value = -negascout(search, work, there, below, ply, -best - 1, -best)
            again = value > best
        if again and not work.stopped:
            value = -value_by(search, algorithm, work, there, below, ply, -infinity, -best)
        if work.stopped:
            break
        work.root_values[i] = value
        work.root_nodes[i] = work.nodes - before
        work.root_bounds[i] = EXACT if algorithm == MINIMAX or value > best else UPPER
        work.root_done = i + 1
        if value > best:
            best = value
            keep_line(work, here, square)
    return best
