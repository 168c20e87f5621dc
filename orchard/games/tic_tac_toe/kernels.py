"""Tic-tac-toe in compiled code. A state is two words: the mover's stones and the opponent's."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from orchard.core.dynamics import MOVES, OVER, PLAY, PLAYOUT, SCORE, Dynamics
from orchard.core.jit import GOLDEN, bounded, ctz, kernel, nth_bit, numba, popcount, splitmix
from orchard.games.tic_tac_toe.lines import MASKS

uint64, int64, int16 = numba.uint64, numba.int64, numba.int16
LINES = np.array(MASKS, np.uint64)
FULL = uint64(0x1FF)


@kernel("boolean(uint64)")
def has_three(stones):
    found = False
    for i in range(len(LINES)):
        found |= stones & LINES[i] == LINES[i]
    return found


@kernel("uint64(uint64, uint64)")
def empty_squares(own, enemy):
    """What may be played: nothing once somebody has three."""
    return uint64(0) if has_three(enemy) or has_three(own) else FULL & ~(own | enemy)


@kernel(MOVES)
def moves(state, out):
    left, count = empty_squares(state[0], state[1]), int64(0)
    while left:
        out[count] = int16(ctz(left))
        count += 1
        left &= left - uint64(1)
    return count


@kernel(OVER)
def over(state):
    return empty_squares(state[0], state[1]) == uint64(0)


@kernel(PLAY)
def play(state, square):
    own = state[0] | (uint64(1) << uint64(square))
    state[0], state[1] = state[1], own


@kernel("int64(uint64, uint64)")
def result(own, enemy):
    return int64(1) if has_three(own) else int64(-1) if has_three(enemy) else int64(0)


@kernel(SCORE)
def score(state):
    return result(state[0], state[1])


@kernel(PLAYOUT)
def playout(state, random, plies):
    own, enemy, sign = state[0], state[1], int64(1)
    for _ in range(plies):
        left = empty_squares(own, enemy)
        if left == uint64(0):
            break
        random[0] += GOLDEN
        square = nth_bit(left, bounded(splitmix(random[0]), popcount(left)))
        own, enemy, sign = enemy, own | (uint64(1) << uint64(square)), -sign
    return sign * result(own, enemy)


DYNAMICS = Dynamics(9, moves, over, play, score, playout)
