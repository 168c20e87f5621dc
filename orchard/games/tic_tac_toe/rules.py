"""Tic-tac-toe: three in a row wins, on 3×3."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from orchard.core.board import Board, Move
from orchard.core.drawing import Style
from orchard.core.game import BLACK, WHITE, Color, Game, Outcome, Position, other
from orchard.games.tic_tac_toe.lines import LINES, MASKS

if TYPE_CHECKING:
    import numpy as np

    from orchard.core.dynamics import Dynamics


class TicTacToe(Game):
    base_name = "tic_tac_toe"
    title = "Tic-tac-toe"
    aim = "three in a row wins"
    style = Style("cells", ground="#4a7fa5", line="#274a63", frame="#24384a", ink="#e4eef6")
    board = Board.square(3, row_one_at_top=True)
    max_plies = 9
    perft_counts = {4: 3_024, 5: 15_120, 6: 54_720}  # noqa: RUF012 - published
    rank = 5

    def start(self) -> Position:
        return Position(self, 0, 0, BLACK)

    def winner(self, position: Position) -> Color | None:
        for color in (other(position.to_move), position.to_move):
            stones = position.black if color == BLACK else position.white
            if any(stones & mask == mask for mask in MASKS):
                return color
        return None

    def legal_mask(self, position: Position) -> int:
        return 0 if self.winner(position) else self.board.all_squares & ~(position.black | position.white)

    def after(self, position: Position, move: Move) -> Position:
        stone = 1 << move.square
        black = position.black | (stone if position.to_move == BLACK else 0)
        white = position.white | (stone if position.to_move == WHITE else 0)
        return Position(self, black, white, other(position.to_move), position.ply + 1, (*position.moves_made, move))

    def is_over(self, position: Position) -> bool:
        return not self.legal_mask(position)

    def outcome(self, position: Position) -> Outcome:
        winner = self.winner(position)
        return Outcome.of(0 if winner is None else 1 if winner == BLACK else -1)

    def winning_squares(self, position: Position) -> tuple[int, ...]:
        winner = self.winner(position)
        stones = position.black if winner == BLACK else position.white
        found = {square for line, mask in zip(LINES, MASKS, strict=True) if stones & mask == mask for square in line}
        return tuple(sorted(found)) if winner else ()

    @property
    def dynamics(self) -> Dynamics:
        from orchard.games.tic_tac_toe.kernels import DYNAMICS

        return DYNAMICS

    def state(self, position: Position) -> np.ndarray[Any, Any]:
        import numpy as np

        return np.array([position.own, position.enemy], dtype=np.uint64)


GAME = TicTacToe()
