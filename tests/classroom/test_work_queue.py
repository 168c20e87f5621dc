"""The queue: a job has one worker at a time, what a dead worker held is done by another, and results are kept once."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from orchard.classroom.work_queue import MOST_TRIES, Pair, WorkError, put_pairs
from orchard.play.openings import Opening
from orchard.play.record import GameRecord
from tests.classroom.conftest import open_school
from tests.classroom.scene import GAME, LAST, Scene
from tests.play.databases import BACKENDS, fresh_database


@pytest.fixture(params=BACKENDS)
def scene(request: pytest.FixtureRequest, tmp_path: Path) -> Scene:
    return Scene(tmp_path, fresh_database(request.param, tmp_path))


def put(scene: Scene, count: int) -> int:
    """So many pairs of games in the queue of a new assignment; says its number."""
    one = scene.assignment(references=["random", "greedy"])
    pairs = [Pair(n, "random", "greedy", Opening(), n, "test") for n in range(count)]
    with scene.store.database.writing() as connection:
        put_pairs(connection, one.id, "ladder", one.league, pairs, scene.time)
    return one.id


def test_many_workers_at_once_never_get_the_same_job(scene: Scene) -> None:
    put(scene, 40)
    workers = [scene.work.workers.here(f"worker {n}", 1.0) for n in range(4)]
    taken: list[int] = []

    def take_all(worker: int) -> None:
        while (job := scene.work.queue.take(worker)) is not None:
            taken.append(job.id)

    threads = [threading.Thread(target=take_all, args=(worker,)) for worker in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(taken) == len(set(taken)) == 40


def test_what_a_dead_worker_held_is_taken_by_another_when_its_lease_is_over(scene: Scene) -> None:
    put(scene, 1)
    queue, (dead, other) = scene.work.queue, [scene.work.workers.here(name, 1.0) for name in ("dead", "other")]
    job = queue.take(dead)
    assert job is not None
    scene.time += queue.lease_s - 1
    assert queue.take(other) is None
    assert queue.keep(job.id, dead)
    scene.time += queue.lease_s - 1
    assert queue.take(other) is None
    scene.time += 2
    again = queue.take(other)
    assert again is not None
    assert again.id == job.id
    assert not queue.keep(job.id, dead)  # it lives after all, and is told that the job is another's


def test_checks_come_first_and_the_queue_says_what_waits_and_why(scene: Scene) -> None:
    one = put(scene, 2)
    worker = scene.work.workers.here("w", 1.0)
    scene.hand_in(scene.work.assignments.get(one), scene.person("Ann"))
    taken = scene.work.queue.take(worker)
    assert taken is not None
    assert taken.kind == "check"
    scene.time += 7
    shown = scene.work.queue.shown(one)
    assert shown["counts"] == {"running": 1, "waiting": 2}
    first, *rest = shown["jobs"]
    assert (first["worker"], shown["now"] - first["taken"], first["why"]) == ("w", 7.0, "handed in")
    assert [(job["first"], job["state"], job["why"]) for job in rest] == [("random", "waiting", "test")] * 2


def test_a_job_over_which_workers_die_is_given_up_and_shown(scene: Scene) -> None:
    one = put(scene, 1)
    worker = scene.work.workers.here("w", 1.0)
    for _ in range(MOST_TRIES):
        assert scene.work.queue.take(worker) is not None
        scene.time += scene.work.queue.lease_s + 1
    assert scene.work.queue.take(worker) is None
    (failed,) = scene.work.queue.shown(one)["failed"]
    assert "given up" in failed["problem"]
    assert scene.work.queue.retry(one) == 1
    assert scene.work.queue.take(worker) is not None


def test_a_game_counts_once_and_only_in_its_own_job(scene: Scene) -> None:
    one = scene.work.assignments.get(put(scene, 2))
    worker = scene.work.workers.here("w", 1.0)
    task = scene.work.take(worker)
    assert task is not None
    assert task.numbers == (0, 1)
    game = GameRecord(f"class-{one.league}-000000", GAME, "random", "greedy", winner="black")
    assert scene.work.played(task.job.id, game)
    assert not scene.work.played(task.job.id, game)
    assert scene.work.task(task.job).numbers == (1,)  # what is left of the pair after a crash
    for wrong in ("class-1-000002", "class-1-", "other"):
        with pytest.raises(WorkError, match="does not belong"):
            scene.work.played(task.job.id, GameRecord(wrong, GAME, "random", "greedy"))
    with pytest.raises(WorkError, match="does not belong"):
        scene.work.played(task.job.id, GameRecord("class-1-000001", GAME, "random", "somebody"))
    scene.work.played(task.job.id, GameRecord("class-1-000001", GAME, "greedy", "random", winner="white"))
    assert scene.store.count_games() == 2
    assert scene.work.queue.shown(one.id)["counts"] == {"done": 1, "waiting": 1}


def test_a_worker_that_died_between_keeping_and_saying_so_costs_nothing(scene: Scene) -> None:
    one = scene.work.assignments.get(put(scene, 1))
    worker = scene.work.workers.here("w", 1.0)
    assert scene.work.take(worker) is not None
    for number in (0, 1):
        scene.store.save_game(GameRecord(f"class-1-00000{number}", GAME, "random", "greedy"), one.league, number)
    scene.time += scene.work.queue.lease_s + 1
    assert scene.work.take(worker) is None
    assert scene.work.queue.shown(one.id)["counts"] == {"done": 1}


def test_a_token_is_one_workers_and_can_be_withdrawn(scene: Scene) -> None:
    workers = scene.work.workers
    token = workers.add("elsewhere")
    id = workers.of_token(token, 0.8)
    assert workers.get(id)["speed"] == 0.8
    assert token not in str(workers.all())
    for wrong in ("", token + "x", LAST):
        with pytest.raises(WorkError, match="no worker"):
            workers.of_token(wrong)
    workers.disable(id)
    with pytest.raises(WorkError, match="no worker"):
        workers.of_token(token)


def test_people_sign_in_and_are_locked_out_on_postgresql_as_well(tmp_path: Path) -> None:
    school = open_school(tmp_path / "class", database=fresh_database("postgresql", tmp_path), reserve_mb=1.0)
    link = school.room.accounts.new_link(school.people["Eve"].id)
    statuses = [school.visitor().post(f"/api/links/{link}", json={}).status_code for _ in range(2)]
    guesses = [school.visitor().post("/api/login", json={"name": "Ann", "password": str(n)}) for n in range(6)]
    assert statuses + [answer.status_code for answer in guesses] == [200, 403, 401, 401, 401, 401, 401, 429]
    tom = school.signed_in("Tom")
    assert tom.patch(f"/api/people/{school.people['Ann'].id}", json={"role": "assistant"}).json()["team"] is None
    assert {event["action"] for event in tom.get("/api/audit").json()} == {"refused", "login.link", "people.changed"}
    school.room.close()
