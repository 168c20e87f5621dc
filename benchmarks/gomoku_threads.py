"""How much sooner several threads of the Gomoku engine reach a depth than one does.

    python -m benchmarks.gomoku_threads 18 --threads 2 --positions 200

The positions are those of `gomoku_quiet`, and even openings where more are asked for: with 30 positions the same code
was seen at 1.09 and at 1.68. The intervals are those of 95 % over positions. Time is what counts and needs an idle
machine; the nodes of the first thread, whose result is the answer, say the same of a busy one as long as the helpers
get as much of it as the first thread.
"""

from __future__ import annotations

import argparse
import statistics
import time
from dataclasses import dataclass
from math import exp, log, sqrt

from benchmarks.gomoku_match import engine_of, openings
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
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--table-mb", type=float, default=32)
    given = parser.parse_args()
    quiet = [game("gomoku").replay(moves) for moves in POSITIONS.split()]
    even = (position for position in openings(given.positions + len(quiet), 1) if position not in quiet)
    there = [*quiet, *even][: given.positions]
    alone, shared = list[Cost](), list[Cost]()
    engines = ready(1, given.table_mb), ready(given.threads, given.table_mb)
    for position in there:  # by turns, so that a machine that gets busier slows both down
        alone.append(reach(engines[0], position, given.depth, 1))
        shared.append(reach(engines[1], position, given.depth, given.threads))

    def gain(of: str) -> tuple[float, float, float]:
        """The geometric mean of the gains, and its interval."""
        gains = [log(getattr(one, of) / getattr(many, of)) for one, many in zip(alone, shared, strict=True)]
        mean, error = statistics.mean(gains), statistics.stdev(gains) / sqrt(len(gains))
        return exp(mean), exp(mean - 1.96 * error), exp(mean + 1.96 * error)

    sooner, fewer = gain("seconds"), gain("first")
    before, now = sum(cost.seconds for cost in alone), sum(cost.seconds for cost in shared)
    helped = sum(cost.helpers for cost in shared) / sum(cost.first for cost in shared) / (given.threads - 1)
    print(
        f"depth {given.depth}, {len(there)} positions: {given.threads} threads reach it {sooner[0]:.2f} times as"
        f" soon as one ({sooner[1]:.2f} to {sooner[2]:.2f}), with {fewer[0]:.2f} times fewer nodes in the first thread"
        f" ({fewer[1]:.2f} to {fewer[2]:.2f}); a helper searched {helped:.0%} of"
        f" what the first thread did; {before:.1f} and {now:.1f} s"
    )


if __name__ == "__main__":
    main()
