"""Which Gomoku openings are even. Freestyle is won for black, so matches begin from positions near even.

Random stones in the middle are kept when longer and longer searches call the position nearly even, neither side can
force a win by threats, and the better player wins it with either colour: two games, in each of which one side searches
four times as many nodes as the other. What one colour wins in both games is decided, whatever the search thinks, and
says nothing of players. The more nodes they have, the evener the openings for strong players, and the longer it takes:
what passes with 3,000 passes one time in two with 20,000, and of that one in three with 100,000.
"""

import random
from collections.abc import Iterator

from orchard.core.game import Position, other
from orchard.games.gomoku.search.threat_solver import ThreatSolver
from orchard.games.gomoku.training.games import deepen, engine_for, match_game, random_opening

SHORT, LONG, LONGEST = (1000, 500), (12_000, 300), (500_000, 300)  # nodes; thousandths of a logit that are near even
THREAT_NODES = 3000
STONES = (3, 7)
STRONGER = 4  # times as many nodes for the better player


def candidates(seed: int) -> Iterator[Position]:
    """Random stones without end."""
    dice = random.Random(seed)
    while True:
        yield random_opening(dice, *STONES, reach=dice.choice([2, 3]))


class KiteJudge:
    def __init__(self, nodes: int) -> None:
        self.strong, self.weak = (engine_for("trained", table_mb=2) for _ in range(2))
        self.searcher = engine_for("trained", table_mb=16)
        self.solver = ThreatSolver(14)
        self.nodes = (STRONGER * nodes, nodes)

    def is_even(self, position: Position) -> bool:
        if not (self._is_near_even(position, *SHORT) and self._is_near_even(position, *LONG)):
            return False
        passed = Position(position.game, position.black, position.white, other(position.to_move))
        if any(self.solver.solve(p, node_limit=THREAT_NODES).result == "win" for p in (position, passed)):
            return False
        return self.is_even_for_the_strong(position)

    def is_even_for_the_strong(self, position: Position) -> bool:
        """Whether the longest search says so, and the better player wins with either colour."""
        if not self._is_near_even(position, *LONGEST):
            return False
        engines = (self.strong, self.weak)
        return all(match_game(engines, self.nodes, black, position) == 0 for black in (0, 1))

    def _is_near_even(self, position: Position, nodes: int, most: int) -> bool:
        found = deepen(self.searcher, position, nodes)
        return found is not None and abs(found.value) <= most
