"""Reversed Reversi: the moves of Reversi, but fewest discs at the end wins."""

from __future__ import annotations

from typing import Any

from orchard.core.board import Move
from orchard.core.drawing import Style
from orchard.core.game import Outcome, Position
from orchard.games.reversi.rules import Reversi


class ReversedReversi(Reversi):
    base_name = "reversed_reversi"
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
        from orchard.games.reversi.dynamics import REVERSED_REVERSI

        return REVERSED_REVERSI

    def random_games(self, position: Position, games: int, seed: int) -> tuple[int, int, int]:
        wins, draws, losses = super().random_games(position, games, seed)
        return losses, draws, wins


GAME = ReversedReversi()
