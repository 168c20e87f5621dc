"""How many games a class needs, and what its queue costs: simulated players of known strength, and jobs without games.

python -m benchmarks.class_scale games --students 100
python -m benchmarks.class_scale queue --jobs 500 --db postgresql://user@host/name
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from sqlalchemy import event

from orchard.classroom import upgrade
from orchard.classroom.ladder import choose_pairs, strengths
from orchard.classroom.results import Result, Results, Snapshot
from orchard.classroom.work import Work
from orchard.classroom.work_queue import Pair, put_pairs
from orchard.play.openings import Opening
from orchard.play.rating import score_from_elo
from orchard.play.record import GameRecord, MoveRecord
from orchard.play.store import Store

DRAWS = 0.05  # of all games between equals


def games(options: argparse.Namespace) -> dict[str, Any]:
    """Play until the mean half interval is as wanted; by the ladder's pairs, or by pairs at random."""
    dice = random.Random(options.seed)
    names = [f"submission:{n:05}" for n in range(options.students)]
    truth = {name: dice.gauss(0, options.spread) for name in names}
    average = sum(truth.values()) / len(names)
    played: list[Result] = []
    met: Counter[tuple[str, str]] = Counter()
    ratings: dict[str, Any] = {}
    half = float("inf")
    batch = max(1, options.students // 4)
    while half > options.wanted and len(played) < 1000 * options.students:
        if options.at_random:
            some = [tuple(sorted(dice.sample(names, 2))) for _ in range(batch)]
        else:
            some = list(choose_pairs(strengths(names, Snapshot(0, 0.0, ratings)), met, [], batch))
        for one, other in some:
            met[one, other] += 1
            for black, white in ((one, other), (other, one)):
                expected, drawn = score_from_elo(truth[black] - truth[white]), dice.random()
                draws = min(DRAWS, 2 * expected, 2 - 2 * expected)  # the expected score stays what it is
                winner = "black" if drawn < expected - draws / 2 else None if drawn < expected + draws / 2 else "white"
                played.append((len(played), black, white, winner, "normal"))
        ratings = Results.of(played).ratings()
        if len(ratings) == len(names):
            half = sum(one["high"] - one["low"] for one in ratings.values()) / 2 / len(names)
    inside = sum(one["low"] <= truth[name] - average <= one["high"] for name, one in ratings.items())
    error = sum(abs(one["elo"] - truth[name] + average) for name, one in ratings.items()) / len(names)
    return {
        "students": options.students,
        "pairs": "at random" if options.at_random else "of the ladder",
        "games": len(played),
        "games of each": round(2 * len(played) / len(names)),
        "mean half interval": round(half, 1),
        "mean error": round(error, 1),
        "truth in the interval": round(inside / len(names), 3),
    }


def queue(options: argparse.Namespace) -> dict[str, Any]:
    """What a pair of games costs the database: taken, its two games kept, done."""
    with tempfile.TemporaryDirectory() as folder, Store(options.db or f"{folder}/class.db") as store:
        upgrade.prepare(store.database)
        work = Work(store, Path(folder))
        one = work.assignments.add(f"Queue {time.time()}", "reversi", references=["random", "greedy"])
        pairs = [Pair(n, "random", "greedy", Opening(), n, "measured") for n in range(options.jobs)]
        with store.database.writing() as connection:
            put_pairs(connection, one.id, "ladder", one.league, pairs, time.time())
        worker = work.workers.here("measured", 1.0)
        statements: Counter[str] = Counter()
        event.listen(
            store.database.engine, "before_cursor_execute", lambda *given: statements.update([given[2].split()[0]])
        )
        moves = tuple(MoveRecord("f5", 0.01, 0.5, 100, 3) for _ in range(60))
        wall, own = time.perf_counter(), time.process_time()
        for _ in range(options.jobs):
            task = work.take(worker)
            assert task is not None
            for number in task.numbers:
                names = ("random", "greedy") if number % 2 == 0 else ("greedy", "random")
                work.played(task.job.id, GameRecord(f"class-{one.league}-{number:06d}", "reversi", *names, moves=moves))
        wall, own = time.perf_counter() - wall, time.process_time() - own
        return {
            "jobs": options.jobs,
            "database": store.database.url.get_backend_name(),
            "statements of a pair": round(sum(statements.values()) / options.jobs, 1),
            "ms of a pair": round(1000 * wall / options.jobs, 2),
            "ms of processor time in the worker": round(1000 * own / options.jobs, 2),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["games", "queue"])
    parser.add_argument("--students", type=int, default=100)
    parser.add_argument("--spread", type=float, default=300.0, help="standard deviation of the true strengths, Elo")
    parser.add_argument("--wanted", type=float, default=50.0, help="mean half interval, Elo")
    parser.add_argument("--at-random", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=500)
    parser.add_argument("--db", default="")
    options = parser.parse_args()
    print(json.dumps(games(options) if options.what == "games" else queue(options)))


if __name__ == "__main__":
    main()
