"""Connect Four: stones drop, four in a row wins, on a board 7 wide and 6 high."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from orchard.core.board import Board, Move, squares_of
from orchard.core.drawing import Style
from orchard.core.game import BLACK, WHITE, Color, Game, Outcome, Position, other
from orchard.games.connect_four.lines import BOTTOM, DIRECTIONS, HEIGHT, WIDTH

if TYPE_CHECKING:
    import numpy as np

    from orchard.core.dynamics import Dynamics


def fours(stones: int) -> dict[int, int]:
    """By step, the first squares of four stones in a row."""
    found = {
        step: stones & starts & stones >> step & stones >> 2 * step & stones >> 3 * step for step, starts in DIRECTIONS
    }
    return {step: first for step, first in found.items() if first}


class ConnectFour(Game):
    base_name = "connect_four"
    title = "Connect Four"
    aim = "four in a row wins; stones drop"
    style = Style("cells", ground="#2f5fb3", line="#1c3b73", frame="#1b2f57", ink="#e3ebfa")
    board = Board(WIDTH, HEIGHT, row_one_at_top=False)
    max_plies = WIDTH * HEIGHT
    perft_counts = {7: 823_536, 8: 5_673_234}  # noqa: RUF012 - published
    rank = 4
    symmetries = (0, 1)  # stones fall, so only left and right may change places

    def start(self) -> Position:
        return Position(self, 0, 0, BLACK)

    def winner(self, position: Position) -> Color | None:
        for color in (other(position.to_move), position.to_move):
            if fours(position.black if color == BLACK else position.white):
                return color
        return None

    def legal_mask(self, position: Position) -> int:
        """The lowest empty square of each column."""
        if self.winner(position):
            return 0
        stones = position.black | position.white
        return (stones >> WIDTH | BOTTOM) & ~stones

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
        lines = fours(position.black if winner == BLACK else position.white) if winner else {}
        return tuple(
            sorted({s + i * step for step, first in lines.items() for s in squares_of(first) for i in range(4)})
        )

    def why_not(self, position: Position, move: Move) -> tuple[str, str]:
        return "not_lowest", f"stones drop to the lowest empty square, and there is room below {move}"

    @property
    def dynamics(self) -> Dynamics:
        from orchard.games.connect_four.kernels import DYNAMICS

        return DYNAMICS

    def state(self, position: Position) -> np.ndarray[Any, Any]:
        import numpy as np

        return np.array([position.own, position.enemy], dtype=np.uint64)


GAME = ConnectFour()
