"""Balanced Gomoku openings by our own engine: freestyle is won for black, so matches begin from positions near even.

    python -m orchard.training.gomoku_openings 300 > orchard/evaluate/weights/gomoku_openings.txt

Random stones in the middle are kept when

* it is no turned or mirrored form of another one,
* a short and then a longer search call the position nearly even, and neither side can force a win by threats, and
* the better player wins it with either colour: two games, in each of which one side searches four times as many nodes
  as the other. What one colour wins in both games is decided, whatever the search thinks, and says nothing of players.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

from orchard.core.game import Position, other
from orchard.search.gomoku_engine import Engine
from orchard.search.threat_solver import ThreatSolver
from orchard.training.gomoku_gate import play_game
from orchard.training.gomoku_selfplay import deepen, engine_for, random_opening

SHORT, LONG = (1000, 500), (12_000, 300)  # nodes, and the value allowed in thousandths of a logit
THREAT_NODES = 3000
STONES = (3, 7)
STRONG_NODES, WEAK_NODES = 12_000, 3_000


class Judge:
    """Says whether an opening is even."""

    def __init__(self) -> None:
        self.strong, self.weak = (engine_for("trained", table_mb=2) for _ in range(2))
        self.solver = ThreatSolver(14)

    def is_even(self, position: Position) -> bool:
        for nodes, most in (SHORT, LONG):
            found = deepen(self.strong, position, nodes)
            if found is None or abs(found.value) > most:
                return False
        passed = Position(position.game, position.black, position.white, other(position.to_move))
        if any(self.solver.solve(p, node_limit=THREAT_NODES).result == "win" for p in (position, passed)):
            return False
        engines: tuple[Engine, Engine] = (self.strong, self.weak)
        return all(play_game(engines, (STRONG_NODES, WEAK_NODES), black, position, [0.0, 0.0]) == 0 for black in (0, 1))


def balanced(seed: int) -> Iterator[Position]:
    dice, judge = random.Random(seed), Judge()
    seen: set[tuple[int, int]] = set()
    while True:
        position = random_opening(dice, *STONES, reach=dice.choice([2, 3]))
        board = position.game.board
        key = min((board.transform_mask(position.black, k), board.transform_mask(position.white, k)) for k in range(8))
        if key not in seen and judge.is_even(position):
            seen.add(key)
            yield position


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    print("# Balanced openings for Gomoku on 15x15, by python -m orchard.training.gomoku_openings")
    for _, position in zip(range(count), balanced(seed), strict=False):
        print(position.transcript, flush=True)


if __name__ == "__main__":
    main()
