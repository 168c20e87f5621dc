"""Games won by stones in a row: the rules that they share, in plain Python."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from orchard.core.board import Move, squares_of
from orchard.core.game import BLACK, WHITE, Color, Game, Outcome, Position, other

if TYPE_CHECKING:
    import numpy as np

    from orchard.core.dynamics import Dynamics

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))  # rows down, columns to the right
Rows = tuple[tuple[int, int], ...]  # for directions: the step to the next square of a row, and a mask of first squares


class LineGame(Game):
    in_a_row: int  # how many stones win

    @cached_property
    def row_starts(self) -> Rows:
        """The squares from which a whole row fits on the board."""
        width, height, last = self.board.width, self.board.height, self.in_a_row - 1

        def starts(down: int, right: int) -> int:
            return sum(
                1 << (row * width + column)
                for row in range(height - last * down)
                for column in range(width)
                if 0 <= column + last * right < width
            )

        return tuple((down * width + right, starts(down, right)) for down, right in DIRECTIONS)

    def winning_rows(self, position: Position, color: Color) -> Rows:
        """The rows of a side that win."""
        stones = position.black if color == BLACK else position.white
        found = []
        for step, starts in self.row_starts:
            first = stones
            for _ in range(self.in_a_row - 1):
                first &= first >> step
            if first & starts:
                found.append((step, first & starts))
        return tuple(found)

    def winner(self, position: Position) -> Color | None:
        """Who has a row that wins; the side that moved last, if an impossible board has two."""
        for color in (other(position.to_move), position.to_move):
            if self.winning_rows(position, color):
                return color
        return None

    def start(self) -> Position:
        return Position(self, 0, 0, BLACK)

    def after(self, position: Position, move: Move) -> Position:
        stone = 1 << move.square
        black = position.black | (stone if position.to_move == BLACK else 0)
        white = position.white | (stone if position.to_move == WHITE else 0)
        return Position(self, black, white, other(position.to_move), position.ply + 1, (*position.moves_made, move))

    def outcome(self, position: Position) -> Outcome:
        winner = self.winner(position)
        return Outcome.of(0 if winner is None else 1 if winner == BLACK else -1)

    def winning_squares(self, position: Position) -> tuple[int, ...]:
        winner = self.winner(position)
        squares = {
            square + i * step
            for step, first in (self.winning_rows(position, winner) if winner else ())
            for square in squares_of(first)
            for i in range(self.in_a_row)
        }
        return tuple(sorted(squares))


class SmallLineGame(LineGame):
    """Three or four in a row, on at most 64 squares; compiled in `line_kernels.py`."""

    @property
    def floor(self) -> int:
        """The squares that can be played without a stone below them."""
        return self.board.all_squares

    def legal_mask(self, position: Position) -> int:
        stones = position.black | position.white
        return 0 if self.winner(position) else (stones >> self.board.width | self.floor) & ~stones

    def is_over(self, position: Position) -> bool:
        return not self.legal_mask(position)

    @cached_property
    def dynamics(self) -> Dynamics:
        from orchard.games.line_kernels import Shape, dynamics_of

        steps, starts = zip(*self.row_starts, strict=True)
        return dynamics_of(self.base_name, Shape(self.in_a_row, self.board.width, self.floor, steps, starts))

    def state(self, position: Position) -> np.ndarray[Any, Any]:
        import numpy as np

        return np.array([position.own, position.enemy], dtype=np.uint64)
