"""The first ply of a search, with what it learns about each move."""

# mypy: ignore-errors
from __future__ import annotations

from orchard.core.jit import kernel, numba
from orchard.games._bits import flips
from orchard.search.alphabeta import alphabeta
from orchard.search.minimax import minimax
from orchard.search.negascout import negascout
from orchard.search.workspace import (
    EVALUATE,
    EXACT,
    FLAG,
    INFINITY,
    LENGTHS,
    NODES,
    ROOT_BOUNDS,
    ROOT_DONE,
    ROOT_MOVES,
    ROOT_NODES,
    ROOT_VALUES,
    STOPPED,
    TABLE,
    UPPER,
    USE_SCOUT,
    WORDS,
    count_node,
    keep_line,
)

types, int64, uint64 = numba.types, numba.int64, numba.uint64

MINIMAX, ALPHABETA, NEGASCOUT = 0, 1, 2


@kernel(
    types.int64(types.int64, types.uint64, types.uint64, types.int64, types.int64, EVALUATE, WORDS, WORDS, TABLE, FLAG)
)
def search_root(algorithm, own, enemy, count, depth, evaluate, weights, work, table, stop) -> int:
    """Search the `count` moves listed at ROOT_MOVES, in that order, `depth` plies deep; the best value.

    Each finished move leaves its value, bound and node count beside it; ROOT_DONE says how many finished. The best
    line is at ply 0.
    """
    work[ROOT_DONE] = 0
    work[LENGTHS] = 0
    if count_node(work, stop):
        return int64(0)
    best = int64(-INFINITY)
    infinity = int64(INFINITY)
    there, ply, below = int64(-1), int64(1), depth - 1  # the opponent's view, one ply down
    for i in range(count):
        square = work[ROOT_MOVES + i]
        their, ours = enemy, own
        if square >= 0:
            turned = flips(own, enemy, uint64(square))
            their, ours = enemy ^ turned, own ^ turned ^ (uint64(1) << uint64(square))
        before = work[NODES]
        value = int64(0)
        if algorithm == MINIMAX:
            value = -minimax(their, ours, there, below, ply, evaluate, weights, work, stop)
        elif algorithm == ALPHABETA:
            value = -alphabeta(their, ours, there, below, ply, -infinity, -best, evaluate, weights, work, stop)
        else:
            again = True
            if work[USE_SCOUT] and i > 0 and depth > 1:
                value = -negascout(
                    their, ours, there, below, ply, -best - 1, -best, evaluate, weights, work, table, stop
                )
                again = value > best
            if again and not work[STOPPED]:
                value = -negascout(
                    their, ours, there, below, ply, -infinity, -best, evaluate, weights, work, table, stop
                )
        if work[STOPPED]:
            break
        work[ROOT_VALUES + i] = value
        work[ROOT_NODES + i] = work[NODES] - before
        work[ROOT_BOUNDS + i] = EXACT if algorithm == MINIMAX or value > best else UPPER
        work[ROOT_DONE] = i + 1
        if value > best:
            best = value
            keep_line(work, int64(0), square)
    return best
