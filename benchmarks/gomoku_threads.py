"""How much sooner several threads of the Gomoku engine reach a depth than one does.

    python -m benchmarks.gomoku_threads 14 --threads 2

The positions are those of `gomoku_quiet`. Time is what counts and needs an idle machine; the nodes of the first thread,
whose result is the answer, say the same of a busy one as long as the helpers get as much of it as the first thread.
"""

from __future__ import annotations

import argparse
import statistics
import time
from dataclasses import dataclass

from benchmarks.gomoku_match import engine_of
from benchmarks.gomoku_quiet import POSITIONS
from orchard.core.game import Position
from orchard.games import game
from orchard.games.gomoku.search.engine import FIRST_SHARED_DEPTH, KiteEngine


@dataclass(frozen=True, slots=True)
class Cost:
    seconds: float
    first: int  # nodes of the first thread
    helpers: int  # nodes of all others


def ready(threads: int, table_mb: float) -> KiteEngine:
    """An engine that has searched before: the system hands out memory when it is first written to, and that takes a
    good part of the time of a short search."""
    engine = engine_of("", table_mb)
    engine.begin(game("gomoku").replay("h8i9"), threads)
    engine.deepest(FIRST_SHARED_DEPTH + 2, threads)
    return engine


def reach(engine: KiteEngine, position: Position, depth: int, threads: int) -> Cost:
    engine.begin(position, threads, forget=True)
    began = time.perf_counter()
    engine.deepest(depth, threads)
    seconds, first = time.perf_counter() - began, engine.nodes(0)
    return Cost(seconds, first, engine.nodes() - first)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("depth", type=int)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--positions", type=int, default=30)
    parser.add_argument("--table-mb", type=float, default=32)
    given = parser.parse_args()
    there = [game("gomoku").replay(moves) for moves in POSITIONS.split()[: given.positions]]
    alone, shared = list[Cost](), list[Cost]()
    engines = ready(1, given.table_mb), ready(given.threads, given.table_mb)
    for position in there:  # by turns, so that a machine that gets busier slows both down
        alone.append(reach(engines[0], position, given.depth, 1))
        shared.append(reach(engines[1], position, given.depth, given.threads))

    def gain(of: str) -> float:
        return statistics.geometric_mean(
            getattr(one, of) / getattr(many, of) for one, many in zip(alone, shared, strict=True)
        )

    helped = sum(cost.helpers for cost in shared) / sum(cost.first for cost in shared) / (given.threads - 1)
    print(
        f"depth {given.depth}, {len(there)} positions: {given.threads} threads reach it {gain('seconds'):.2f} times as"
        f" soon as one, with {gain('first'):.2f} times fewer nodes in the first thread; a helper searched {helped:.0%}"
        f" of what the first thread did; {sum(cost.seconds for cost in alone):.1f} and"
        f" {sum(cost.seconds for cost in shared):.1f} s"
    )


if __name__ == "__main__":
    main()
