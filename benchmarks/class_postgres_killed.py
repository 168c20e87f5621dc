"""PostgreSQL killed with SIGKILL at random moments while two workers play a final: nothing lost, nothing counted twice.

    python -m benchmarks.class_postgres_killed --kills 20

The server is a throwaway one, started by the helpers of the tests.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import signal
import tempfile
import time
from pathlib import Path

from orchard.classroom import worker
from orchard.classroom.results import results_of
from tests.classroom import test_killed
from tests.classroom.scene import Scene
from tests.play.databases import ThrowawayPostgres

MEETINGS = 100
PAUSE_S = 0.05  # for each game, so that kills fall into them


def work_on(url: str, folder: Path, name: str) -> None:
    worker.ASK_EVERY_S, test_killed.PAUSE_S = 0.2, PAUSE_S
    test_killed.work_on(url, folder, name)


def kill(server: ThrowawayPostgres) -> None:
    """End the server as a power cut of its process would, and start it again."""
    os.kill(int((server.folder / "data" / "postmaster.pid").read_text(encoding="ascii").split()[0]), signal.SIGKILL)
    while True:
        time.sleep(0.3)  # its children go when they notice
        try:
            return server.start()
        except RuntimeError:
            continue


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=2)
    options = parser.parse_args()
    server, dice, context = ThrowawayPostgres(), random.Random(options.seed), multiprocessing.get_context("fork")
    with tempfile.TemporaryDirectory() as folder:
        url = server.new_database()
        scene = Scene(Path(folder), url)
        one = scene.assignment(references=["random", "greedy"], opens=1.0, closes=2.0)
        scene.work.finals.begin(one.id, seed=1, meetings=MEETINGS)
        found = scene.work.finals.of(one.id)
        assert found is not None
        scene.store.close()  # a connection is not carried into another process
        workers = [context.Process(target=work_on, args=(url, Path(folder), f"worker {n}")) for n in range(2)]
        for process in workers:
            process.start()
        kills = 0
        while kills < options.kills and any(process.is_alive() for process in workers):
            time.sleep(dice.uniform(0.1, 0.8))
            kill(server)
            kills += 1
        for process in workers:
            process.join()
        with scene.store.database.reading() as connection:
            numbers = [number for number, *_ in results_of(connection, found[0])]
        counts = scene.work.queue.shown(one.id)["counts"]
        scene.store.close()
    exact = numbers == list(range(2 * MEETINGS))
    print(json.dumps({"kills": kills, "games": len(numbers), "each once": exact, "jobs": counts}))


if __name__ == "__main__":
    main()
