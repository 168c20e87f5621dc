"""What many games cost: a thousand random games as a user starts them, and where the time of one goes.

First it proves that the games are right (every number once, every game replays to its result), then it times them.

    python benchmarks/bench_arena.py
"""

from __future__ import annotations

import json
import os
import pickle
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from orchard.games import game
from orchard.play.arena import run_batches
from orchard.play.league import Plan
from orchard.play.openings import random_openings
from orchard.play.record import GameRecord
from orchard.play.setup import Rules
from orchard.play.store import Store
from orchard.play.tally import Tally

GAMES = 1000
REPEAT = 5


def median(work: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    times = []
    for _ in range(REPEAT):
        started = clock()
        work()
        times.append(clock() - started)
    return statistics.median(times)


def command() -> tuple[float, float]:
    """Seconds of `orchard match random random --games 1000`, from start to end: wall clock, and processor time."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["match", "random", "random", "--game", "reversi", "--games", str(GAMES), "--json"]
        walls, processors = [], []
        for run in range(REPEAT):
            environment = {**os.environ, "ORCHARD_DB": f"{folder}/{run}.db", "XDG_DATA_HOME": folder}
            started, before = time.perf_counter(), os.times()
            done = subprocess.run(
                [sys.executable, "-m", "orchard", *arguments], env=environment, check=True, capture_output=True
            )
            walls.append(time.perf_counter() - started)
            after = os.times()
            processors.append(
                after.children_user + after.children_system - before.children_user - before.children_system
            )
            assert json.loads(done.stdout)["games"] == GAMES
        return statistics.median(walls), statistics.median(processors)


def played(plan: Plan) -> list[GameRecord]:
    records = [record for batch in run_batches(map(plan.setup, range(plan.total))) for record in batch]
    assert sorted(map(plan.number, records)) == list(range(plan.total))
    for record in records[:50]:
        outcome = record.last_position().outcome
        assert outcome is not None
        assert (outcome.winner, outcome.score) == (record.winner, record.score)
    return records


def main() -> None:
    wall, processor = command()
    print(f"{GAMES} games of random against random, the whole command: {wall:.2f} s, {processor:.2f} s of processor")
    reversi = game("reversi")
    plan = Plan.make("reversi", ["random", "random"], GAMES, rules=Rules())
    records = played(plan)
    parcel = pickle.dumps(records)

    def store() -> None:
        with tempfile.TemporaryDirectory() as folder, Store(str(Path(folder) / "x.db")) as opened:
            league = opened.create_league("x", {})
            for at in range(0, GAMES, 50):
                opened.save_games(records[at : at + 50], league, range(at, at + 50))

    parts = {
        "openings": median(lambda: random_openings(reversi, 8, GAMES // 2, 1)),
        "playing under the referee": median(lambda: played(plan)),
        "unpacking what a worker sent": median(lambda: pickle.loads(parcel)),
        "into the database, 50 at a time": median(store),
        "counting": median(lambda: Tally(plan).add(records)),
    }
    for name, seconds in parts.items():
        print(f"  {name:34} {1e6 * seconds / GAMES:7.0f} µs a game")
    client = sum(list(parts.values())[2:]) / GAMES
    size = len(parcel) / GAMES / 1e3
    print(f"a client can take in {1 / client:,.0f} games a second; a game is {size:.1f} kB on the wire")


if __name__ == "__main__":
    main()
