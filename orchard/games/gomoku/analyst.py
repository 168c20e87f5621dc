"""Who analyses Gomoku: kite, whose wins and losses are shown as sure only where they are proved."""

from __future__ import annotations

from orchard.core.choice import Choice, Stop
from orchard.core.game import Game, Position
from orchard.core.offers import Analyst
from orchard.games.gomoku.judge import ThreatJudge
from orchard.games.gomoku.proofs import Prover

ANNOUNCE_S = 0.3


class KiteAnalyst(Analyst):
    def judge(self, position: Position, stop: Stop) -> ThreatJudge:
        return ThreatJudge(position, stop)

    def announced_win(self, position: Position, choice: Choice, stop: Stop) -> int | None:
        if choice.value != 1.0:
            return None
        win = Prover(ANNOUNCE_S, stop).win_after(position, choice.move)
        return None if win is None else win.moves


def analyst(game: Game) -> Analyst:
    return KiteAnalyst("kite", "chance", proves_wins=True)
