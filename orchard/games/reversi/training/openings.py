"""Which openings of both Reversi games are even: random ones favour a side, by nine discs on average."""

from orchard.core.choice import Limits
from orchard.core.game import Position
from orchard.games.reversi.players.sage import Sage

SHORT, LONG = (20_000, 2.5), (300_000, 1.0)  # nodes; discs that are near even


class SageJudge:
    """Even is what a short search, and then a longer one, value within a disc for the side to move."""

    def __init__(self) -> None:
        self.sage = Sage(table=16, solve_from=0)

    def is_even(self, position: Position) -> bool:
        return self._is_near_even(position, *SHORT) and self.is_even_for_the_strong(position)

    def is_even_for_the_strong(self, position: Position) -> bool:
        return self._is_near_even(position, *LONG)

    def _is_near_even(self, position: Position, nodes: int, most: float) -> bool:
        return abs(self.sage.choose(position, Limits(nodes=nodes)).value or 0.0) <= most
