"""Reversed Reversi from the rule book: the moves of Reversi, and the difference of discs the other way round."""

from __future__ import annotations

from tests.games.reversi import referee


class Referee(referee.Referee):
    def score(self) -> int:
        return self.slow.reversed_score()
