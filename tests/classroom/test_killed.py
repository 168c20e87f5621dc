"""Workers killed by SIGKILL at random moments: no game is lost, none is counted twice, and others go on."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import time
from collections import Counter
from pathlib import Path

from orchard.classroom import playing
from orchard.classroom.results import results_of
from orchard.classroom.work import Work
from orchard.classroom.worker import Here, work
from orchard.core.choice import Stop
from orchard.play.record import GameRecord
from orchard.play.setup import GameSetup
from orchard.play.store import Store
from tests.classroom.scene import Scene

KILLS = int(os.environ.get("ORCHARD_CLASS_KILLS", "6"))
MEETINGS = 60
PAUSE_S = 0.01  # for each game, so that on no machine all are played before the last kill
LEASE_S = 0.5


def work_on(url: str, folder: Path, name: str) -> None:
    play = playing._play_once

    def and_pause(setup: GameSetup, stop: Stop | None) -> tuple[GameRecord, list[str]]:
        time.sleep(PAUSE_S)
        return play(setup, stop)

    playing._play_once = and_pause  # in a process of its own
    with Store(url) as store:
        work(Here(Work(store, folder, lease_s=LEASE_S), name, 1.0), stop=Stop(), until_idle=True)


def test_workers_may_be_killed_at_any_moment(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    scene.time = time.time()
    one = scene.assignment(references=["random", "greedy"], opens=1.0, closes=2.0)
    scene.work.finals.begin(one.id, seed=1, meetings=MEETINGS)
    found = scene.work.finals.of(one.id)
    assert found is not None
    league, pairs = found[0], found[1].round_robin()
    dice, context = random.Random(3), multiprocessing.get_context("fork")
    url, folder = str(tmp_path / "class.db"), scene.work.submissions.folder
    scene.store.close()  # a connection is not carried into another process
    kills = 0
    for number in range(200):
        name = f"worker {number % 2}" if number % 3 else f"worker {number}"  # some come back, some never do
        process = context.Process(target=work_on, args=(url, folder, name))
        process.start()
        process.join(dice.uniform(0.05, 0.2) if kills < KILLS else 30)
        if process.is_alive():
            assert process.pid is not None
            os.kill(process.pid, signal.SIGKILL)
            process.join()
            kills += 1
        elif kills >= KILLS or process.exitcode == 0:
            time.sleep(LEASE_S)  # what the last one held when it was killed
            with scene.store.database.reading() as connection:
                if len(results_of(connection, league)) == 2 * len(pairs):
                    break
    assert kills == KILLS
    with scene.store.database.reading() as connection:
        played = results_of(connection, league)
    assert [number for number, *_ in played] == list(range(2 * MEETINGS))
    colours = Counter((black, white) for _, black, white, *_ in played)
    assert set(colours.values()) == {MEETINGS}
    scene.time = time.time() + 10
    assert scene.work.take(scene.work.workers.here("last", 1.0)) is None
    assert scene.work.queue.shown(one.id)["counts"] == {"done": MEETINGS}
