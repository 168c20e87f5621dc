"""How many wins by threats are proved in a given time, by all fours and by those that gain something.

    python -m benchmarks.gomoku_proofs --seconds 0.03 0.12

The positions are the winner's, 9 to 21 plies before the end of games of the engine with itself.
"""

from __future__ import annotations

import argparse
import threading

from benchmarks.gomoku_match import engine_of, openings
from orchard.core.game import Position
from orchard.games.gomoku.search.threat_solver import ThreatSolver
from orchard.games.gomoku.training.games import deepen

NODES = 3000  # for each move of those games
PLIES_BEFORE = range(9, 22, 2)


def positions(games: int) -> list[Position]:
    engine, found = engine_of(""), list[Position]()
    for position in openings(games, seed=1):
        path = [position]
        while not path[-1].is_over:
            looked = deepen(engine, path[-1], NODES)
            square = engine.policy()[0][0] if looked is None else looked.line[0]
            path.append(path[-1].play(position.game.board.moves[square]))
        found += [path[-1 - plies] for plies in PLIES_BEFORE if plies < len(path)]
    return found


def proved(there: list[Position], seconds: float, only_gains: bool) -> set[int]:
    """The places of positions that are proved won, each in that time."""
    solver, found = ThreatSolver(16, only_gains=only_gains), set[int]()
    for place, position in enumerate(there):
        solver.forget()
        solver.halt[0] = 0
        clock = threading.Timer(seconds, solver.halt.fill, (1,))
        clock.start()
        if solver.solve(position).result == "win":
            found.add(place)
        clock.cancel()
        clock.join()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=34)
    parser.add_argument("--seconds", type=float, nargs="+", default=[0.03, 0.12])
    given = parser.parse_args()
    there = positions(given.games)
    proved(there[:2], 0.1, False)  # compiled and loaded before it counts
    for seconds in given.seconds:
        by_all, by_gains = (proved(there, seconds, only_gains) for only_gains in (False, True))
        print(
            f"{seconds:g} s: of {len(there)} positions, all fours {len(by_all)}, those that gain {len(by_gains)}"
            f" ({len(by_gains - by_all)} new, {len(by_all - by_gains)} lost)"
        )


if __name__ == "__main__":
    main()
