"""The ten levels of Reversi: from beatable-by-a-child to full strength.

Weak levels err like people, by overlooking and misjudging, never by throwing dice over the moves.
"""

from orchard.core.game import Game
from orchard.core.offers import Rung, rated

LEVELS = (
    Rung("novice:depth=1,overlooks=0.46,misjudges=12.5,greed=2.5", habits=("many_discs",)),
    Rung("novice:depth=1,overlooks=0.28,misjudges=6.7,greed=0.7"),
    Rung("novice:depth=1,overlooks=0.15,misjudges=4,greed=0.1"),
    Rung("novice:depth=2,overlooks=0.11,misjudges=3.9,greed=0"),
    Rung("novice:depth=2,overlooks=0.04,misjudges=2,greed=0"),
    Rung("novice:depth=3,overlooks=0,misjudges=1.3,greed=0"),
    Rung("novice:depth=4,overlooks=0,misjudges=0.9,greed=0"),
    Rung("novice:depth=6,overlooks=0,misjudges=0.7,greed=0"),
    Rung("novice:depth=8,overlooks=0,misjudges=0,greed=0"),
    Rung("sage", seconds=2.0),
)


def levels(game: Game) -> tuple[Rung, ...]:
    return rated(LEVELS, __file__) if game.board.width == 8 else ()
