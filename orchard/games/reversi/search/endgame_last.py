"""The last four empty squares, solved without generating moves.

Every function answers a null window: is the score above `alpha`? It returns a score that is a lower bound when
above `alpha` and an upper bound otherwise.

Squares come in an order that plays into odd regions first: the side that fills a region last tends to win it.
A node is a position reached by playing a disc (or by a pass above these functions), the last square included.
"""

# mypy: ignore-errors
import numpy as np

from orchard.core.jit import kernel, numba, pext, popcount
from orchard.games.reversi.bits import COLUMN, DOWN, RIGHT, ROW, final_score, flips, masks_of
from orchard.games.reversi.search.endgame_context import CONTEXT, NO_SCORE

types = numba.types
uint64, int64 = numba.uint64, numba.int64

FIRST_COLUMN = 0x0101010101010101


def _line_turns():
    """[8][256] twice the discs turned on a line of 8 by playing at a place, where all but `own` are the enemy's."""
    turns = np.zeros((8, 256), dtype=np.uint8)
    for place in range(8):
        for own in range(256):
            for step in (-1, 1):
                walk = place + step
                while 0 <= walk < 8 and not own >> walk & 1:
                    walk += step
                if 0 <= walk < 8:
                    turns[place, own] += 2 * (abs(walk - place) - 1)
    return turns.reshape(-1)


