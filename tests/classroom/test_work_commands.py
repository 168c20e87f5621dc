"""orchard class: assignments, submissions, workers, standings, finals and exports, as they are typed."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from orchard.classroom import folder as class_folder
from orchard.classroom import playing
from orchard.classroom.folder import Classroom
from orchard.play.check import Finding
from orchard.play.store import Store
from orchard.shells.cli import main
from tests.classroom.conftest import quick_passwords

NICE: list[int] = []  # how much a worker gives way
Run = Callable[..., tuple[int, Any, str]]
FIRST = "def choose(position, limits):\n    return position.legal()[0]\n"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setattr(class_folder, "Passwords", quick_passwords)
    monkeypatch.setenv("ORCHARD_SANDBOX", "")  # the worker requires walls: not for the tests after this one
    monkeypatch.setattr(os, "nice", NICE.append)
    NICE.clear()

    def runs(*words: object) -> tuple[int, Any, str]:
        with pytest.raises(SystemExit) as stop:
            main(["class", *map(str, words)])
        out, err = capsys.readouterr()
        return int(stop.value.code or 0), json.loads(out) if "--json" in words and out else out, err

    return runs


def test_a_course_from_its_assignment_to_its_grades(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "check_bot", lambda *_: [Finding("opening", True, "answered a1")])
    course, bot, openings = tmp_path / "course", tmp_path / "bot.py", tmp_path / "openings.txt"
    run("init", course, "--teacher", "Tom")
    run("people", "add", course, "Ann")
    bot.write_text(FIRST)
    openings.write_text("a1\nb2\n")
    options = ["--game", "tic_tac_toe", "--reference", "random", "--reference", "greedy", "--openings", openings]
    options += ["--seconds", "2", "--grade", "references=50,rank=50", "--closes", "2100-01-01"]
    code, made, err = run("assignment", "add", course, "First bot", *options, "--json")
    assert (code, err) == (0, "")
    assert (made["rules"]["seconds_per_move"], made["grade"]) == (2.0, {"references": 50.0, "rank": 50.0})
    assert made["closes"] == pytest.approx(4102444800.0, abs=86_400)
    assert run("assignment", "add", course, "First bot", *options)[0] == 2
    assert "First bot" in run("assignment", "list", course)[1]

    code, done, _ = run("submit", course, "First bot", bot, "--as", "ann", "--note", "try", "--json")
    assert (code, done["number"], done["state"]) == (0, 1, "waiting")
    assert run("submit", course, "Second bot", bot, "--as", "Ann")[0] == 2
    assert run("submit", course, 1, bot, "--as", "Nobody")[0] == 2
    assert [job["kind"] for job in run("queue", course, 1, "--json")[1]["jobs"]] == ["check"]
    code, worked, err = run("worker", course, "--jobs", 3, "--name", "desk", "--json")  # a check and two pairs
    assert (code, worked["worker"], worked["done"]) == (0, "desk", 3), err
    assert NICE == [10], "a worker and its bots give way to the server"

    rows = run("standings", course, "First bot", "--json")[1]["rows"]
    assert {row["name"] for row in rows} == {"Ann v1", "random", "greedy"}
    assert next(row for row in rows if row["name"] == "Ann v1")["grade"] is not None
    assert "Ann v1" in run("standings", course, 1)[1]
    assert "desk: at work" in run("queue", course, 1)[1]
    for name in ("grades.csv", "table.json", "page.html"):
        assert run("export", course, 1, tmp_path / name)[0] == 0
        assert "Ann" in (tmp_path / name).read_text()
    assert run("export", course, 1, tmp_path / "games.doc")[0] == 2
    assert run("export", course, 1, tmp_path / "games.psq")[0] == 2  # which does not hold this game
    assert not (tmp_path / "games.psq").exists()

    code, _, err = run("final", course, 1, "--seed", 5)
    assert (code, "closing date" in err) == (2, True)
    token = run("worker", course, "--add", "lab-7")[1].strip()
    assert len(token) > 30
    with Classroom(course) as room:
        assert [event["about"] for event in room.audit.events(action="workers.added")] == [{"name": "lab-7"}]
    assert run("worker", "http://127.0.0.1:9")[0] == 2  # without its token


def test_a_final_is_begun_once_and_its_plan_can_be_read_again(tmp_path: Path, run: Run) -> None:
    course, openings = tmp_path / "course", tmp_path / "openings.txt"
    run("init", course, "--teacher", "Tom")
    openings.write_text("a1\nb2\n")
    options = ["--game", "tic_tac_toe", "--reference", "random", "--reference", "greedy", "--openings", openings]
    run("assignment", "add", course, "Old", *options, "--opens", "2000-01-01", "--closes", "2000-01-02")
    plan = run("final", course, "Old", "--seed", 5, "--meetings", 2, "--json")[1]
    assert (plan["seed"], plan["players"]) == (5, ["random", "greedy"])
    assert run("final", course, "Old", "--json")[1] == plan
    worked = run("worker", course, "--until-idle", "--json")[1]
    assert worked["done"] == 2
    table = run("standings", course, "Old", "--json")[1]
    assert (table["phase"], table["games"], table["seed"]) == ("final", 4, 5)

    run("export", course, "Old", tmp_path / "standings.json")
    pairs = run("plan", tmp_path / "standings.json", "--json")[1]
    with Classroom(course) as room:
        played = Store.over(room.database).find_games(league=2)
    assert len(pairs) == 2
    for game in played:
        pair = pairs[int(game.id.rpartition("-")[2]) // 2]
        assert {game.black, game.white} == {pair["first"], pair["second"]}
        assert game.opening == pair["opening"]
    code, _, err = run("plan", openings)
    assert (code, "holds no plan of a final" in err) == (2, True)
