"""Why a move was worse than another: what can be counted on the board after each of them, as its game counts."""

from orchard.core.board import PASS, Move
from orchard.core.choice import Stop
from orchard.core.game import Position
from orchard.core.offers import Fact
from orchard.games import offer


def why(position: Position, played: Move, better: Move, stop: Stop | None = None) -> tuple[Fact, ...]:
    """What the better move would have done and the played one did not, the weightiest first."""
    offered = offer(position.game.base_name, "facts")
    if offered is None or played == better or PASS in (played, better):
        return ()
    return tuple(offered.facts(position, played, better, stop or Stop()))