DIAGONAL, ANTI_DIAGONAL = masks_of(DOWN == RIGHT), masks_of(DOWN == -RIGHT)  # the square itself included
BELOW = np.array([(1 << square) - 1 for square in range(64)], dtype=np.uint64)
# where the square lies on its diagonals, as an offset in TURNS
DIAGONAL_PLACE = np.bitwise_count(DIAGONAL & BELOW).astype(np.uint64) * np.uint64(256)
ANTI_DIAGONAL_PLACE = np.bitwise_count(ANTI_DIAGONAL & BELOW).astype(np.uint64) * np.uint64(256)
NEIGHBOURS = masks_of(np.maximum(abs(DOWN), abs(RIGHT)) == 1)
QUADRANT = masks_of((ROW[:, None] // 4 == ROW // 4) & (COLUMN[:, None] // 4 == COLUMN // 4))
TURNS = _line_turns()


@kernel("int64(uint64, uint64)")
def double_turns(own, square):
    """Twice the discs turned by playing on the only empty square."""
    row = TURNS[((square & uint64(7)) << uint64(8)) + ((own >> (square & uint64(56))) & uint64(255))]
    column = TURNS[((square >> uint64(3)) << uint64(8)) + pext(own, uint64(FIRST_COLUMN) << (square & uint64(7)))]
    diagonal = TURNS[DIAGONAL_PLACE[square] + pext(own, DIAGONAL[square])]
    anti = TURNS[ANTI_DIAGONAL_PLACE[square] + pext(own, ANTI_DIAGONAL[square])]
    return int64(row) + int64(column) + int64(diagonal) + int64(anti)


@kernel(int64(uint64, int64, uint64, CONTEXT), forceinline=True)
def last_one(own, alpha, square, context):
    """One empty square: the board is not even updated, only the turned discs are counted."""
    mine, squares = 2 * int64(popcount(own)), context.squares
    turned = double_turns(own, square)
    if context.reversed_game != 0:
        if turned != 0:
            return squares - int64(2) - mine - turned
        turned = double_turns(~own & context.board & ~(uint64(1) << square), square)
        if turned != 0:
            return squares - mine + turned
        return squares - int64(1) - mine
    if turned != 0:
        return mine - squares + int64(2) + turned
    unplayed = mine - squares + int64(2) if mine >= squares else mine - squares
    if unplayed > alpha:  # otherwise whatever the opponent turns only lowers what is already too low
        turned = double_turns(~own & context.board & ~(uint64(1) << square), square)
        if turned != 0:
            return mine - squares - turned
    return unplayed


@kernel("uint64(uint64, uint64, uint64)", forceinline=True)
def turned_by(own, enemy, square):
    """`flips`, which is spared where no enemy disc lies beside the square."""
    return flips(own, enemy, square) if NEIGHBOURS[square] & enemy else uint64(0)


@kernel(int64(uint64, uint64, int64, uint64, uint64, CONTEXT), forceinline=True)
def last_two(own, enemy, alpha, a, b, context):
    nodes = context.nodes + 1
    best = int64(NO_SCORE)
    turned = turned_by(own, enemy, a)
    if turned:
        nodes += 1
        best = -last_one(enemy ^ turned, -alpha - int64(1), b, context)
        if best > alpha:
            context.nodes = nodes
            return best
    turned = turned_by(own, enemy, b)
    if turned:
        nodes += 1
        best = max(best, -last_one(enemy ^ turned, -alpha - int64(1), a, context))
    if best == int64(NO_SCORE):
        worst = -int64(NO_SCORE)
        turned = flips(enemy, own, a)
        if turned:
            nodes += 1
            worst = last_one(own ^ turned, alpha, b, context)
        if worst > alpha:
            turned = flips(enemy, own, b)
            if turned:
                nodes += 1
                worst = min(worst, last_one(own ^ turned, alpha, a, context))
        best = worst
        if worst == -int64(NO_SCORE):
            best = final_score(own, enemy, context.squares, context.reversed_game)
    context.nodes = nodes
    return best


@kernel(int64(uint64, uint64, int64, uint64, uint64, uint64, CONTEXT))
def last_three(own, enemy, alpha, a, b, c, context):
    context.nodes += 1
    # two squares in one quadrant and one elsewhere: the single one is the odd region
    if QUADRANT[a] == QUADRANT[b]:
        a, c = c, a
    elif QUADRANT[a] == QUADRANT[c]:
        a, b = b, a
    sign = int64(1)
    while True:
        best = int64(NO_SCORE)
        beta = -alpha - int64(1)
        turned = turned_by(own, enemy, a)
        if turned:
            best = -last_two(enemy ^ turned, own ^ turned ^ (uint64(1) << a), beta, b, c, context)
            if best > alpha:
                return sign * best
        turned = turned_by(own, enemy, b)
        if turned:
            score = -last_two(enemy ^ turned, own ^ turned ^ (uint64(1) << b), beta, a, c, context)
            if score > alpha:
                return sign * score
            best = max(best, score)
        turned = turned_by(own, enemy, c)
        if turned:
            score = -last_two(enemy ^ turned, own ^ turned ^ (uint64(1) << c), beta, a, b, context)
            best = max(best, score)
        if best > int64(NO_SCORE):
            return sign * best
        if sign < 0:
            return -final_score(own, enemy, context.squares, context.reversed_game)
        own, enemy, alpha, sign = enemy, own, beta, -sign


@kernel(int64(uint64, uint64, int64, uint64, uint64, uint64, uint64, CONTEXT))
def last_four(own, enemy, alpha, a, b, c, d, context):
    """Four empty squares, in the order given; the caller puts those of odd quadrants first."""
    context.nodes += 1
    sign = int64(1)
    while True:
        best = int64(NO_SCORE)
        beta = -alpha - int64(1)
        turned = turned_by(own, enemy, a)
        if turned:
            best = -last_three(enemy ^ turned, own ^ turned ^ (uint64(1) << a), beta, b, c, d, context)
            if best > alpha:
                return sign * best
        turned = turned_by(own, enemy, b)
        if turned:
            score = -last_three(enemy ^ turned, own ^ turned ^ (uint64(1) << b), beta, a, c, d, context)
            if score > alpha:
                return sign * score
            best = max(best, score)
        turned = turned_by(own, enemy, c)
        if turned:
            score = -last_three(enemy ^ turned, own ^ turned ^ (uint64(1) << c), beta, a, b, d, context)
            if score > alpha:
                return sign * score
            best = max(best, score)
        turned = turned_by(own, enemy, d)
        if turned:
            score = -last_three(enemy ^ turned, own ^ turned ^ (uint64(1) << d), beta, a, b, c, context)
            best = max(best, score)
        if best > int64(NO_SCORE):
            return sign * best
        if sign < 0:
            return -final_score(own, enemy, context.squares, context.reversed_game)
        own, enemy, alpha, sign = enemy, own, beta, -sign
