"""The upper part of an endgame search: few nodes, each worth some thought, shared between threads.

All threads search the same tree from its root and share the table. A child that another thread is searching right now
is put off until the others are done (Weill's ABDADA, in the short form that needs only a set of busy positions). When
the table shows that a position on the way here has been decided by another thread, the work below it is dropped.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from orchard.core.jit import ctz, kernel, numba, popcount
from orchard.games.reversi.bits import flips, legal
from orchard.games.reversi.evaluate.patterns import ROWS, WEIGHTS, advance, read_position
from orchard.games.reversi.search.endgame_inner import (
    ABORT,
    BUSY,
    CORNERS,
    DATE,
    HALT_FLAG,
    LOWER,
    NODE_LIMIT,
    PATH,
    SQUARE_VALUE,
    STABILITY_FROM,
    STOP_FLAG,
    STOPPED,
    TABLE,
    TABLE_MASK,
    TRUST,
    UPPER,
    inner,
    null_window,
    odd_quadrants,
    stability_bound,
)
from orchard.games.reversi.search.endgame_last import NO_SCORE, NODES, final_score
from orchard.games.reversi.search.endgame_look import OPEN, PASS_SQUARE, look
from orchard.games.reversi.search.endgame_table import (
    EXACT,
    NO_MOVE,
    hash_of,
    lookup,
    lower_of,
    move_of,
    remember,
    trust_of,
    upper_of,
)
from orchard.games.reversi.search.memory import move_room, peek, peek_byte, poke

uint64, int64 = numba.uint64, numba.int64

OUTER = 13  # from so many empties on, nodes are sorted with care
SPLIT = 12  # children with fewer empties are not worth sharing
BUSY_BUCKETS = 4096  # of eight words each

MOBILITY_WEIGHT = 160  # hundredths of a disc that one reply of the opponent counts beside the evaluation
LOOK_WINDOW = 800  # hundredths of a disc behind the best so far from where on it does not matter how far
HOPELESS = 600  # so far below alpha no move is expected to reach it, and their order matters little
NO_GUESS = 99
GUESS_DEPTH = 6

_types = numba.types
OUTER_SIGNATURE = _types.int64(
    _types.uint64,
    _types.uint64,
    _types.int64,
    _types.int64,
    _types.uint64,
    _types.int64,
    _types.uint64,
    ROWS,
    WEIGHTS,
)
SOLVE_SIGNATURE = _types.int64(
    _types.uint64,
    _types.uint64,
    _types.int64,
    _types.int64,
    _types.int64,
    _types.int64,
    _types.int64,
    _types.uint64,
    ROWS,
    WEIGHTS,
)
CLOSE_SIGNATURE = _types.UniTuple(_types.int64, 2)(*SOLVE_SIGNATURE.args)

# Selective passes: how far the evaluation's look must be outside the window, in hundredths of a disc per pass, for
# Reversi and Reversed Reversi, and how many plies that look goes, by empties.
SELECTIVE = 18
PASSES = 3
SPREAD = np.array([500, 350], dtype=np.int64)
CUT_DEPTH = np.array([2] * 16 + [3] * 4 + [4] * 4 + [5] * 40, dtype=np.int64)

# How many plies the evaluation looks ahead to sort the moves of a node, by its empties.
LOOK_DEPTH = np.array([0] * 19 + [1] * 3 + [2] * 3 + [3] * 3 + [4] * 40, dtype=np.int64)


@kernel("boolean(uint64, uint64)")
def is_busy(busy, key):
    bucket = busy + ((key & uint64(BUSY_BUCKETS - 1)) << uint64(6))
    found = False
    for slot in range(8):
        found |= peek(bucket, uint64(slot)) == key
    return found


@kernel("void(uint64, uint64)")
def enter(busy, key):
    bucket = busy + ((key & uint64(BUSY_BUCKETS - 1)) << uint64(6))
    for slot in range(8):
        if peek(bucket, uint64(slot)) == uint64(0):
            poke(bucket, uint64(slot), key)
            return


@kernel("void(uint64, uint64)")
def leave(busy, key):
    bucket = busy + ((key & uint64(BUSY_BUCKETS - 1)) << uint64(6))
    for slot in range(8):
        if peek(bucket, uint64(slot)) == key:
            poke(bucket, uint64(slot), uint64(0))


@kernel("uint64(uint64, uint64)")
def decided_above(ply, context):
    """1 + the first ply whose question the table can answer by now; 0 where all are open."""
    table, mask = peek(context, uint64(TABLE)), peek(context, uint64(TABLE_MASK))
    trust = int64(peek(context, uint64(TRUST)))
    for above in range(ply + uint64(1)):
        bounds = lookup(table, mask, peek(context, uint64(PATH) + uint64(2) * uint64(above)))
        if bounds and trust_of(bounds) >= trust:
            alpha = int64(peek(context, uint64(PATH) + uint64(2) * uint64(above) + uint64(1))) - int64(64)
            if (lower_of(bounds) > alpha) | (upper_of(bounds) <= alpha):
                return uint64(above) + uint64(1)
    return uint64(0)


@kernel(OUTER_SIGNATURE)
def outer(own, enemy, alpha, empties, ply, reversed_game, context, rows, weights):
    """Is the score above alpha? Garbage once STOPPED or ABORT is set."""
    moves = legal(own, enemy)
    if empties < OUTER:
        return inner(own, enemy, moves, alpha, empties, odd_quadrants(~(own | enemy)), reversed_game, context)
    nodes_before = peek(context, uint64(NODES))
    poke(context, uint64(NODES), nodes_before + uint64(1))
    if moves == uint64(0):
        if legal(enemy, own) == uint64(0):
            return final_score(own, enemy, reversed_game)
        if weights.size > 0:
            advance(rows, int64(ply), uint64(PASS_SQUARE), uint64(0))
        poke(context, uint64(PATH) + uint64(2) * ply, hash_of(own, enemy))
        poke(context, uint64(PATH) + uint64(2) * ply + uint64(1), uint64(alpha + int64(64)))
        return -outer(enemy, own, -alpha - int64(1), empties, ply + uint64(1), reversed_game, context, rows, weights)
    flags = peek_byte(peek(context, uint64(STOP_FLAG)), uint64(0))
    flags |= peek_byte(peek(context, uint64(HALT_FLAG)), uint64(0))
    if (flags != uint64(0)) | (nodes_before >= peek(context, uint64(NODE_LIMIT))):
        poke(context, uint64(STOPPED), uint64(1))
        return alpha
    if alpha >= STABILITY_FROM[empties]:
        bound = stability_bound(own, enemy, reversed_game, context)
        if bound <= alpha:
            return bound

    table, mask, busy = peek(context, uint64(TABLE)), peek(context, uint64(TABLE_MASK)), peek(context, uint64(BUSY))
    trust = int64(peek(context, uint64(TRUST)))
    key = hash_of(own, enemy)
    bounds = lookup(table, mask, key)
    known_move = uint64(NO_MOVE)
    if bounds:
        if trust_of(bounds) >= trust:
            if lower_of(bounds) > alpha:
                return lower_of(bounds)
            if upper_of(bounds) <= alpha:
                return upper_of(bounds)
        known_move = move_of(bounds)
    poke(context, uint64(PATH) + uint64(2) * ply, key)
    poke(context, uint64(PATH) + uint64(2) * ply + uint64(1), uint64(alpha + int64(64)))

    row, static, look_depth = int64(ply), int64(0), LOOK_DEPTH[empties]
    if weights.size > 0:
        static = look(
            own, enemy, moves, -int64(OPEN), int64(OPEN), int64(0), row, reversed_game, context, rows, weights
        )
        if static < int64(100) * alpha - int64(HOPELESS):
            look_depth = max(look_depth - 2, int64(0))
    if trust < int64(EXACT):
        margin = SPREAD[reversed_game] * trust
        sure_high, sure_low = int64(100) * (alpha + 1) + margin, int64(100) * alpha - margin
        depth = CUT_DEPTH[empties]
        if static >= sure_high - margin // 2 and sure_high < int64(6400):
            value = look(own, enemy, moves, sure_high - 1, sure_high, depth, row, reversed_game, context, rows, weights)
            if value >= sure_high:
                return alpha + 1
        elif static <= sure_low + margin // 2 and sure_low > int64(-6400):
            value = look(own, enemy, moves, sure_low, sure_low + 1, depth, row, reversed_game, context, rows, weights)
            if value <= sure_low:
                return alpha

    odd = odd_quadrants(~(own | enemy))
    values, turns, keys = move_room(), move_room(), move_room()
    count = uint64(0)
    best_look = int64(-OPEN)
    while moves:
        square = ctz(moves)
        moves &= moves - uint64(1)
        turned = flips(own, enemy, square)
        next_own, next_enemy = enemy ^ turned, own ^ turned ^ (uint64(1) << square)
        child = hash_of(next_own, next_enemy)
        if next_own == uint64(0):
            if reversed_game == 0:
                return int64(64)
            value = int64(-500000)
        else:
            bounds = lookup(table, mask, child)
            if bounds and (trust_of(bounds) >= trust) and (-upper_of(bounds) > alpha):
                score = -upper_of(bounds)
                date = peek(context, uint64(DATE))
                remember(table, mask, key, score, int64(64), square, uint64(1), date, trust)
                return score
            replies = legal(next_own, next_enemy)
            mobility = int64(popcount(replies) + popcount(replies & uint64(CORNERS)))
            if square == known_move:
                value = int64(500000)
            elif weights.size > 0:
                advance(rows, int64(ply), square, turned)
                value = -look(
                    next_own,
                    next_enemy,
                    replies,
                    int64(-OPEN),
                    int64(LOOK_WINDOW) - best_look,
                    look_depth,
                    int64(ply) + 1,
                    reversed_game,
                    context,
                    rows,
                    weights,
                )
                best_look = max(best_look, value)
                value -= mobility * int64(MOBILITY_WEIGHT)
            else:
                value = -mobility * int64(16)
                if reversed_game == 0:
                    value += SQUARE_VALUE[square]
                if odd & (uint64(1) << square):
                    value += int64(8)
        word = (uint64(value + int64(1000000)) << uint64(8)) | square
        place = count
        while place > uint64(0) and peek(values, place - uint64(1)) < word:
            poke(values, place, peek(values, place - uint64(1)))
            poke(turns, place, peek(turns, place - uint64(1)))
            poke(keys, place, peek(keys, place - uint64(1)))
            place -= uint64(1)
        poke(values, place, word)
        poke(turns, place, turned)
        poke(keys, place, child)
        count += uint64(1)

    best = int64(NO_SCORE)
    best_move = uint64(NO_MOVE)
    shared = (busy != uint64(0)) & (empties > SPLIT)
    index, put_off, second_pass = uint64(0), uint64(0), False
    while True:
        if index == count:
            if second_pass or put_off == uint64(0):
                break
            index, second_pass = uint64(0), True
        bit = uint64(1) << index
        child = peek(keys, index)
        if second_pass:
            if (put_off & bit) == uint64(0):
                index += uint64(1)
                continue
        elif shared and index > uint64(0) and is_busy(busy, child):
            put_off |= bit
            index += uint64(1)
            continue
        square, turned = peek(values, index) & uint64(63), peek(turns, index)
        if shared:
            enter(busy, child)
        if weights.size > 0 and empties > OUTER:
            advance(rows, int64(ply), square, turned)
        score = -outer(
            enemy ^ turned,
            own ^ turned ^ (uint64(1) << square),
            -alpha - int64(1),
            empties - 1,
            ply + uint64(1),
            reversed_game,
            context,
            rows,
            weights,
        )
        if shared:
            leave(busy, child)
        if peek(context, uint64(STOPPED)):
            return alpha
        aborted = peek(context, uint64(ABORT))
        if aborted == uint64(0) and shared:
            aborted = decided_above(ply, context)
        if aborted != uint64(0):
            if aborted <= ply:
                poke(context, uint64(ABORT), aborted)
                return alpha
            poke(context, uint64(ABORT), uint64(0))
            bounds = lookup(table, mask, key)
            if bounds and trust_of(bounds) >= trust:
                if lower_of(bounds) > alpha:
                    return lower_of(bounds)
                if upper_of(bounds) <= alpha:
                    return upper_of(bounds)
            continue  # the answer was overwritten meanwhile: search this child again
        if score > best:
            best, best_move = score, square
            if score > alpha:
                break
        index += uint64(1)
    nodes = peek(context, uint64(NODES)) - nodes_before
    if best > alpha:
        remember(table, mask, key, best, int64(64), best_move, nodes, peek(context, uint64(DATE)), trust)
    else:
        remember(table, mask, key, int64(-64), best, best_move, nodes, peek(context, uint64(DATE)), trust)
    return best


@kernel(CLOSE_SIGNATURE)
def close_in(own, enemy, alpha, beta, guess, empties, reversed_game, context, rows, weights):
    """Bounds of the score that meet, or that lie on one side of the window; those known when STOPPED.

    A row of null windows from `guess` on; threads meet in the table.
    """
    final = peek(context, uint64(TRUST)) == uint64(EXACT)
    step = int64(1) if reversed_game != 0 else int64(2)  # Reversi's scores are even
    lower, upper = int64(-64), int64(64)
    test = max(min(guess, beta), alpha + int64(1))
    while True:
        if final:
            poke(context, uint64(LOWER), uint64(lower + int64(64)))
            poke(context, uint64(UPPER), uint64(upper + int64(64)))
        if (lower >= beta) | (lower >= upper) | (upper <= alpha):
            return lower, upper
        test = min(max(test, lower + int64(1)), upper)
        if empties < OUTER:
            score = null_window(own, enemy, test - int64(1), empties, reversed_game, context)
        else:
            score = outer(own, enemy, test - int64(1), empties, uint64(0), reversed_game, context, rows, weights)
        if peek(context, uint64(STOPPED)):
            return lower, upper
        poke(context, uint64(ABORT), uint64(0))
        if score >= test:
            lower = score
            test = lower + step
        else:
            upper = score
            test = upper


@kernel(SOLVE_SIGNATURE)
def solve_kernel(own, enemy, alpha, beta, guess, empties, reversed_game, context, rows, weights):
    """The score within (alpha, beta), else a bound at or beyond the window's edge; the last known bound if STOPPED.

    The search begins at `guess` (NO_GUESS: at what the evaluation expects). Selective passes come first: they give a
    better guess and good moves to the last pass, which alone counts and leaves nothing out.
    """
    if weights.size > 0:
        read_position(rows, int64(0), own, enemy)
        if guess == int64(NO_GUESS) and empties >= OUTER:
            depth = int64(GUESS_DEPTH)
            moves = legal(own, enemy)
            value = look(
                own, enemy, moves, -int64(OPEN), int64(OPEN), depth, int64(0), reversed_game, context, rows, weights
            )
            guess = 2 * ((value + int64(6500)) // int64(200)) - int64(64)  # the nearest even score
    if guess == int64(NO_GUESS):
        guess = int64(0)
    final_trust = peek(context, uint64(TRUST))
    if weights.size > 0 and empties >= SELECTIVE:
        for trust in range(1, PASSES + 1):
            poke(context, uint64(TRUST), uint64(trust))
            guess, _ = close_in(own, enemy, alpha, beta, guess, empties, reversed_game, context, rows, weights)
        poke(context, uint64(TRUST), final_trust)
    lower, upper = close_in(own, enemy, alpha, beta, guess, empties, reversed_game, context, rows, weights)
    if lower >= beta:
        return lower
    return upper
