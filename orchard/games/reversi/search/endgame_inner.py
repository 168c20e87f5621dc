"""The bulk of an endgame search: null windows from a dozen empty squares down to the last four.

Up to six empties: moves into odd quadrants first, nothing stored. Above: the table, stability, and the moves that leave
the opponent the fewest replies first.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from orchard.core.jit import ctz, kernel, numba, popcount
from orchard.games.reversi.bits import flips, legal
from orchard.games.reversi.search.endgame_last import (
    NO_SCORE,
    NODES,
    QUADRANT,
    final_score,
    last_four,
    last_one,
    last_three,
    last_two,
)
from orchard.games.reversi.search.endgame_table import (
    EXACT,
    NO_MOVE,
    hash_of,
    lookup,
    lower_of,
    move_of,
    remember,
    upper_of,
)
from orchard.games.reversi.search.memory import move_room, peek, peek_byte, poke, prefetch
from orchard.games.reversi.search.stable import stable_discs

uint64, int64 = numba.uint64, numba.int64

# the words of a context; word 0 counts nodes, LOWER and UPPER are bounds + 64 for those who watch
NODE_LIMIT, STOPPED, STOP_FLAG, HALT_FLAG, TABLE, TABLE_MASK, DATE, EDGES, TRUST, BUSY, ABORT, LOWER, UPPER = range(
    1, 14
)
PATH = 16  # from here on, two words for each outer ply: the position's key, and alpha + 64
CONTEXT_WORDS = 16 + 2 * 130

SHALLOW = 6  # at most so many empties: no table, no sorting
WATCH = 9  # from so many empties on, look at the stop flag
PROBE_CHILDREN = 8  # from so many empties on, ask the table about every child first

CORNERS = 0x8100000000000081

# How high alpha must be before stable discs are worth counting, by empties.
STABILITY_FROM = np.array([99, 99, 99, 99, 99, 8, 10, 12, 14, 16, 20, 22, 24, 26, 28, 30] + [32] * 48, dtype=np.int64)


def _square_values():
    corner = [9, 2, 8, 6, 2, 1, 3, 3, 8, 3, 7, 4, 6, 3, 4, 0]
    values = np.zeros(64, dtype=np.int64)
    for square in range(64):
        row, column = divmod(square, 8)
        values[square] = corner[min(row, 7 - row) * 4 + min(column, 7 - column)]
    return values


SQUARE_VALUE = _square_values()


@kernel("int64(uint64, uint64, int64, uint64)")
def stability_bound(own, enemy, reversed_game, context):
    """No score of the mover can be above this."""
    edges = peek(context, uint64(EDGES))
    if reversed_game != 0:
        return int64(64) - 2 * int64(popcount(stable_discs(own, enemy, edges)))
    return int64(64) - 2 * int64(popcount(stable_discs(enemy, own, edges)))


@kernel("int64(uint64, uint64, uint64, int64, int64, uint64, int64, uint64)")
def shallow(own, enemy, moves, alpha, empties, odd, reversed_game, context):
    """Five or six empties; `odd` covers the quadrants with an odd number of them."""
    poke(context, uint64(NODES), peek(context, uint64(NODES)) + uint64(1))
    if moves == uint64(0):
        moves = legal(enemy, own)
        if moves == uint64(0):
            return final_score(own, enemy, reversed_game)
        return -shallow(enemy, own, moves, -alpha - int64(1), empties, odd, reversed_game, context)
    if alpha >= STABILITY_FROM[empties]:
        bound = stability_bound(own, enemy, reversed_game, context)
        if bound <= alpha:
            return bound
    vacant = ~(own | enemy)
    best = int64(NO_SCORE)
    first = moves & odd
    later = moves ^ first
    if first == uint64(0):
        first, later = later, first
    while True:
        square = ctz(first)
        first &= first - uint64(1)
        turned = flips(own, enemy, square)
        next_own, next_enemy = enemy ^ turned, own ^ turned ^ (uint64(1) << square)
        next_odd = odd ^ QUADRANT[square]
        if empties == int64(5):
            left = vacant ^ (uint64(1) << square)
            alone = left & next_odd
            if int64(popcount(alone)) == 2:
                left ^= alone
                a = ctz(alone)
                b = ctz(alone & (alone - uint64(1)))
            else:
                a = ctz(left)
                left &= left - uint64(1)
                b = ctz(left)
                left &= left - uint64(1)
            c = ctz(left)
            d = ctz(left & (left - uint64(1)))
            score = -last_four(next_own, next_enemy, -alpha - int64(1), a, b, c, d, reversed_game, context)
        else:
            replies = legal(next_own, next_enemy)
            score = -shallow(
                next_own, next_enemy, replies, -alpha - int64(1), empties - 1, next_odd, reversed_game, context
            )
        if score > best:
            if score > alpha:
                return score
            best = score
        if first == uint64(0):
            if later == uint64(0):
                return best
            first, later = later, uint64(0)


@kernel("uint64(uint64)")
def odd_quadrants(vacant):
    """The quadrants with an odd number of empty squares, as a mask."""
    odd = uint64(0)
    for corner in (uint64(0), uint64(4), uint64(32), uint64(36)):
        quadrant = uint64(0x0F0F0F0F) << corner
        if popcount(vacant & quadrant) & uint64(1):
            odd |= quadrant
    return odd


@kernel("int64(uint64, uint64, uint64, int64, int64, uint64, int64, uint64)")
def inner(own, enemy, moves, alpha, empties, odd, reversed_game, context):
    """Seven empties and more: is the score above alpha? Garbage once STOPPED is set."""
    nodes_before = peek(context, uint64(NODES))
    poke(context, uint64(NODES), nodes_before + uint64(1))
    if moves == uint64(0):
        moves = legal(enemy, own)
        if moves == uint64(0):
            return final_score(own, enemy, reversed_game)
        return -inner(enemy, own, moves, -alpha - int64(1), empties, odd, reversed_game, context)
    if alpha >= STABILITY_FROM[empties]:
        bound = stability_bound(own, enemy, reversed_game, context)
        if bound <= alpha:
            return bound
    if empties >= WATCH:
        flags = peek_byte(peek(context, uint64(STOP_FLAG)), uint64(0))
        flags |= peek_byte(peek(context, uint64(HALT_FLAG)), uint64(0))
        if (flags != uint64(0)) | (nodes_before >= peek(context, uint64(NODE_LIMIT))):
            poke(context, uint64(STOPPED), uint64(1))
            return alpha

    table, mask = peek(context, uint64(TABLE)), peek(context, uint64(TABLE_MASK))
    key = hash_of(own, enemy)
    bounds = lookup(table, mask, key)
    known_move = uint64(NO_MOVE)
    if bounds:
        if lower_of(bounds) > alpha:
            return lower_of(bounds)
        if upper_of(bounds) <= alpha:
            return upper_of(bounds)
        known_move = move_of(bounds)

    values, turns, answers, keys = move_room(), move_room(), move_room(), move_room()
    count = uint64(0)
    while moves:
        square = ctz(moves)
        moves &= moves - uint64(1)
        turned = flips(own, enemy, square)
        next_own, next_enemy = enemy ^ turned, own ^ turned ^ (uint64(1) << square)
        if next_own == uint64(0):
            if reversed_game == 0:
                return int64(64)
            value = int64(-5000)
            replies = uint64(0)
            poke(keys, count, uint64(0))
        else:
            replies = legal(next_own, next_enemy)
            if empties > PROBE_CHILDREN:
                child = hash_of(next_own, next_enemy)
                poke(keys, count, child)
                prefetch(table + ((child & mask) << uint64(6)))
            if reversed_game == 0:
                mobility = popcount(replies) + popcount(replies & uint64(CORNERS))
                value = SQUARE_VALUE[square] - int64(mobility) * int64(16)
                if odd & (uint64(1) << square):
                    value += int64(8)
            else:
                value = -int64(popcount(replies)) * int64(16) - SQUARE_VALUE[square]
            if square == known_move:
                value = int64(5000)
        poke(values, count, (uint64(value + int64(10000)) << uint64(8)) | square)
        poke(turns, count, turned)
        poke(answers, count, replies)
        count += uint64(1)

    if empties > PROBE_CHILDREN:
        for index in range(count):
            bounds = lookup(table, mask, peek(keys, uint64(index)))
            if bounds and -upper_of(bounds) > alpha:
                score = -upper_of(bounds)
                square = peek(values, uint64(index)) & uint64(63)
                date = peek(context, uint64(DATE))
                remember(table, mask, key, score, int64(64), square, uint64(1), date, int64(EXACT))
                return score

    best = int64(NO_SCORE)
    best_move = uint64(NO_MOVE)
    done = uint64(0)
    while done < count:
        choice = done
        highest = peek(values, done)
        for other in range(done + uint64(1), count):
            value = peek(values, uint64(other))
            if value > highest:
                choice, highest = uint64(other), value
        square = highest & uint64(63)
        turned, replies = peek(turns, choice), peek(answers, choice)
        if choice != done:
            poke(values, choice, peek(values, done))
            poke(turns, choice, peek(turns, done))
            poke(answers, choice, peek(answers, done))
        done += uint64(1)
        next_own, next_enemy = enemy ^ turned, own ^ turned ^ (uint64(1) << square)
        next_odd = odd ^ QUADRANT[square]
        if empties == int64(SHALLOW + 1):
            score = -shallow(
                next_own, next_enemy, replies, -alpha - int64(1), empties - 1, next_odd, reversed_game, context
            )
        else:
            score = -inner(
                next_own, next_enemy, replies, -alpha - int64(1), empties - 1, next_odd, reversed_game, context
            )
            if peek(context, uint64(STOPPED)):
                return alpha
        if score > best:
            best, best_move = score, square
            if score > alpha:
                break
    nodes = peek(context, uint64(NODES)) - nodes_before
    if best > alpha:
        remember(table, mask, key, best, int64(64), best_move, nodes, peek(context, uint64(DATE)), int64(EXACT))
    else:
        remember(table, mask, key, int64(-64), best, best_move, nodes, peek(context, uint64(DATE)), int64(EXACT))
    return best


@kernel("int64(uint64, uint64, int64, int64, int64, uint64)")
def null_window(own, enemy, alpha, empties, reversed_game, context):
    """Is the score above alpha? For any number of empties that the callers' patience allows."""
    vacant = ~(own | enemy)
    if empties > int64(SHALLOW):
        moves = legal(own, enemy)
        return inner(own, enemy, moves, alpha, empties, odd_quadrants(vacant), reversed_game, context)
    if empties > int64(4):
        moves = legal(own, enemy)
        return shallow(own, enemy, moves, alpha, empties, odd_quadrants(vacant), reversed_game, context)
    if empties == int64(0):
        return final_score(own, enemy, reversed_game)
    a = ctz(vacant)
    vacant &= vacant - uint64(1)
    if empties == int64(1):
        return last_one(own, alpha, a, reversed_game)
    b = ctz(vacant)
    vacant &= vacant - uint64(1)
    if empties == int64(2):
        return last_two(own, enemy, alpha, a, b, reversed_game, context)
    c = ctz(vacant)
    vacant &= vacant - uint64(1)
    if empties == int64(3):
        return last_three(own, enemy, alpha, a, b, c, reversed_game, context)
    return last_four(own, enemy, alpha, a, b, c, ctz(vacant), reversed_game, context)
