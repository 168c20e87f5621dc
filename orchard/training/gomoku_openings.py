"""Balanced Gomoku openings by our own engine: freestyle is won for black, so matches begin from positions near even.

    python -m orchard.training.gomoku_openings 300 > orchard/play/gomoku_openings.txt

Random stones in the middle are kept when neither side can force a win by threats, a short and then a longer search
call the position nearly even, and it is no turned or mirrored form of another one.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

from orchard.core.game import Position, other
from orchard.search.gomoku_engine import Engine
from orchard.search.threat_solver import ThreatSolver
from orchard.training.gomoku_selfplay import deepen, engine_for, random_opening

SHORT, LONG = (1000, 500), (12_000, 200)  # nodes, and the value allowed in thousandths of a logit
THREAT_NODES = 3000
STONES = (3, 7)


def balanced(seed: int) -> Iterator[Position]:
    dice, engine, solver = random.Random(seed), engine_for("trained", table_mb=2), ThreatSolver(14)
    seen: set[tuple[int, int]] = set()
    while True:
        position = random_opening(dice, *STONES, reach=dice.choice([2, 3]))
        board = position.game.board
        key = min((board.transform_mask(position.black, k), board.transform_mask(position.white, k)) for k in range(8))
        if key not in seen and _is_even(engine, solver, position):
            seen.add(key)
            yield position


def _is_even(engine: Engine, solver: ThreatSolver, position: Position) -> bool:
    for nodes, most in (SHORT, LONG):
        found = deepen(engine, position, nodes)
        if found is None or abs(found.value) > most:
            return False
    passed = Position(position.game, position.black, position.white, other(position.to_move))
    return all(solver.solve(p, node_limit=THREAT_NODES).result != "win" for p in (position, passed))


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    print("# Balanced openings for Gomoku on 15x15, by python -m orchard.training.gomoku_openings")
    for _, position in zip(range(count), balanced(1), strict=False):
        print(position.transcript, flush=True)


if __name__ == "__main__":
    main()
