"""Games made for tests of searches, small enough that the truth about them is known without a search."""

# mypy: disable-error-code="no-untyped-def,no-untyped-call,misc"
from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from orchard.core.board import Board, Move
from orchard.core.drawing import Style
from orchard.core.dynamics import MOVES, OVER, PLAY, PLAYOUT, SCORE, Dynamics
from orchard.core.game import BLACK, Game, Outcome, Position, other
from orchard.core.jit import GOLDEN, bounded, numba, splitmix

uint64, int64, int16 = numba.uint64, numba.int64, numba.int16
HEAP = 20  # the longest row of a board


# ------------------------------------------------------------------------------------------------ taking stones
# A state is [squares left].


@cache
def take_away() -> Dynamics:
    """Compiled when first asked for: modules of tests are imported by every process that runs some."""

    @numba.njit(MOVES)
    def moves(state, out):
        left = int64(state[0])
        count = min(left, 3)
        for i in range(count):
            out[i] = int16(HEAP - left + i)
        return count

    @numba.njit(OVER)
    def over(state):
        return state[0] == uint64(0)

    @numba.njit(PLAY)
    def play(state, square):
        state[0] = uint64(int64(HEAP - 1) - square)

    @numba.njit(SCORE)
    def score(state):
        return int64(-1)  # the opponent took the last one

    @numba.njit(PLAYOUT)
    def playout(state, random, plies):
        left, sign = int64(state[0]), int64(-1)
        while left > 0:
            random[0] += GOLDEN
            left -= 1 + int64(bounded(splitmix(random[0]), uint64(min(left, 3))))
            sign = -sign
        return sign

    return Dynamics(3, moves, over, play, score, playout)


class TakeAway(Game):
    """A row of squares. A move marks one of the next three and all before it; who marks the last square wins.

    So the side to move has lost, against good play, exactly where the number of squares left is a multiple of four
    (Bouton 1901).
    """

    base_name = "take_away"
    title = "Take away"
    aim = "take the last square"
    style = Style("cells", ground="#808080", line="#000000", frame="#404040", ink="#ffffff")
    board = Board(HEAP, 1, row_one_at_top=True)
    max_plies = HEAP

    def start(self) -> Position:
        return self.with_left(HEAP)

    def with_left(self, left: int) -> Position:
        return Position(self, (1 << HEAP - left) - 1, 0, BLACK)

    def left(self, position: Position) -> int:
        return position.empties

    def legal_mask(self, position: Position) -> int:
        left = self.left(position)
        return sum(1 << HEAP - left + i for i in range(min(left, 3)))

    def after(self, position: Position, move: Move) -> Position:
        upto = (1 << move.square + 1) - 1
        taken = upto & ~(position.black | position.white)
        mine = position.own | taken
        black, white = (mine, position.white) if position.to_move == BLACK else (position.black, mine)
        return Position(self, black, white, other(position.to_move), position.ply + 1, (*position.moves_made, move))

    def is_over(self, position: Position) -> bool:
        return self.left(position) == 0

    def outcome(self, position: Position) -> Outcome:
        return Outcome.of(-1 if position.to_move == BLACK else 1)

    @property
    def dynamics(self) -> Dynamics:
        return take_away()

    def state(self, position: Position) -> np.ndarray[Any, Any]:
        return np.array([self.left(position)], np.uint64)


# --------------------------------------------------------------------------------------------- a long forced game
# A state is [plies left]. There is one move, and who makes the last one wins.


@cache
def march() -> Dynamics:
    @numba.njit(MOVES)
    def moves(state, out):
        out[0] = int16(0)
        return int64(state[0] > uint64(0))

    @numba.njit(PLAY)
    def play(state, square):
        state[0] -= uint64(1)

    @numba.njit(PLAYOUT)
    def playout(state, random, plies):
        return int64(1) if int64(state[0]) & 1 else int64(-1)

    return Dynamics(1, moves, take_away().over, play, take_away().score, playout)
