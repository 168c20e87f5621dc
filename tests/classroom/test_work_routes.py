"""The work over HTTP: who sees and does what, and that everything a page shows is there."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import orchard
from orchard.classroom.standings import Standings
from orchard.classroom.wire import finding_from_json, task_as_json, task_from_json
from orchard.classroom.work import Work
from orchard.play.check import Finding
from orchard.play.record import Fault, GameRecord, MoveRecord
from orchard.play.store import Store
from tests.classroom.conftest import School, open_school

GAME = "tic_tac_toe"
FIRST = "def choose(position, limits):\n    return position.legal()[0]\n"
LONG = Path(__file__).parents[1] / "bots" / "good_ai.py"
THOUGHT = '[1, {"note": "a secret thought"}]\n'
FAULT = Fault("white", "crash", "secret reason", "X", traceback="secret traceback", stderr="secret", command="secret")


class Lesson:
    """A class with one assignment; Ann's Owls and Eve have a bot each, and a game was played."""

    def __init__(self, folder: Path) -> None:
        self.school: School = open_school(folder, reserve_mb=1.0)
        self.work = Work(Store.over(self.school.room.database), self.school.room.submissions, self.school.clock)
        openings = folder / "openings.txt"
        openings.write_text("a1\nb2\n")
        self.id = self.work.assignments.add("Tic", GAME, references=["random"], openings=str(openings)).id
        self.browsers = {name: self.school.signed_in(name) for name in self.school.people}
        self.owls = self.hand_in("Ann", FIRST).json()["id"]
        self.eves = self.hand_in("Eve", LONG.read_text()).json()["id"]
        self.worker = self.work.workers.here("desk", 0.9)
        for id in (self.owls, self.eves):
            job = self.work.queue.take(self.worker)
            assert job is not None
            self.work.checked(job.id, [Finding("opening", True, "answered a1", slowest_s=0.25)])
            assert self.work.submissions.get(id).state == "accepted"
        self.game = self.play()

    def hand_in(self, name: str, source: str, file: str = "bot.py", **form: str) -> Any:
        data = {"file": (file, io.BytesIO(source.encode()), "text/x-python")}
        return self.browsers[name].post(f"/api/assignments/{self.id}/submissions", files=data, data=form)

    def play(self) -> str:
        """A pair of games between the Owls and Eve, in the second of which Eve's bot crashes."""
        found = ""
        while not found and (task := self.work.take(self.worker)) is not None:
            for number in task.numbers:
                id = f"class-{task.job.league}-{number:06d}"
                black, white = (
                    (task.job.first, task.job.second) if number % 2 == 0 else (task.job.second, task.job.first)
                )
                eve_is_white = white == f"submission:{self.eves}"
                record = GameRecord(
                    id,
                    GAME,
                    black,
                    white,
                    moves=(MoveRecord("a1", 0.5), MoveRecord("b2", 0.25)),
                    winner="black",
                    verdict="crash" if eve_is_white else "normal",
                    fault=FAULT if eve_is_white else None,
                    output={"black": "black says secret", "white": "white says secret", "white thinking": THOUGHT}
                    | {"white printed": '[1, "a secret line"]\n'},
                    versions={"worker": "desk", "speed": "0.900", "processor": "0.125 -"},
                    started="2026-11-16T12:00:00+00:00",
                )
                self.work.played(task.job.id, record)
                if {black, white} == {f"submission:{self.owls}", f"submission:{self.eves}"} and eve_is_white:
                    found = id
        return found

    def get(self, name: str, path: str) -> Any:
        return self.browsers[name].get(f"/api/{path}")


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lesson]:
    made = Lesson(tmp_path_factory.mktemp("lesson"))
    yield made
    made.school.room.close()


