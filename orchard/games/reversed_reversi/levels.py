"""The ten levels of Reversed Reversi: from beatable-by-a-child to full strength.

Weak levels err like people, by overlooking and misjudging, never by throwing dice over the moves.
"""

from orchard.core.game import Game
from orchard.core.offers import Rung, rated

LEVELS = (
    Rung("novice:depth=1,overlooks=0.5,misjudges=14,greed=3"),
    Rung("novice:depth=1,overlooks=0.26,misjudges=6,greed=0.6"),
    Rung("novice:depth=2,overlooks=0.2,misjudges=6.5,greed=0"),
    Rung("novice:depth=2,overlooks=0.11,misjudges=3.9,greed=0"),
    Rung("novice:depth=2,overlooks=0,misjudges=1,greed=0"),
    Rung("novice:depth=3,overlooks=0,misjudges=1.3,greed=0"),
    Rung("novice:depth=4,overlooks=0,misjudges=1.2,greed=0"),
    Rung("novice:depth=6,overlooks=0,misjudges=0.8,greed=0"),
    Rung("novice:depth=8,overlooks=0,misjudges=0,greed=0"),
    Rung("sage", seconds=2.0),
)


def levels(game: Game) -> tuple[Rung, ...]:
    return rated(LEVELS, __file__) if game.board.width == 8 else ()
