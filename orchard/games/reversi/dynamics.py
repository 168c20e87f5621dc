"""Reversi and Reversed Reversi as states of two words: own discs, enemy discs.

A smaller board lies in the middle of the 8×8 squares, and a third word of the state is its width.
"""

# mypy: ignore-errors
import numpy as np

from orchard.core.dynamics import MOVES, OVER, PLAY, PLAYOUT, SCORE, Dynamics
from orchard.core.jit import ctz, kernel, numba
from orchard.games.reversi.bits import FULL, final_score, flips, legal, random_playout
from orchard.games.reversi.small import WIDTHS, placement

uint64, int64, int16 = numba.uint64, numba.int64, numba.int16

MOST, FEWEST = 0, 1  # who wins, as `final_score` takes it


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


@kernel(SCORE)
def score(state):
    return final_score(state[0], state[1], int64(64), int64(MOST))


@kernel(SCORE)
def reversed_score(state):
    return final_score(state[0], state[1], int64(64), int64(FEWEST))


@kernel(PLAYOUT)
def playout(state, random, plies):
    own, enemy, random[0], side = random_playout(state[0], state[1], FULL, random[0], plies)
    return side * final_score(own, enemy, int64(64), int64(MOST))


@kernel(PLAYOUT)
def reversed_playout(state, random, plies):
    own, enemy, random[0], side = random_playout(state[0], state[1], FULL, random[0], plies)
    return side * final_score(own, enemy, int64(64), int64(FEWEST))


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


@kernel(SCORE)
def small_score(state):
    return final_score(state[0], state[1], int64(state[2] * state[2]), int64(MOST))


@kernel(PLAYOUT)
def small_playout(state, random, plies):
    width = state[2]
    own, enemy, random[0], side = random_playout(state[0], state[1], BOARDS[width], random[0], plies)
    return side * final_score(own, enemy, int64(width * width), int64(MOST))


@kernel(PLAYOUT)
def small_reversed_playout(state, random, plies):
    own, enemy, random[0], side = random_playout(state[0], state[1], BOARDS[state[2]], random[0], plies)
    return side * final_score(own, enemy, int64(64), int64(FEWEST))


REVERSI = Dynamics(64, moves, over, play, score, playout)
REVERSED_REVERSI = Dynamics(64, moves, over, play, reversed_score, reversed_playout)
SMALL_REVERSI = Dynamics(64, small_moves, small_over, small_play, small_score, small_playout)
SMALL_REVERSED_REVERSI = Dynamics(64, small_moves, small_over, small_play, reversed_score, small_reversed_playout)
