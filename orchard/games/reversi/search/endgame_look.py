"""A few plies ahead by the trained evaluation: which move of an endgame to try first.

Values are hundredths of a disc from the view of the side to move. Row `ply` of `rows` holds the position's patterns
(see evaluate/patterns.py); the rows after it are overwritten.
"""

# mypy: ignore-errors
from __future__ import annotations

from orchard.core.jit import ctz, kernel, numba, popcount
from orchard.games.reversi.bits import flips, legal
from orchard.games.reversi.evaluate.patterns import ROWS, WEIGHTS, advance, evaluate_row
from orchard.games.reversi.search.endgame_last import NODES, final_score
from orchard.games.reversi.search.memory import move_room, peek, poke

uint64, int64 = numba.uint64, numba.int64
types = numba.types

PASS_SQUARE = 64
OPEN = 100_000  # beyond every value

LOOK_SIGNATURE = types.int64(
    types.uint64,
    types.uint64,
    types.uint64,
    types.int64,
    types.int64,
    types.int64,
    types.int64,
    types.int64,
    types.uint64,
    ROWS,
    WEIGHTS,
)


@kernel(LOOK_SIGNATURE)
def look(own, enemy, moves, alpha, beta, depth, ply, reversed_game, context, rows, weights):
    """The value `depth` plies ahead: exact inside (alpha, beta), else a bound. `moves` are the mover's."""
    poke(context, uint64(NODES), peek(context, uint64(NODES)) + uint64(1))
    if (moves == uint64(0)) | (depth <= int64(0)):
        replies = legal(enemy, own)
        if moves == uint64(0):
            if replies == uint64(0):
                return int64(100) * final_score(own, enemy, reversed_game)
            if depth > int64(0):
                advance(rows, ply, uint64(PASS_SQUARE), uint64(0))
                return -look(enemy, own, replies, -beta, -alpha, depth, ply + 1, reversed_game, context, rows, weights)
        return evaluate_row(rows, ply, own, enemy, int64(popcount(moves)), int64(popcount(replies)), weights)

    best = int64(-OPEN)
    if depth == int64(1):
        while moves:
            square = ctz(moves)
            moves &= moves - uint64(1)
            turned = flips(own, enemy, square)
            advance(rows, ply, square, turned)
            next_own, next_enemy = enemy ^ turned, own ^ turned ^ (uint64(1) << square)
            replies = legal(next_own, next_enemy)
            value = -look(
                next_own, next_enemy, replies, -beta, -alpha, depth - 1, ply + 1, reversed_game, context, rows, weights
            )
            if value > best:
                best = value
                if best >= beta:
                    return best
        return best

    # fewest replies first
    values, turns, answers = move_room(), move_room(), move_room()
    count = uint64(0)
    while moves:
        square = ctz(moves)
        moves &= moves - uint64(1)
        turned = flips(own, enemy, square)
        replies = legal(enemy ^ turned, own ^ turned ^ (uint64(1) << square))
        word = (popcount(replies) << uint64(8)) | square
        place = count
        while place > uint64(0) and peek(values, place - uint64(1)) > word:
            poke(values, place, peek(values, place - uint64(1)))
            poke(turns, place, peek(turns, place - uint64(1)))
            poke(answers, place, peek(answers, place - uint64(1)))
            place -= uint64(1)
        poke(values, place, word)
        poke(turns, place, turned)
        poke(answers, place, replies)
        count += uint64(1)
    for index in range(count):
        square = peek(values, uint64(index)) & uint64(63)
        turned = peek(turns, uint64(index))
        advance(rows, ply, square, turned)
        value = -look(
            enemy ^ turned,
            own ^ turned ^ (uint64(1) << square),
            peek(answers, uint64(index)),
            -beta,
            -max(alpha, best),
            depth - 1,
            ply + 1,
            reversed_game,
            context,
            rows,
            weights,
        )
        if value > best:
            best = value
            if best >= beta:
                return best
    return best
