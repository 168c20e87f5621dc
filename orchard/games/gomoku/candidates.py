"""The moves that tree search may confine itself to in Gomoku, by name: `uct:candidates=lines`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from orchard.core.game import Position

if TYPE_CHECKING:
    import numpy as np


class LinePoints:
    """The points where lines are being built, as the player `lines` chooses them."""

    def dynamics(self) -> Any:
        from orchard.games.gomoku.evaluate.candidates import SCORED_GOMOKU

        return SCORED_GOMOKU

    def state(self, position: Position) -> np.ndarray[Any, Any]:
        from orchard.games.gomoku.evaluate.candidates import scored

        return scored(position.game.state(position), gaps=True, threes=True)


CANDIDATES = {"lines": LinePoints()}
