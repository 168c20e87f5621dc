"""Who analyses Reversi: sage on the board it has learned, tree search on others."""

from __future__ import annotations

from orchard.core.game import Game
from orchard.core.offers import Analyst

SAGE = Analyst("sage", "discs", for_every_move="sage:lines=64")


def analyst(game: Game) -> Analyst | None:
    return SAGE if game.board.width == 8 else None
