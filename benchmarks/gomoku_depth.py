"""What it costs the Gomoku engine to search to a depth, with some settings: nodes, wins by fours, processor time.

    python -m benchmarks.gomoku_depth 11 "" leaf_fours=1
    python -m benchmarks.gomoku_depth 11 "" --all-fours

Each setting is a list of fields of `SearchStyle` that differ from the default. The positions are the shipped
openings, each with as many moves more as its number, up to ten, by a short search.
"""

from __future__ import annotations

import argparse
import statistics
import time

from benchmarks.gomoku_match import engine_of, openings
from orchard.core.game import Position
from orchard.games.gomoku.training.games import deepen

MOST_MOVES = 10
FIRST_NODES = 2000  # for each of those moves
MOST_NODES = 3_000_000


def positions(count: int) -> list[Position]:
    engine, found = engine_of(""), list[Position]()
    for number, position in enumerate(openings(count, seed=1)):
        for _ in range(number % (MOST_MOVES + 1)):
            looked = deepen(engine, position, FIRST_NODES)
            if looked is None or looked.wins_in:
                break
            position = position.play(position.game.board.moves[looked.line[0]])
        found.append(position)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("depth", type=int)
    parser.add_argument("settings", nargs="+")
    parser.add_argument("--positions", type=int, default=30)
    parser.add_argument("--all-fours", action="store_true", help="wins by fours by those that gain nothing, too")
    given = parser.parse_args()
    there = positions(given.positions)
    for setting in given.settings:
        engine, costs = engine_of(setting), list[tuple[int, int]]()
        began = time.process_time()
        for position in there:
            engine.begin(position, 1, MOST_NODES)
            engine.kits[0].threats.work.only_gains = not given.all_fours
            engine.deepest(given.depth)
            work = engine.kits[0].work
            costs.append((int(work.nodes), int(work.vcf_nodes)))
        seconds = time.process_time() - began
        nodes, by_fours = (sum(column) for column in zip(*costs, strict=True))
        speed, typical = (nodes + by_fours) / seconds / 1e6, statistics.geometric_mean(map(sum, costs))
        print(
            f"{setting or 'default'}: {seconds:.1f} s, {nodes:,} nodes and {by_fours:,} for wins by fours,"
            f" {speed:.2f} M/s; {typical:,.0f} a position (geometric mean)"
        )


if __name__ == "__main__":
    main()
