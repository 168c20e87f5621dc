"""Minimax: look at every line to a fixed depth, in any game.

Written from the mover's view: what is good for the opponent is bad for the mover, so a child's value counts with
its sign turned. A pass is a ply, as in perft. Every position visited counts as a node.
"""

# mypy: ignore-errors
from orchard.core.jit import kernel, numba
from orchard.search.workspace import (
    INFINITY,
    SEARCH,
    WORK,
    final_value,
    go_down,
    keep_line,
    leaf_value,
    must_stop,
    visit_leaf,
)

types, int64 = numba.types, numba.int64


@kernel(types.int64(SEARCH, WORK, types.int64, types.int64, types.int64), allocates=False)
def minimax(search, work, side, depth, ply) -> int:
    """The value of the position at `ply` for the side to move, `depth` plies deep."""
    work.lengths[ply] = 0
    if must_stop(search, work):
        return int64(0)
    if depth == 0:
        return leaf_value(search, work, ply, side)
    count = search.moves(work.states[ply], work.moves[ply])
    if count == 0:
        return final_value(search, work, ply)
    best = int64(-INFINITY)
    for at in range(count):
        square = int64(work.moves[ply, at])
        go_down(search, work, ply, square)
        if depth == 1:
            value = -visit_leaf(search, work, ply + 1, -side)
        else:
            value = -minimax(search, work, -side, depth - 1, ply + 1)
        if work.stopped:
            return int64(0)
        if value > best:
            best = value
            keep_line(work, ply, square)
    return best
