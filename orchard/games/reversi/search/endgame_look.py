"""A few plies ahead: which move of an endgame to try first.

`look` is for the 8×8 board, by the trained evaluation. Values are hundredths of a disc from the view of the side to
move. Row `ply` of the context's rows holds the position's patterns (see evaluate/patterns.py); the rows after it are
overwritten.

`glance` is for boards without a trained evaluation, by mobility and corners, in steps of a sixteenth of a move; its
values order moves and mean nothing else.
"""

# mypy: ignore-errors
from orchard.core.jit import ctz, kernel, numba, popcount
from orchard.games.reversi.bits import final_score, flips, legal
from orchard.games.reversi.evaluate.patterns import advance, evaluate_row, rows_of, weights_of
from orchard.games.reversi.search.endgame_context import CONTEXT, MOVES, room_for_moves

types = numba.types
uint64, int64 = numba.uint64, numba.int64

PASS_SQUARE = 64
OPEN = 100_000  # beyond every value
MOVE, CORNER, SCORE = 16, 48, 64  # what `glance` counts


@kernel(types.void(int64, uint64, uint64, uint64, MOVES), forceinline=True)
def insert(count, order, turned, beside, room):
    """Put one more move among `count` that are sorted by `order`, the highest first."""
    place = uint64(count)
    while place > uint64(0) and room.order[place - uint64(1)] < order:
        room.order[place] = room.order[place - uint64(1)]
        room.turned[place] = room.turned[place - uint64(1)]
        room.beside[place] = room.beside[place - uint64(1)]
        place -= uint64(1)
    room.order[place] = order
    room.turned[place] = turned
    room.beside[place] = beside


@kernel(int64(uint64, uint64, uint64, int64, int64, int64, int64, CONTEXT))
def look(own, enemy, moves, alpha, beta, depth, ply, context):
    """The value `depth` plies ahead: exact inside (alpha, beta), else a bound. `moves` are the mover's."""
    context.nodes += 1
    rows = rows_of(context)
    if (moves == uint64(0)) | (depth <= int64(0)):
        replies = legal(enemy, own)
        if moves == uint64(0):
            if replies == uint64(0):
                return int64(100) * final_score(own, enemy, context.squares, context.reversed_game)
            if depth > int64(0):
                advance(rows, ply, uint64(PASS_SQUARE), uint64(0))
                return -look(enemy, own, replies, -beta, -alpha, depth, ply + 1, context)
        own_moves, enemy_moves = int64(popcount(moves)), int64(popcount(replies))
        return evaluate_row(rows, ply, own, enemy, own_moves, enemy_moves, weights_of(context))

    best = int64(-OPEN)
    if depth == int64(1):
        while moves:
            square = ctz(moves)
            moves &= moves - uint64(1)
            turned = flips(own, enemy, square)
            advance(rows, ply, square, turned)
            next_own, next_enemy = enemy ^ turned, own ^ turned ^ (uint64(1) << square)
            replies = legal(next_own, next_enemy)
            value = -look(next_own, next_enemy, replies, -beta, -alpha, depth - 1, ply + 1, context)
            if value > best:
                best = value
                if best >= beta:
                    return best
        return best

    room = room_for_moves()
    count = int64(popcount(moves))
    for number in range(count):  # fewest replies first, hence ~
        square = ctz(moves)
        moves &= moves - uint64(1)
        turned = flips(own, enemy, square)
        replies = legal(enemy ^ turned, own ^ turned ^ (uint64(1) << square))
        insert(int64(number), ~((popcount(replies) << uint64(8)) | square), turned, replies, room)
    for number in range(count):
        square, turned = ~room.order[uint64(number)] & uint64(63), room.turned[uint64(number)]
        advance(rows, ply, square, turned)
        next_own, next_enemy = enemy ^ turned, own ^ turned ^ (uint64(1) << square)
        replies = room.beside[uint64(number)]
        value = -look(next_own, next_enemy, replies, -beta, -max(alpha, best), depth - 1, ply + 1, context)
        if value > best:
            best = value
            if best >= beta:
                return best
    return best


@kernel(int64(uint64, uint64, uint64, CONTEXT), forceinline=True)
def at_a_glance(own, enemy, moves, context):
    """What a position looks like, where the mover's moves are known."""
    replies = legal(enemy, own) & context.board
    if (moves | replies) == uint64(0):
        return int64(SCORE) * final_score(own, enemy, context.squares, context.reversed_game)
    corners = int64(popcount(own & context.corners)) - int64(popcount(enemy & context.corners))
    if context.reversed_game != 0:
        corners = -corners
    return int64(MOVE) * (int64(popcount(moves)) - int64(popcount(replies))) + int64(CORNER) * corners


@kernel(int64(uint64, uint64, uint64, int64, int64, int64, CONTEXT))
def glance(own, enemy, moves, alpha, beta, depth, context):
    """The value `depth` plies ahead: exact inside (alpha, beta), else a bound. `moves` are the mover's."""
    context.nodes += 1
    if depth <= int64(0):
        return at_a_glance(own, enemy, moves, context)
    if moves == uint64(0):
        replies = legal(enemy, own) & context.board
        if replies == uint64(0):
            return int64(SCORE) * final_score(own, enemy, context.squares, context.reversed_game)
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
