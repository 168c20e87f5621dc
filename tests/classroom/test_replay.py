"""What can be asked for of a game: to play it again, to review it, and how it failed; who may, and what it changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import inspect

from orchard.classroom import asked, upgrade
from orchard.classroom.exports import games_of
from orchard.classroom.people import Newcomer
from orchard.classroom.repeats import Comparison
from orchard.classroom.results import count_of
from orchard.classroom.reviews import make
from orchard.classroom.standings import Standings
from orchard.classroom.work_queue import LADDER, Pair, WorkError, put_pairs
from orchard.classroom.worker import Here, do
from orchard.core.choice import Stop
from orchard.games import game as find_game
from orchard.play.check import FIRST_MOVES, try_exercise
from orchard.play.openings import Opening
from orchard.play.record import GameRecord, MoveRecord
from tests.classroom.scene import GAME, Scene
from tests.classroom.test_work_routes import Lesson
from tests.play.databases import BACKENDS, fresh_database


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lesson]:
    made = Lesson(tmp_path_factory.mktemp("lesson"))
    made.school.people["Zoe"] = made.school.room.people.add([Newcomer("Zoe")])[0]
    made.browsers["Zoe"] = made.school.signed_in("Zoe")
    yield made
    made.school.room.close()


@pytest.fixture(params=BACKENDS)
def scene(request: pytest.FixtureRequest, tmp_path: Path) -> Scene:
    return Scene(tmp_path, fresh_database(request.param, tmp_path))


def played(*moves: str, verdict: str = "normal") -> GameRecord:
    return GameRecord("g", GAME, "x", "y", opening="a1", moves=tuple(map(MoveRecord, moves)), verdict=verdict)  # type: ignore[arg-type]


def test_a_game_played_again_is_the_same_game_and_counts_for_nothing(scene: Scene) -> None:
    one = scene.assignment(references=["greedy", "random"])
    with scene.store.database.writing() as connection:
        pair = Pair(0, "greedy", "random", Opening("", "b2"), 7, "ladder")
        put_pairs(connection, one.id, LADDER, one.league, [pair], scene.time)
    place, heard = Here(scene.work, "desk", 1.0), list[str]()

    def work() -> str:
        task = place.take()
        assert task is not None
        assert do(place, task, Stop(), heard.append)
        return task.job.kind

    def counted() -> tuple[object, ...]:
        exported = list(games_of(scene.work, Standings(scene.work).league(one, None)[1]))
        with scene.store.database.reading() as connection:
            return count_of(connection, one.league), exported, Standings(scene.work).table(one, fresh=True)

    work()
    before = counted()
    game = f"class-{one.league}-000001"  # random has black here
    scene.work.repeats.ask(game, "team:1")
    scene.work.repeats.ask(game, "team:1")  # it waits already
    (job,) = scene.work.queue.shown(one.id)["jobs"]
    assert (job["kind"], job["about"], job["first"], job["second"]) == ("repeat", game, "greedy", "random")
    assert game in job["why"]
    with scene.store.database.writing() as connection:
        later = Pair(1, "greedy", "random", Opening("", "a1"), 8, "ladder")
        put_pairs(connection, one.id, LADDER, one.league, [later], scene.time)
    assert [job["kind"] for job in scene.work.queue.shown(one.id)["jobs"]] == ["ladder", "repeat"]
    with scene.store.database.writing() as connection:
        connection.exec_driver_sql("DELETE FROM class_jobs WHERE pair = 1 AND kind = 'ladder'")
    assert work() == "repeat"
    (again,) = scene.work.repeats.of(game)
    assert (again["state"], again["differs_at"], again["same_end"]) == ("done", None, True)
    first, second = (scene.store.game(id) for id in (game, again["id"]))
    assert (second.black, second.white, second.opening, second.seed) == ("random", "greedy", "b2", first.seed)
    assert second.id != first.id
    assert second.moves
    assert counted() == before
    assert scene.work.repeats.first(again["id"]) == game
    assert scene.work.repeats.first(game) is None
    scene.work.repeats.ask(again["id"], "team:1")  # of a repeat: the first game once more
    assert [one["state"] for one in scene.work.repeats.of(game)] == ["waiting", "done"]


def test_two_games_are_compared_move_by_move_with_their_openings() -> None:
    assert Comparison.of(played("b2", "c3"), played("b2", "c3")) == Comparison(None, same_end=True)
    assert Comparison.of(played("b2", "c3"), played("b2", "c2")) == Comparison(3, same_end=True)
    assert Comparison.of(played("b2"), played("b2", "c2")) == Comparison(3, same_end=True)
    assert Comparison.of(played("b2"), played("b2", verdict="time")) == Comparison(None, same_end=False)


def test_teams_of_the_two_bots_and_staff_may_play_a_game_again_a_few_times_an_hour(
    lesson: Lesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/api/games/{lesson.game}/repeat"

    def asks(name: str) -> int:
        return int(lesson.browsers[name].post(path).status_code)

    def finish() -> None:
        with lesson.work.store.database.writing() as connection:
            connection.exec_driver_sql("UPDATE class_jobs SET state = 'failed' WHERE kind = 'repeat'")

    monkeypatch.setitem(asked.AN_HOUR, "repeat", 1)
    may = {name: lesson.get(name, f"games/{lesson.game}/extras").json()["may"] for name in lesson.school.people}
    assert may == {
        "Tom": ["repeat", "review", "bundle"],
        "Ada": ["repeat", "review", "bundle"],
        "Ann": ["repeat", "review"],
        "Ben": ["repeat", "review"],
        "Eve": ["repeat", "review", "bundle"],  # whose bot crashed
        "Gus": ["review"],
        "Zoe": ["review"],
    }
    assert [asks(name) for name in ("Gus", "Zoe", "Ann")] == [403, 403, 200]
    assert lesson.get("Gus", f"games/{lesson.game}/extras").json()["repeats"][0]["state"] == "waiting"
    assert lesson.school.audited("games.repeated")[0]["about"]["game"] == lesson.game
    finish()
    refused = lesson.browsers["Ben"].post(path)  # one an hour, and Ann is of his team
    assert (refused.status_code, refused.json()["reason"]["kind"]) == (429, "repeat_often")
    assert asks("Eve") == 200
    for name in ("Tom", "Tom", "Ada"):
        finish()
        assert asks(name) == 200
    finish()
    lesson.school.clock.time += 3601
    assert asks("Ben") == 200
    finish()


def test_a_game_is_reviewed_once_for_everybody_and_the_same_on_every_machine(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("orchard.study.review._nodes", lambda game, seconds: 2000)
    one = scene.assignment(references=["greedy", "random"])
    with scene.store.database.writing() as connection:
        pair = Pair(0, "greedy", "random", Opening("", "a1b2"), 7, "ladder")
        put_pairs(connection, one.id, LADDER, one.league, [pair], scene.time)
    game = f"class-{one.league}-000000"
    moves = tuple(map(MoveRecord, ("a2", "c3", "a3")))  # white lets black complete the first column
    record = GameRecord(game, GAME, "greedy", "random", opening="a1b2", moves=moves, winner="black")
    scene.store.save_game(record, one.league, 0)
    assert scene.work.reviews.of(record) == {"state": "", "review": None}
    for asker in ("team:1", "person:9"):
        scene.work.reviews.ask(record, asker)
    place = Here(scene.work, "desk", 1.0)
    jobs = scene.work.queue.shown(one.id)["jobs"]
    assert [(job["kind"], job["about"]) for job in jobs] == [("ladder", None), ("review", game)]
    with scene.store.database.writing() as connection:
        connection.exec_driver_sql("DELETE FROM class_jobs WHERE kind = 'ladder'")
    assert scene.work.reviews.of(record)["state"] == "waiting"
    task = place.take()
    assert task is not None
    assert do(place, task, Stop(), lambda words: None)
    found = scene.work.reviews.of(record)
    assert found["state"] == "done"
    graded = {move["ply"]: (move["move"], move["grade"], move["best"]) for move in found["review"]["moves"]}
    assert len(graded) == 5
    assert graded[5] == ("a3", "best", "a3")
    assert graded[4] == ("c3", "blunder", "a3")
    assert make(task, Stop()) == found["review"]
    scene.work.reviews.ask(record, "team:1")
    assert scene.work.queue.shown(one.id)["jobs"] == []  # nothing is left to do
    with pytest.raises(WorkError, match="whole game"):
        scene.work.reviews.keep(task.job, GAME, found["review"] | {"moves": found["review"]["moves"][:2]})


def test_anybody_who_sees_a_game_may_have_it_reviewed_and_a_worker_elsewhere_hands_it_in(
    lesson: Lesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(asked.AN_HOUR, "review", 1)
    path = f"/api/games/{lesson.game}/review"
    assert lesson.browsers["Gus"].post(path).json() == {"state": "waiting", "review": None}
    assert lesson.browsers["Zoe"].post(path).json()["state"] == "waiting"
    (job,) = (job for job in lesson.work.queue.shown(lesson.id)["jobs"] if job["kind"] == "review")
    token = lesson.browsers["Tom"].post("/api/workers", json={"name": "far"}).json()["token"]
    far = lesson.school.visitor("10.9.9.9")
    far.headers["authorization"] = f"Bearer {token}"
    part = {"finished": True, "moves": [{"ply": 1}], "by": "x", "final_value": 0.5, "worst": []}
    assert far.post("/api/work/done", json={"job": job["id"], "review": part}).status_code == 422
    assert far.post("/api/work/done", json={"job": job["id"], "review": {}}).status_code == 422
    whole = part | {"moves": [{"ply": 1}, {"ply": 2}]}
    assert far.post("/api/work/done", json={"job": job["id"], "review": whole}).status_code == 200
    assert lesson.get("Zoe", f"games/{lesson.game}/extras").json()["review"] == {"state": "done", "review": whole}


def test_the_bundle_of_a_lost_game_is_what_check_says_at_home_and_only_its_teams(
    lesson: Lesson, tmp_path: Path
) -> None:
    path = f"games/{lesson.game}/bundle"
    got = {name: lesson.get(name, path).status_code for name in ("Eve", "Tom", "Ada", "Ben", "Zoe", "Gus")}
    assert got == {"Eve": 200, "Tom": 200, "Ada": 200, "Ben": 403, "Zoe": 403, "Gus": 403}
    answer = lesson.get("Eve", path)
    assert "attachment" in answer.headers["content-disposition"]
    told = answer.json()
    (tmp_path / "bot.py").write_text("def choose(position, limits):\n    raise ValueError('no')\n")
    rules = lesson.work.assignments.get(lesson.id).rules
    at_home = try_exercise(FIRST_MOVES[0], f"file:{tmp_path / 'bot.py'}", find_game(GAME), rules).as_json()
    assert set(told) == {"bot", "game", "passed", "checks", "denied"}  # as `orchard check --json` prints it
    assert set(told["checks"][0]) == set(at_home)
    assert set(told["checks"][0]["fault"]) == set(at_home["fault"])
    assert (told["passed"], told["checks"][0]["fault"]["traceback"]) == (False, "secret traceback")
    (unhurt, *_) = lesson.get("Gus", f"assignments/{lesson.id}/games?verdict=normal").json()["games"]
    assert lesson.get("Tom", f"games/{unhurt['id']}/bundle").status_code == 404


def test_a_class_of_an_older_version_gets_repeats_reviews_and_invitations(scene: Scene) -> None:
    database = scene.store.database
    with database.writing() as connection:  # as the tables were then
        connection.exec_driver_sql("DROP INDEX class_jobs_about")
        for column in ("about", "asker"):
            connection.exec_driver_sql(f"ALTER TABLE class_jobs DROP COLUMN {column}")
        connection.exec_driver_sql("DROP TABLE class_invitations")
        before = upgrade.STEPS.index(upgrade._add_what_is_asked_of_games) + 1
        connection.exec_driver_sql(f"UPDATE class_schema SET version = {before}")
    upgrade.prepare(database)
    with database.reading() as connection:
        assert {"about", "asker"} <= {column["name"] for column in inspect(connection).get_columns("class_jobs")}
        assert inspect(connection).has_table("class_invitations")
        assert upgrade.version_of(connection) == upgrade.VERSION


def test_what_is_asked_for_takes_turns_with_the_ladder(scene: Scene) -> None:
    one = scene.assignment(references=["greedy"])
    scene.accepted(one, scene.person("Ann"))

    def next_kind() -> str:
        task = scene.work.take(scene.work.workers.here("tests", 1.0))
        assert task is not None
        scene.work.queue.done(task.job.id)
        return task.job.kind

    assert next_kind() == "ladder"
    for number in (0, 1):
        game = f"class-{one.league}-{number:06d}"
        record = GameRecord(game, GAME, "x", "y", opening="a1", moves=(MoveRecord(("b2", "c3")[number]),))
        scene.work.reviews.ask(record, "team:1")
    assert [next_kind() for _ in range(4)] == ["review", "ladder", "review", "ladder"]
