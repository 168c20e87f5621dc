"""Two settings of the Gomoku engine against each other: paired openings, colours swapped, bounded by nodes.

    python benchmarks/gomoku_match.py "pass_cut=0" "" --nodes 4000 --pairs 40

Each setting is a list of fields of `SearchStyle` that differ from the default, and `weights=` guess, trained
or a file. A game ends when one side proves its win. The Elo difference comes with a 95 % interval over pairs.
"""

from __future__ import annotations

import argparse

from orchard.games.gomoku.evaluate.shapes import tables
from orchard.games.gomoku.evaluate.worth import weights
from orchard.games.gomoku.search.engine import KiteEngine
from orchard.games.gomoku.search.memory import SearchStyle
from orchard.training.gomoku_gate import match, openings
from orchard.training.gomoku_selfplay import engine_for


def engine_of(text: str) -> KiteEngine:
    fields = dict(part.split("=") for part in text.split(",") if part)
    chosen = fields.pop("weights", None)
    style = SearchStyle()._replace(**{name: int(value) for name, value in fields.items()})
    tabled = engine_for(chosen).tables if chosen else tables(*weights())
    return KiteEngine(tabled, style, table_mb=2)


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
    result = match(engine_of(options.first), engine_of(options.second), openings(options.pairs, options.seed), limits)
    print(f"{options.first or 'default'} against {options.second or 'default'}: {result}")


if __name__ == "__main__":
    main()