def test_staff_make_and_change_assignments_and_everybody_reads_them(lesson: Lesson) -> None:
    asked = {"name": "Next", "game": "reversi", "rules": {"seconds_per_move": 2.0}, "closes": 1_900_000_000.0}
    assert lesson.browsers["Ann"].post("/api/assignments", json=asked).status_code == 403
    made = lesson.browsers["Ada"].post("/api/assignments", json=asked).json()
    assert (made["game"], made["rules"]["seconds_per_move"], made["state"]) == ("reversi", 2.0, "open")
    path = f"/api/assignments/{made['id']}"
    assert lesson.browsers["Ada"].patch(path, json={"closes": 1.0, "opens": None}).json()["state"] == "closed"
    assert lesson.browsers["Tom"].patch(path, json={"daily": 3}).json()["closes"] == 1.0
    assert lesson.browsers["Ben"].patch(path, json={"daily": 9}).status_code == 403
    assert lesson.browsers["Ada"].patch(path, json={"game": "gomoku"}).status_code == 422
    assert [one["name"] for one in lesson.get("Gus", "assignments").json()] == ["Next", "Tic"]
    assert lesson.get("Gus", "assignments/999").status_code == 404
    assert (
        lesson.browsers["Ada"].post("/api/assignments", json={**asked, "name": "No", "game": "go"}).status_code == 422
    )


def test_a_team_sees_its_own_submissions_and_staff_all(lesson: Lesson) -> None:
    listed = {name: lesson.get(name, f"assignments/{lesson.id}/submissions") for name in ("Ben", "Eve", "Ada", "Gus")}
    assert [one["id"] for one in listed["Ben"].json()] == [lesson.owls]
    assert [one["id"] for one in listed["Eve"].json()] == [lesson.eves]
    assert {one["id"] for one in listed["Ada"].json()} == {lesson.owls, lesson.eves}
    assert listed["Gus"].status_code == 403
    for name, status in (("Ben", 200), ("Ada", 200), ("Eve", 403), ("Gus", 403)):
        for path in ("", "/file", "/verdict"):
            assert lesson.get(name, f"submissions/{lesson.owls}{path}").status_code == status
    told = lesson.get("Ben", f"submissions/{lesson.owls}/verdict").json()
    assert set(told) == {"bot", "game", "passed", "checks", "denied"}  # as `orchard check --json` prints it
    assert (told["bot"], told["passed"]) == ("file:bot.py", True)
    mine = lesson.get("Ben", f"submissions/{lesson.owls}").json()
    assert mine["verdict"]["checks"][0]["words"] == "answered a1"
    assert len(mine["sha256"]) == 64
    assert [line["what"] for line in mine["log"]] == ["handed_in", "accepted"]
    assert lesson.get("Ann", f"submissions/{lesson.owls}/file").text == FIRST


def test_nobody_hands_in_or_chooses_for_another_team(lesson: Lesson) -> None:
    teams = {name: person.team for name, person in lesson.school.people.items()}
    assert lesson.hand_in("Gus", FIRST).status_code == 403
    assert lesson.hand_in("Ann", FIRST, team=str(teams["Eve"])).status_code == 403
    assert lesson.hand_in("Tom", FIRST).status_code == 422  # for which team?
    for_eve = lesson.hand_in("Tom", FIRST + "#\n", team=str(teams["Eve"]))
    assert for_eve.json()["team"] == teams["Eve"]
    chosen = {name: lesson.browsers[name].post(f"/api/submissions/{lesson.owls}/choose") for name in ("Eve", "Ben")}
    assert (chosen["Eve"].status_code, chosen["Ben"].json()["chosen"]) == (403, True)
    assert lesson.hand_in("Ann", "MZ", file="bot.exe").json()["reason"]["kind"] == "ending"
    assert lesson.school.audited("submissions.chosen")[0]["about"]["submission"] == lesson.owls


def test_a_replay_has_times_for_everybody_and_a_bots_own_words_for_its_team_and_staff(lesson: Lesson) -> None:
    seen = {name: lesson.get(name, f"games/{lesson.game}") for name in ("Ben", "Eve", "Ada", "Gus")}
    for answer in seen.values():
        game = answer.json()
        assert game["black"]["name"] == "Owls v1"
        assert game["processor"] == [0.125, None]
        assert (game["worker"], game["speed"], game["moves"][0]["seconds"]) == ("desk", 0.9, 0.5)
        assert game["fault"]["verdict"] == "crash"
    assert seen["Ben"].json()["output"] == {"black": "black says secret"}
    assert seen["Eve"].json()["output"] == {"white": "white says secret"}
    assert seen["Eve"].json()["fault"]["traceback"] == "secret traceback"
    assert seen["Eve"].json()["thinking"] == {"white": {"1": {"note": "a secret thought"}}}
    assert seen["Eve"].json()["printed"] == {"white": {"1": "a secret line"}}
    assert seen["Ben"].json()["thinking"] == seen["Ben"].json()["printed"] == {"black": {}}
    assert "secret" not in seen["Gus"].text
    assert seen["Ben"].text.count("secret") == 1
    assert set(seen["Ada"].json()["output"]) == set(seen["Ada"].json()["thinking"]) == {"black", "white"}
    assert lesson.get("Ann", "games/class-77-000000").status_code == 404


