"""Small line games in compiled code. A state is two words: the mover's stones and the opponent's."""

# mypy: ignore-errors
from typing import NamedTuple

from orchard.core.dynamics import MOVES, OVER, PLAY, PLAYOUT, SCORE, Dynamics
from orchard.core.jit import GOLDEN, bounded, ctz, kernel, nth_bit, numba, popcount, splitmix

uint64, int64, int16 = numba.uint64, numba.int64, numba.int16


class Shape(NamedTuple):
    """What differs between these games: constants of their kernels."""

    in_a_row: int  # 3 or 4
    width: int
    floor: int  # the squares that can be played without a stone below them
    steps: tuple[int, ...]  # in each direction, to the next square of a row
    starts: tuple[int, ...]  # in each direction, the squares from which a whole row fits


@kernel(inline="always")
def has_row(stones, shape):
    found = uint64(0)
    for direction in range(4):
        step = uint64(shape.steps[direction])
        pairs = stones & (stones >> step)
        found |= pairs & (pairs >> (step * uint64(shape.in_a_row - 2))) & uint64(shape.starts[direction])
    return found != uint64(0)


@kernel(inline="always")
def open_squares(stones, shape):
    return ((stones >> uint64(shape.width)) | uint64(shape.floor)) & ~stones


@kernel(inline="always")
def legal_squares(own, enemy, shape):
    """What may be played: nothing once a side has won."""
    return uint64(0) if has_row(enemy, shape) or has_row(own, shape) else open_squares(own | enemy, shape)


def dynamics_of(name: str, shape: Shape) -> Dynamics:
    """The compiled rules of a game."""

    def compiled(signature):
        def decorate(function):
            function.__qualname__ = f"{name}.{function.__name__}"  # each game has its own files in the cache
            return kernel(signature)(function)

        return decorate

    @compiled(MOVES)
    def moves(state, out):
        left, count = legal_squares(state[0], state[1], shape), int64(0)
        while left:
            out[count] = int16(ctz(left))
            count += 1
            left &= left - uint64(1)
        return count

    @compiled(OVER)
    def over(state):
        return legal_squares(state[0], state[1], shape) == uint64(0)

    @compiled(PLAY)
    def play(state, square):
        own = state[0] | (uint64(1) << uint64(square))
        state[0], state[1] = state[1], own

    @compiled(SCORE)
    def score(state):
        return int64(1) if has_row(state[0], shape) else -int64(has_row(state[1], shape))

    @compiled(PLAYOUT)
    def playout(state, random, plies):
        own, enemy, sign = state[0], state[1], int64(1)
        if has_row(own, shape):
            return sign
        for _ in range(plies):
            left = open_squares(own | enemy, shape)
            if has_row(enemy, shape) or left == uint64(0):
                break
            random[0] += GOLDEN
            square = nth_bit(left, bounded(splitmix(random[0]), popcount(left)))
            own, enemy, sign = enemy, own | (uint64(1) << uint64(square)), -sign
        return -sign * int64(has_row(enemy, shape))

    return Dynamics(shape.floor.bit_count(), moves, over, play, score, playout)
