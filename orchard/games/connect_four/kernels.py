"""Connect Four in compiled code. A state is two words: the mover's stones and the opponent's."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from orchard.core.dynamics import MOVES, OVER, PLAY, PLAYOUT, SCORE, Dynamics
from orchard.core.jit import GOLDEN, bounded, ctz, kernel, nth_bit, numba, popcount, splitmix
from orchard.games.connect_four import lines

uint64, int64, int16 = numba.uint64, numba.int64, numba.int16
STEPS = np.array([step for step, _ in lines.DIRECTIONS], np.uint64)
STARTS = np.array([starts for _, starts in lines.DIRECTIONS], np.uint64)
BOTTOM = uint64(lines.BOTTOM)
WIDTH = uint64(lines.WIDTH)


@kernel("boolean(uint64)")
def has_four(stones):
    for i in range(4):
        pairs = stones & (stones >> STEPS[i])
        if pairs & (pairs >> (STEPS[i] + STEPS[i])) & STARTS[i]:
            return True
    return False


@kernel("uint64(uint64, uint64)")
def lowest_empty(own, enemy):
    """What may be played: nothing once somebody has four."""
    if has_four(enemy) or has_four(own):
        return uint64(0)
    stones = own | enemy
    return ((stones >> WIDTH) | BOTTOM) & ~stones


@kernel(MOVES)
def moves(state, out):
    left, count = lowest_empty(state[0], state[1]), int64(0)
    while left:
        out[count] = int16(ctz(left))
        count += 1
        left &= left - uint64(1)
    return count


@kernel(OVER)
def over(state):
    return lowest_empty(state[0], state[1]) == uint64(0)


@kernel(PLAY)
def play(state, square):
    own = state[0] | (uint64(1) << uint64(square))
    state[0], state[1] = state[1], own


@kernel("int64(uint64, uint64)")
def result(own, enemy):
    return int64(1) if has_four(own) else int64(-1) if has_four(enemy) else int64(0)


@kernel(SCORE)
def score(state):
    return result(state[0], state[1])


@kernel(PLAYOUT)
def playout(state, random, plies):
    own, enemy, sign = state[0], state[1], int64(1)
    for _ in range(plies):
        left = lowest_empty(own, enemy)
        if left == uint64(0):
            break
        random[0] += GOLDEN
        square = nth_bit(left, bounded(splitmix(random[0]), popcount(left)))
        own, enemy, sign = enemy, own | (uint64(1) << uint64(square)), -sign
    return sign * result(own, enemy)


DYNAMICS = Dynamics(7, moves, over, play, score, playout)