def test_what_a_bot_searched_is_asked_for_by_its_team_and_staff_alone(lesson: Lesson) -> None:
    path = f"games/{lesson.game}/searches/0"  # the Owls' move
    posted = {
        name: lesson.browsers[name].post(f"/api/{path}", json={}).status_code for name in ("Ann", "Eve", "Gus", "Ada")
    }
    assert posted == {"Ann": 200, "Eve": 403, "Gus": 403, "Ada": 200}
    assert {name: lesson.get(name, path).status_code for name in ("Ben", "Eve")} == {"Ben": 200, "Eve": 403}
    assert lesson.get("Ben", path).json() == {"state": "waiting", "search": None}
    assert lesson.get("Ben", f"games/{lesson.game}/searches/99").status_code == 404


def test_games_are_found_by_team_entrant_opponent_and_verdict(lesson: Lesson) -> None:
    base = f"assignments/{lesson.id}/games"
    everything = lesson.get("Gus", base).json()
    assert everything["total"] == len(everything["games"]) >= 2
    assert {game["phase"] for game in everything["games"]} == {"ladder"}
    head_to_head = f"{base}?entrant=submission:{lesson.owls}&against=submission:{lesson.eves}"
    found = lesson.get("Gus", head_to_head).json()["games"]
    assert {game["black"]["name"] for game in found} <= {"Owls v1", "Eve v1"}
    assert lesson.game in [game["id"] for game in found]
    assert {game["verdict"] for game in lesson.get("Gus", f"{base}?verdict=crash").json()["games"]} == {"crash"}
    owls = lesson.school.people["Ann"].team
    of_team = lesson.get("Gus", f"{base}?team={owls}&limit=1").json()
    assert len(of_team["games"]) == 1 <= of_team["total"]
    assert lesson.get("Gus", f"{base}?team=999").json()["total"] == 0
    assert lesson.get("Gus", f"{base}.psq").status_code == 422  # which does not hold this game


def test_standings_are_everybodys_and_grades_the_own_teams(lesson: Lesson) -> None:
    lesson.work.fill()
    Standings(lesson.work).table(lesson.work.assignments.get(lesson.id), fresh=True)
    base = f"assignments/{lesson.id}"

    def graded(name: str) -> set[str]:
        rows = lesson.get(name, f"{base}/standings").json()["rows"]
        return {row["team_name"] for row in rows if row["grade"] is not None}

    assert graded("Ada") == {"Owls", "Eve"}
    assert graded("Ben") == {"Owls"}
    assert graded("Gus") == set()
    assert "Owls" in lesson.get("Gus", f"{base}/standings.csv").text
    assert lesson.get("Gus", f"{base}/standings.html").text.startswith("<!doctype html>")
    assert "<h2>Versions</h2>" in lesson.get("Gus", f"{base}/standings.html").text
    lines = [line.split(",") for line in lesson.get("Ada", f"{base}/grades.csv").text.splitlines()]
    assert [line[:2] for line in lines] == [["name", "team"], ["Ann", "Owls"], ["Ben", "Owls"], ["Eve", "Eve"]]
    assert lines[1][2:] == lines[2][2:] != ["", "", ""]  # a team has one grade
    assert [lesson.get(name, f"{base}/grades.csv").status_code for name in ("Ben", "Gus")] == [403, 403]
    assert json.loads(lesson.get("Gus", f"{base}/standings.json").text)["rows"]
    assert len(lesson.get("Gus", f"{base}/crosstable").json()["entrants"]) == 3
    assert {curve["team_name"] for curve in lesson.get("Gus", f"{base}/ratings").json()} >= {"Owls"}
    queue = lesson.get("Gus", f"{base}/queue").json()
    assert queue["workers"][0]["name"] == "desk"
    assert queue["names"][f"submission:{lesson.owls}"] == "Owls v1"
    assert {job["state"] for job in queue["jobs"]} <= {"waiting", "running"}
    assert "orchard_class_jobs_waiting" in lesson.browsers["Ada"].get("/metrics").text


