"""Reversi and Reversed Reversi as states of two words: own discs, enemy discs."""

# mypy: ignore-errors
from __future__ import annotations

from orchard.core.dynamics import MOVES, OVER, PLAY, PLAYOUT, SCORE, Dynamics
from orchard.core.jit import ctz, kernel, numba, popcount
from orchard.games.reversi.bits import flips, legal, random_playout

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


REVERSI = Dynamics(2, 64, moves, over, play, score, playout)
REVERSED_REVERSI = Dynamics(2, 64, moves, over, play, reversed_score, reversed_playout)
