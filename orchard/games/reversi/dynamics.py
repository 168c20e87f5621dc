"""Reversi and Reversed Reversi as states of two words: own discs, enemy discs.

A smaller board lies in the middle of the 8×8 squares, and a third word of the state is its width.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from orchard.core.dynamics import MOVES, OVER, PLAY, PLAYOUT, SCORE, Dynamics
from orchard.core.jit import GOLDEN, bounded, ctz, kernel, nth_bit, numba, popcount, splitmix
from orchard.games.reversi.bits import flips, legal, random_playout
from orchard.games.reversi.small import WIDTHS, placement

uint64, int64, int16 = numba.uint64, numba.int64, numba.int16


@kernel(MOVES)
def moves(state, out):
    left = legal(state[0], state[1])
    if left == uint64(0):
        if legal(state[1], state[0]) == uint64(0):
            return int64(0)
        out[0] = int16(-1)
        return int64(1)
    count = int64(0)
    while left:
        out[count] = int16(ctz(left))
        count += 1
        left &= left - uint64(1)
    return count


@kernel(OVER)
def over(state):
    return legal(state[0], state[1]) == uint64(0) and legal(state[1], state[0]) == uint64(0)


@kernel(PLAY)
def play(state, square):
    own, enemy = state[0], state[1]
    if square >= 0:
        turned = flips(own, enemy, uint64(square))
        own ^= turned | (uint64(1) << uint64(square))
        enemy ^= turned
    state[0] = enemy
    state[1] = own


@kernel("int64(uint64, uint64)")
def disc_score(own, enemy):
    """Disc difference; the winner also gets the empty squares."""
    mine, theirs = int64(popcount(own)), int64(popcount(enemy))
    if mine > theirs:
        return int64(64) - 2 * theirs
    if theirs > mine:
        return 2 * mine - int64(64)
    return int64(0)


@kernel("int64(uint64, uint64)")
def fewest_score(own, enemy):
    """The opponent's discs minus one's own."""
    return int64(popcount(enemy)) - int64(popcount(own))


@kernel(SCORE)
def score(state):
    return disc_score(state[0], state[1])


@kernel(SCORE)
def reversed_score(state):
    return fewest_score(state[0], state[1])


@kernel(PLAYOUT)
def playout(state, random, plies):
    own, enemy, random[0] = random_playout(state[0], state[1], random[0], plies)
    return disc_score(own, enemy)


@kernel(PLAYOUT)
def reversed_playout(state, random, plies):
    own, enemy, random[0] = random_playout(state[0], state[1], random[0], plies)
    return fewest_score(own, enemy)


# ------------------------------------------------------------------------------------------------- smaller boards

# the squares of the board in the middle, by its width
BOARDS = np.array([placement(width).mask if width in WIDTHS else 0 for width in range(9)], dtype=np.uint64)


@kernel("uint64(uint64, uint64, uint64)", forceinline=True)
def legal_on(own, enemy, width):
    return legal(own, enemy) & BOARDS[width]


@kernel("int64(uint64, uint64)", forceinline=True)
def square_on(placed, width):
    """The number of a square on its board."""
    edge = (uint64(8) - width) >> uint64(1)
    return int64(((placed >> uint64(3)) - edge) * width + (placed & uint64(7)) - edge)


@kernel("uint64(int64, uint64)", forceinline=True)
def placed_on(square, width):
    """The other way round."""
    edge, number = (uint64(8) - width) >> uint64(1), uint64(square)
    row = number // width
    return ((row + edge) << uint64(3)) + number - row * width + edge


@kernel(MOVES)
def small_moves(state, out):
    left, width = legal_on(state[0], state[1], state[2]), state[2]
    if left == uint64(0):
        if legal_on(state[1], state[0], width) == uint64(0):
            return int64(0)
        out[0] = int16(-1)
        return int64(1)
    count = int64(0)
    while left:
        out[count] = int16(square_on(ctz(left), width))
        count += 1
        left &= left - uint64(1)
    return count


@kernel(OVER)
def small_over(state):
    own, enemy, width = state[0], state[1], state[2]
    return legal_on(own, enemy, width) == uint64(0) and legal_on(enemy, own, width) == uint64(0)


@kernel(PLAY)
def small_play(state, square):
    play(state, int64(placed_on(square, state[2])) if square >= 0 else square)


@kernel("int64(uint64, uint64, uint64)")
def small_disc_score(own, enemy, width):
    mine, theirs = int64(popcount(own)), int64(popcount(enemy))
    empties = int64(width * width) - mine - theirs
    if mine > theirs:
        return mine - theirs + empties
    if theirs > mine:
        return mine - theirs - empties
    return int64(0)


@kernel(SCORE)
def small_score(state):
    return small_disc_score(state[0], state[1], state[2])


@kernel("UniTuple(uint64, 3)(uint64, uint64, uint64, uint64, int64)")
def small_random_playout(own, enemy, width, counter, plies):
    """Play at random as `random_playout` does: the discs of the side that was to move, the other's, the counter."""
    first, passed = True, False
    while plies > 0:
        moves = legal_on(own, enemy, width)
        if moves:
            passed = False
            plies -= 1
            counter += GOLDEN
            square = nth_bit(moves, bounded(splitmix(counter), popcount(moves)))
            turned = flips(own, enemy, square)
            own, enemy = enemy ^ turned, own ^ turned ^ (uint64(1) << square)
        else:
            if passed:
                break
            passed = True
            own, enemy = enemy, own
        first = not first
    if first:
        return own, enemy, counter
    return enemy, own, counter


@kernel(PLAYOUT)
def small_playout(state, random, plies):
    own, enemy, random[0] = small_random_playout(state[0], state[1], state[2], random[0], plies)
    return small_disc_score(own, enemy, state[2])


@kernel(PLAYOUT)
def small_reversed_playout(state, random, plies):
    own, enemy, random[0] = small_random_playout(state[0], state[1], state[2], random[0], plies)
    return fewest_score(own, enemy)


REVERSI = Dynamics(64, moves, over, play, score, playout)
REVERSED_REVERSI = Dynamics(64, moves, over, play, reversed_score, reversed_playout)
SMALL_REVERSI = Dynamics(64, small_moves, small_over, small_play, small_score, small_playout)
SMALL_REVERSED_REVERSI = Dynamics(64, small_moves, small_over, small_play, reversed_score, small_reversed_playout)
