"""Who analyses Reversi: sage on the board it has learned, the solver on small ones."""

from orchard.core.game import Game
from orchard.core.offers import Analyst

SAGE = Analyst("sage", "discs", for_every_move="sage:lines=64", nodes_per_second=8_000_000)
PERFECT = Analyst("perfect:table=256", "discs", nodes_per_second=8_000_000)


def analyst(game: Game) -> Analyst:
    return SAGE if game.board.width == 8 else PERFECT
