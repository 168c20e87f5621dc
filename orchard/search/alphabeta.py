"""Alpha-beta: minimax that skips what cannot matter any more.

`alpha` is what the mover has for sure elsewhere, `beta` what the opponent will not let it exceed. As soon as one
move reaches beta, the remaining moves are cut off. The value returned is exact between alpha and beta, an upper
bound at alpha or below, a lower bound at beta or above (fail-soft). Moves are tried from a1 to h8, without any
ordering: `negascout.py` has everything that makes it faster.
"""

# mypy: ignore-errors
from __future__ import annotations

from orchard.core.jit import ctz, kernel, numba
from orchard.games._bits import flips, legal
from orchard.search.workspace import (
    CUTS,
    EVALUATE,
    FIRST_CUTS,
    FLAG,
    GUESSES,
    INFINITY,
    LENGTHS,
    PASS,
    STOPPED,
    WORDS,
    count_node,
    final_value,
    keep_line,
)

types, int64, uint64 = numba.types, numba.int64, numba.uint64

SIGNATURE = types.int64(
    types.uint64,
    types.uint64,
    types.int64,
    types.int64,
    types.int64,
    types.int64,
    types.int64,
    EVALUATE,
    WORDS,
    WORDS,
    FLAG,
)


@kernel(SIGNATURE)
def alphabeta(own, enemy, side, depth, ply, alpha, beta, evaluate, weights, work, stop) -> int:
    """The value of the position for the side to move, `depth` plies deep, within (alpha, beta)."""
    work[LENGTHS + ply] = 0
    if count_node(work, stop):
        return int64(0)
    moves = legal(own, enemy)
    if moves == uint64(0) and legal(enemy, own) == uint64(0):
        return final_value(own, enemy, work)
    if depth == 0:
        work[GUESSES] += 1
        return evaluate(own, enemy, side, weights)
    if moves == uint64(0):
        value = -alphabeta(enemy, own, -side, depth - 1, ply + 1, -beta, -alpha, evaluate, weights, work, stop)
        keep_line(work, ply, int64(PASS))
        return value
    best = int64(-INFINITY)
    all_moves = moves
    while moves:
        square = ctz(moves)
        moves &= moves - uint64(1)
        turned = flips(own, enemy, square)
        value = -alphabeta(
            enemy ^ turned,
            own ^ turned ^ (uint64(1) << square),
            -side,
            depth - 1,
            ply + 1,
            -beta,
            -max(alpha, best),
            evaluate,
            weights,
            work,
            stop,
        )
        if work[STOPPED]:
            return int64(0)
        if value > best:
            best = value
            keep_line(work, ply, int64(square))
            if best >= beta:
                work[CUTS] += 1
                work[FIRST_CUTS] += int64(square == ctz(all_moves))
                break
    return best
