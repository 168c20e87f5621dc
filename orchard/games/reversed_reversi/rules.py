"""Reversed Reversi: the moves of Reversi, but fewest discs at the end wins."""

from typing import Any

from orchard.core.board import Move
from orchard.core.drawing import Style
from orchard.core.game import Outcome, Position
from orchard.games.reversi.rules import Reversi, on_board, read_width
from orchard.games.reversi.small import KERNEL_WIDTH


class ReversedReversi(Reversi):
    base_name = "reversed_reversi"
    kin = "reversi"
    title = "Reversed Reversi"
    aim = "fewest discs at the end wins"
    style = Style("cells", ground="#6a4c93", line="#3f2d58", frame="#35264d", ink="#e9e0f6", odd_aim=True)
    rank = 2
    seconds_per_move = 5.0

    def outcome(self, position: Position) -> Outcome:
        return Outcome.of(position.count("white") - position.count("black"))

    def gain(self, position: Position, move: Move) -> int:
        return -super().gain(position, move)

    @property
    def dynamics(self) -> Any:
        from orchard.games.reversi.dynamics import REVERSED_REVERSI, SMALL_REVERSED_REVERSI

        return REVERSED_REVERSI if self.board.width == KERNEL_WIDTH else SMALL_REVERSED_REVERSI


def with_option(option: str) -> Reversi:
    return on_board(ReversedReversi, read_width(option))


GAME = on_board(ReversedReversi, KERNEL_WIDTH)
