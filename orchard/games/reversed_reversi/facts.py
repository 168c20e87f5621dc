"""Why a move in Reversed Reversi was worse than another: the facts of Reversi, where few discs win."""

from __future__ import annotations

from collections.abc import Iterator

from orchard.core.board import Move
from orchard.core.choice import Stop
from orchard.core.game import Position
from orchard.core.offers import Fact
from orchard.games.reversi.facts import counted


def facts(position: Position, played: Move, better: Move, stop: Stop) -> Iterator[Fact]:
    """What the better move would have done and the played one did not, the weightiest first."""
    if position.game.board.width == 8:
        yield from counted(position, played, better, few_win=True)
