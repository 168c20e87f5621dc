"""How much sooner several threads of sage's midgame search reach a depth than one does.

    python -m benchmarks.midgame_threads reversi 22 --threads 2

The positions are those of `bench_midgame`. It needs an idle machine with a core for each thread: threads that wait for
one search other parts of the tree than threads that run at the same time.
"""

from __future__ import annotations

import argparse
import statistics
import time
from dataclasses import dataclass

from benchmarks.bench_midgame import POSITIONS
from orchard.core.game import Position
from orchard.games import game
from orchard.games.reversi.search.midgame import Midgame


@dataclass(frozen=True, slots=True)
class Cost:
    seconds: float
    first: int  # nodes of the first thread
    all: int


def reach(engine: Midgame, position: Position, depth: int, threads: int) -> Cost:
    engine.forget()
    began = time.perf_counter()
    report = engine.search(position.own, position.enemy, depth=depth, threads=threads)
    return Cost(time.perf_counter() - began, engine.workers[0].counts()[0], report.nodes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=tuple(POSITIONS))
    parser.add_argument("depth", type=int)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--repeat", type=int, default=2, help="of each position the fastest counts")
    given = parser.parse_args()
    there = [game(given.game).replay(moves) for moves in POSITIONS[given.game].split()]
    engine = Midgame(given.game)
    engine.search(there[0].own, there[0].enemy, depth=6, threads=given.threads)  # kernels are loaded or compiled
    alone, shared = list[Cost](), list[Cost]()
    for position in there:
        tries = [[reach(engine, position, given.depth, n) for n in (1, given.threads)] for _ in range(given.repeat)]
        for costs, found in zip((alone, shared), zip(*tries, strict=True), strict=True):
            costs.append(min(found, key=lambda cost: cost.seconds))
    gains = sorted(one.seconds / many.seconds for one, many in zip(alone, shared, strict=True))
    before, now = sum(cost.seconds for cost in alone), sum(cost.seconds for cost in shared)
    print(
        f"{given.game}, depth {given.depth}, {len(there)} positions: {given.threads} threads reach it"
        f" {statistics.median(gains):.2f} times as soon as one (median; {gains[0]:.2f} to {gains[-1]:.2f}),"
        f" {before / now:.2f} times in all: {before:.2f} and {now:.2f} s,"
        f" {sum(cost.all for cost in alone) / 1e6:.1f} and {sum(cost.all for cost in shared) / 1e6:.1f} million nodes,"
        f" of which the first thread {sum(cost.first for cost in shared) / 1e6:.1f}"
    )


if __name__ == "__main__":
    main()