def test_similar_submissions_are_shown_to_staff_alone(lesson: Lesson) -> None:
    base = f"assignments/{lesson.id}/similar"
    copied = lesson.hand_in("Ann", LONG.read_text().replace("row", "r").replace("column", "c")).json()["id"]
    eves = lesson.hand_in("Eve", LONG.read_text() + "\n").json()["id"]
    (found,) = lesson.get("Ada", base).json()
    assert {found["first"]["id"], found["second"]["id"]} == {copied, eves}
    assert found["share"] > 0.9
    beside = lesson.get("Tom", f"similar/{copied}/{eves}").json()
    assert "class AI" in beside["first"]["source"]
    assert beside["lines"]
    for name in ("Ann", "Eve", "Gus"):
        assert lesson.get(name, base).status_code == 403
        assert lesson.get(name, f"similar/{copied}/{eves}").status_code == 403


def test_a_worker_elsewhere_takes_jobs_and_hands_results_in_by_its_token(lesson: Lesson) -> None:
    assert lesson.browsers["Ada"].post("/api/workers", json={"name": "far"}).status_code == 403
    token = lesson.browsers["Tom"].post("/api/workers", json={"name": "far"}).json()["token"]
    late = lesson.hand_in("Eve", FIRST + "# late\n").json()["id"]
    far = lesson.school.visitor("10.9.9.9")
    assert far.post("/api/work/take", json={}).status_code == 401
    far.headers["authorization"] = f"Bearer {token}"
    seen: list[int] = []
    while True:
        told = far.post("/api/work/take", json={"speed": 2.5, "orchard": orchard.__version__}).json()
        task = task_from_json(told["task"])
        assert json.loads(json.dumps(task_as_json(task))) == told["task"]
        assert task.job.kind == "check"
        assert far.get(f"/api/work/files/{lesson.eves}").status_code == 404  # it has no job with that
        assert far.get(f"/api/work/files/{task.programs[0].submission}").status_code == 200
        assert far.post("/api/work/keep", json={"job": task.job.id}).json() == {"kept": True}
        finding = Finding("opening", False, "crashed", fault=FAULT, denied=(("read", "/etc"),))
        assert finding_from_json(json.loads(json.dumps(finding.as_json()))) == finding
        body = {"job": task.job.id, "findings": [finding.as_json()]}
        assert far.post("/api/work/done", json=body).json() == {"state": "refused"}
        assert far.post("/api/work/done", json=body).json() == {"state": "refused"}
        seen.append(task.job.submission or 0)
        if late in seen:
            break
    assert far.post("/api/work/done", json={"job": task.job.id, "record": {"moves": 3}}).status_code == 422
    assert far.post("/api/work/done", json={"job": 10**6, "findings": [finding.as_json()]}).status_code == 404
    assert next(one for one in lesson.get("Gus", "workers").json() if one["name"] == "far")["speed"] == 2.5
    far.headers["authorization"] = "Bearer wrong"
    assert far.post("/api/work/take", json={}).status_code == 401


def test_only_a_teacher_begins_the_final_and_its_plan_is_published(lesson: Lesson) -> None:
    path = f"/api/assignments/{lesson.id}/final"
    assert lesson.get("Gus", f"assignments/{lesson.id}/final").json() is None
    assert lesson.browsers["Ada"].post(path, json={}).status_code == 403
    assert lesson.browsers["Tom"].post(path, json={}).status_code == 422  # it is still open
    lesson.browsers["Tom"].patch(f"/api/assignments/{lesson.id}", json={"closes": lesson.school.clock.time - 1})
    assert lesson.browsers["Tom"].post(path, json={"seed": 5, "meetings": 2}).json()["seed"] == 5
    told = lesson.get("Gus", f"assignments/{lesson.id}/standings").json()
    assert (told["phase"], told["seed"], told["plan"]["meetings"]) == ("final", 5, 2)
    assert lesson.get("Gus", f"assignments/{lesson.id}/standings?phase=ladder").json()["phase"] == "ladder"
    assert lesson.hand_in("Ann", FIRST + "# too late\n").json()["reason"]["kind"] == "assignment_final"
