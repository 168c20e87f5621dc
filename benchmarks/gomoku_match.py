"""Two settings of the Gomoku engine against each other: paired openings, colours swapped, bounded by nodes.

    python benchmarks/gomoku_match.py "pass_cut=0" "" --nodes 4000 --pairs 40

Each setting is a list of fields of `SearchStyle` that differ from the default, and `weights=` guess, trained
or a file. A game ends when one side proves its win. The Elo difference comes with a 95 % interval over pairs.
"""

from __future__ import annotations

import argparse
import time

from orchard.core.game import Position
from orchard.games import game as find_game
from orchard.games.gomoku.evaluate.shapes import tables
from orchard.games.gomoku.evaluate.worth import weights
from orchard.games.gomoku.search.engine import Found, KiteEngine
from orchard.games.gomoku.search.memory import SearchStyle
from orchard.games.gomoku.training.games import points
from orchard.play.openings import openings_for
from orchard.play.rating import pair_elo, pair_score, pentanomial_of


class Timed(KiteEngine):
    """An engine that adds up the processor time of its searches."""

    spent = 0.0

    def deepest(self, depth: int, threads: int = 1) -> Found | None:
        began = time.process_time()
        found = super().deepest(depth, threads)
        self.spent += time.process_time() - began
        return found


def engine_of(text: str, table_mb: float = 2) -> Timed:
    fields = dict(part.split("=") for part in text.split(",") if part)
    chosen = fields.pop("weights", None)
    style = SearchStyle()._replace(**{name: int(value) for name, value in fields.items()})
    return Timed(tables(*weights(chosen)), style, table_mb)


def openings(count: int, seed: int) -> list[Position]:
    """Even ones, as in every match."""
    game = find_game("gomoku")
    return [game.replay(opening.moves) for opening in openings_for(game, None, count, seed)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--nodes", type=int, default=4000)
    parser.add_argument("--nodes2", type=int, default=0, help="nodes of the second, if not the same")
    parser.add_argument("--pairs", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    limits = (options.nodes, options.nodes2 or options.nodes)
    engines = engine_of(options.first), engine_of(options.second)
    starts = openings(options.pairs, options.seed)
    counts = pentanomial_of([points(engines, start, limits) for start in starts])
    share, error = pair_score(counts)
    print(
        f"{options.first or 'default'} against {options.second or 'default'}:"
        f" {share:.1%} ± {1.96 * error:.1%} of {2 * len(starts)} games, {pair_elo(counts)} Elo;"
        f" processor time {engines[0].spent:.1f} and {engines[1].spent:.1f} s"
    )


if __name__ == "__main__":
    main()
