"""PostgreSQL killed with SIGKILL at random moments while two workers play a final and students hand in: nothing lost,
nothing counted twice.

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
import threading
import time
from pathlib import Path

from orchard.classroom import worker
from orchard.classroom.assignments import Assignment
from orchard.classroom.people import Person
from orchard.classroom.results import results_of
from orchard.play.database import UnreachableError
from tests.classroom import test_killed
from tests.classroom.scene import FIRST, Scene
from tests.play.databases import ThrowawayPostgres

MEETINGS = 100
PAUSE_S = 0.15  # for each game, so that kills fall into them and the final outlasts the last one
STUDENTS, HAND_IN_S = 5, 0.02


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


def hand_in(scene: Scene, one: Assignment, people: list[Person], over: threading.Event, sent: dict[int, str]) -> None:
    """Hand in one bot after the other; who got no answer asks again with the same file."""
    number = 0
    while not over.wait(HAND_IN_S):
        source = f"{FIRST}# {number}\n"
        while True:
            try:
                sent[scene.hand_in(one, people[number % len(people)], source).id] = source
                break
            except UnreachableError:
                time.sleep(0.1)
        number += 1


def lost_submissions(scene: Scene, one: Assignment, sent: dict[int, str]) -> list[str]:
    """What is wrong with those that were answered; nothing, if all is well."""
    kept = {found.id: found for found in scene.work.submissions.all(one.id)}
    wrong = [f"submission {id} is lost" for id in sent if id not in kept]
    wrong += [f"submission {id} is there, and nobody got an answer" for id in kept if id not in sent]
    wrong += [
        f"the files of submission {id} are not those that were handed in"
        for id, source in sent.items()
        if id in kept and (scene.work.submissions.program(kept[id]) / "bot.py").read_text() != source
    ]
    waiting = scene.work.queue.shown(one.id)["counts"].get("waiting", 0)
    return wrong + ([] if waiting == len(kept) else [f"{waiting} checks of {len(kept)} submissions"])


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
        open_one = scene.assignment("open", packages=["left-to-nobody"], daily=1000)  # its checks wait for ever
        people = [scene.person(f"Student {n}") for n in range(STUDENTS)]
        scene.work.finals.begin(one.id, seed=1, meetings=MEETINGS)
        found = scene.work.finals.of(one.id)
        assert found is not None
        scene.store.close()  # a connection is not carried into another process
        workers = [context.Process(target=work_on, args=(url, Path(folder), f"worker {n}")) for n in range(2)]
        for process in workers:
            process.start()
        over, sent = threading.Event(), dict[int, str]()
        student = threading.Thread(target=hand_in, args=(scene, open_one, people, over, sent))
        student.start()
        kills = 0
        while kills < options.kills and any(process.is_alive() for process in workers):
            time.sleep(dice.uniform(0.1, 0.8))
            kill(server)
            kills += 1
        over.set()
        student.join()
        for process in workers:
            process.join()
        with scene.store.database.reading() as connection:
            numbers = [number for number, *_ in results_of(connection, found[0])]
        counts = scene.work.queue.shown(one.id)["counts"]
        lost = lost_submissions(scene, open_one, sent)
        scene.store.close()
    exact = numbers == list(range(2 * MEETINGS))
    told = {"kills": kills, "games": len(numbers), "each once": exact, "jobs": counts}
    print(json.dumps(told | {"submissions": len(sent), "lost or doubled": lost}))


if __name__ == "__main__":
    main()
