"""A few plies ahead on boards without a trained evaluation: which move to try first.

Mobility and corners, in steps of a sixteenth of a move; the values order moves and mean nothing else.
"""

# mypy: ignore-errors
from __future__ import annotations

from orchard.core.jit import ctz, kernel, numba, popcount
from orchard.games.reversi.bits import flips, legal
from orchard.games.reversi.search.endgame_context import CONTEXT, final_score

types = numba.types
uint64, int64 = numba.uint64, numba.int64

MOVE, CORNER, SCORE = 16, 48, 64


@kernel(types.int64(types.uint64, types.uint64, types.uint64, CONTEXT), forceinline=True)
def at_a_glance(own, enemy, moves, context):
    """What a position looks like, where the mover's moves are known."""
    replies = legal(enemy, own) & context.board
    if (moves | replies) == uint64(0):
        return int64(SCORE) * final_score(own, enemy, context)
    corners = int64(popcount(own & context.corners)) - int64(popcount(enemy & context.corners))
    if context.reversed_game != 0:
        corners = -corners
    return int64(MOVE) * (int64(popcount(moves)) - int64(popcount(replies))) + int64(CORNER) * corners


@kernel(types.int64(types.uint64, types.uint64, types.uint64, types.int64, types.int64, types.int64, CONTEXT))
def glance(own, enemy, moves, alpha, beta, depth, context):
    """The value `depth` plies ahead: exact inside (alpha, beta), else a bound. `moves` are the mover's."""
    context.nodes += 1
    if depth <= int64(0):
        return at_a_glance(own, enemy, moves, context)
    if moves == uint64(0):
        replies = legal(enemy, own) & context.board
        if replies == uint64(0):
            return int64(SCORE) * final_score(own, enemy, context)
        return -glance(enemy, own, replies, -beta, -alpha, depth - 1, context)
    best = alpha
    while moves:
        square = ctz(moves)
        moves &= moves - uint64(1)
        turned = flips(own, enemy, square)
        next_own, next_enemy = enemy ^ turned, own ^ turned ^ (uint64(1) << square)
        replies = legal(next_own, next_enemy) & context.board
        best = max(best, -glance(next_own, next_enemy, replies, -beta, -best, depth - 1, context))
        if best >= beta:
            break
    return best
