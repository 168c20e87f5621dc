"""Alpha-beta: minimax that skips what cannot matter any more, in any game.

`alpha` is what the mover has for sure elsewhere, `beta` what the opponent will not let it exceed. As soon as one
move reaches beta, the remaining moves are cut off. The value returned is exact between alpha and beta, an upper
bound at alpha or below, a lower bound at beta or above (fail-soft). Moves are tried in the order of the squares,
without any ordering: `negascout.py` has everything that makes it faster.
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


@kernel(types.int64(SEARCH, WORK, types.int64, types.int64, types.int64, types.int64, types.int64), allocates=False)
def alphabeta(search, work, side, depth, ply, alpha, beta) -> int:
    """The value of the position at `ply` for the side to move, `depth` plies deep, within (alpha, beta)."""
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
            value = -alphabeta(search, work, -side, depth - 1, ply + 1, -beta, -max(alpha, best))
        if work.stopped:
            return int64(0)
        if value > best:
            best = value
            keep_line(work, ply, square)
            if best >= beta:
                if square >= 0:  # a pass leaves nothing to cut
                    work.cuts += 1
                    work.first_cuts += int64(at == 0)
                break
    return best
