"""The last four empty squares, solved without generating moves.

Every function answers a null window: is the score above `alpha`? It returns a score that is a lower bound when
above `alpha` and an upper bound otherwise.

Squares come in an order that plays into odd regions first: the side that fills a region last tends to win it.
A node is a position reached by playing a disc (or by a pass above these functions), the last square included.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from orchard.core.jit import kernel, numba, pext, popcount
from orchard.games.reversi.bits import flips
from orchard.games.reversi.search.endgame_context import CONTEXT, NO_SCORE, final_score

types = numba.types
uint64, int64 = numba.uint64, numba.int64

COLUMN = 0x0101010101010101


def _line_masks():
    """[64][2] the diagonal and the anti-diagonal through each square, the square included."""
    masks = np.zeros((64, 2), dtype=np.uint64)
    for square in range(64):
        row, column = divmod(square, 8)
        for other in range(64):
            r, c = divmod(other, 8)
            if r - c == row - column:
                masks[square, 0] |= np.uint64(1 << other)
            if r + c == row + column:
                masks[square, 1] |= np.uint64(1 << other)
    return masks


def _neighbour_masks():
    masks = np.zeros(64, dtype=np.uint64)
    for square in range(64):
        row, column = divmod(square, 8)
        for r in range(max(0, row - 1), min(8, row + 2)):
            for c in range(max(0, column - 1), min(8, column + 2)):
                if (r, c) != (row, column):
                    masks[square] |= np.uint64(1 << (r * 8 + c))
    return masks


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


def _quadrants():
    masks = np.zeros(64, dtype=np.uint64)
    for square in range(64):
        row, column = divmod(square, 8)
        masks[square] = 0x0F0F0F0F << (4 if column > 3 else 0) << (32 if row > 3 else 0)
    return masks


LINES = _line_masks()
DIAGONAL, ANTI_DIAGONAL = LINES[:, 0].copy(), LINES[:, 1].copy()
_BELOW = [np.uint64((1 << square) - 1) for square in range(64)]
DIAGONAL_PLACE = np.array([int(DIAGONAL[s] & _BELOW[s]).bit_count() * 256 for s in range(64)], dtype=np.uint64)
ANTI_DIAGONAL_PLACE = np.array(
    [int(ANTI_DIAGONAL[s] & _BELOW[s]).bit_count() * 256 for s in range(64)], dtype=np.uint64
)
NEIGHBOURS = _neighbour_masks()
QUADRANT = _quadrants()
TURNS = _line_turns()


@kernel("int64(uint64, uint64)")
def double_turns(own, square):
    """Twice the discs turned by playing on the only empty square."""
    row = TURNS[((square & uint64(7)) << uint64(8)) + ((own >> (square & uint64(56))) & uint64(255))]
    column = TURNS[((square >> uint64(3)) << uint64(8)) + pext(own, uint64(COLUMN) << (square & uint64(7)))]
    diagonal = TURNS[DIAGONAL_PLACE[square] + pext(own, DIAGONAL[square])]
    anti = TURNS[ANTI_DIAGONAL_PLACE[square] + pext(own, ANTI_DIAGONAL[square])]
    return int64(row) + int64(column) + int64(diagonal) + int64(anti)


@kernel(types.int64(types.uint64, types.int64, types.uint64, CONTEXT))
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


@kernel(types.int64(types.uint64, types.uint64, types.int64, types.uint64, types.uint64, CONTEXT))
def last_two(own, enemy, alpha, a, b, context):
    nodes = context.nodes + 1
    best = int64(NO_SCORE)
    if NEIGHBOURS[a] & enemy:
        turned = flips(own, enemy, a)
        if turned:
            nodes += 1
            best = -last_one(enemy ^ turned, -alpha - int64(1), b, context)
            if best > alpha:
                context.nodes = nodes
                return best
    if NEIGHBOURS[b] & enemy:
        turned = flips(own, enemy, b)
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
            best = final_score(own, enemy, context)
    context.nodes = nodes
    return best


@kernel(types.int64(types.uint64, types.uint64, types.int64, types.uint64, types.uint64, types.uint64, CONTEXT))
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
        if NEIGHBOURS[a] & enemy:
            turned = flips(own, enemy, a)
            if turned:
                best = -last_two(enemy ^ turned, own ^ turned ^ (uint64(1) << a), beta, b, c, context)
                if best > alpha:
                    return sign * best
        if NEIGHBOURS[b] & enemy:
            turned = flips(own, enemy, b)
            if turned:
                score = -last_two(enemy ^ turned, own ^ turned ^ (uint64(1) << b), beta, a, c, context)
                if score > alpha:
                    return sign * score
                best = max(best, score)
        if NEIGHBOURS[c] & enemy:
            turned = flips(own, enemy, c)
            if turned:
                score = -last_two(enemy ^ turned, own ^ turned ^ (uint64(1) << c), beta, a, b, context)
                best = max(best, score)
        if best > int64(NO_SCORE):
            return sign * best
        if sign < 0:
            return -final_score(own, enemy, context)
        own, enemy, alpha, sign = enemy, own, beta, -sign


@kernel(
    types.int64(
        types.uint64, types.uint64, types.int64, types.uint64, types.uint64, types.uint64, types.uint64, CONTEXT
    )
)
def last_four(own, enemy, alpha, a, b, c, d, context):
    """Four empty squares, in the order given; the caller puts those of odd quadrants first."""
    context.nodes += 1
    sign = int64(1)
    while True:
        best = int64(NO_SCORE)
        beta = -alpha - int64(1)
        if NEIGHBOURS[a] & enemy:
            turned = flips(own, enemy, a)
            if turned:
                best = -last_three(enemy ^ turned, own ^ turned ^ (uint64(1) << a), beta, b, c, d, context)
                if best > alpha:
                    return sign * best
        if NEIGHBOURS[b] & enemy:
            turned = flips(own, enemy, b)
            if turned:
                score = -last_three(enemy ^ turned, own ^ turned ^ (uint64(1) << b), beta, a, c, d, context)
                if score > alpha:
                    return sign * score
                best = max(best, score)
        if NEIGHBOURS[c] & enemy:
            turned = flips(own, enemy, c)
            if turned:
                score = -last_three(enemy ^ turned, own ^ turned ^ (uint64(1) << c), beta, a, b, d, context)
                if score > alpha:
                    return sign * score
                best = max(best, score)
        if NEIGHBOURS[d] & enemy:
            turned = flips(own, enemy, d)
            if turned:
                score = -last_three(enemy ^ turned, own ^ turned ^ (uint64(1) << d), beta, a, b, c, context)
                best = max(best, score)
        if best > int64(NO_SCORE):
            return sign * best
        if sign < 0:
            return -final_score(own, enemy, context)
        own, enemy, alpha, sign = enemy, own, beta, -sign
