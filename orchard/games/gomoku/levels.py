"""The ten levels of Gomoku: from beatable-by-a-child to full strength.

Weak levels err like people, by overlooking and misjudging, never by throwing dice over the moves.
"""

from orchard.core.game import Game
from orchard.core.offers import Rung, rated

LEVELS = (
    Rung("kite:depth=1,threats=no,oversight=0.8", habits=("may_miss_threes",)),
    Rung("kite:depth=2,threats=no,oversight=0.5", habits=("may_miss_threes",)),
    Rung("kite:depth=1,oversight=0.8", habits=("overlooks_points", "sees_threes")),
    Rung("kite:depth=1,oversight=0.25", habits=("overlooks_points", "sees_threes")),
    Rung("kite:depth=1", habits=("sees_threes",)),
    Rung("kite:depth=3", habits=("sees_threes",)),
    Rung("kite:depth=5", habits=("sees_threes",)),
    Rung("kite:depth=7", habits=("sees_threes",)),
    Rung("kite:depth=9", seconds=2.0, habits=("sees_threes",)),
    Rung("kite", seconds=2.0, habits=("sees_threes",)),
)


def levels(game: Game) -> tuple[Rung, ...]:
    return rated(LEVELS, __file__)
