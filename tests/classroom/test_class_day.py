"""A small class from its first submission to its standings, with real bots behind the walls. The large one, with a
server, worker processes and kills, is benchmarks/class_day.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.class_bots import CONTRACTS, WORST, source, worst
from benchmarks.class_day import Day, lost_or_doubled, verdicts
from benchmarks.class_ladder import coverage, order
from orchard.classroom.standings import Standings
from orchard.classroom.worker import Here, work
from orchard.core.choice import Stop
from orchard.core.game import Game
from orchard.core.offers import Exercise
from orchard.play import check
from tests.classroom.scene import Scene

SKILLS = {"Student 0": -1.0, "Student 1": 0.0, "Student 2": 1.0}
BAD = ("crash_at_import", "returns_nonsense", "offers_nothing")  # a fault of each kind


def few(game: Game) -> tuple[Exercise, ...]:
    """The first of the usual exercises, and one whole game."""
    return (check.FIRST_MOVES[0], check.WHOLE_GAMES[0])


def test_every_submission_is_judged_right_and_everybody_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "exercises", few)
    scene, day = Scene(tmp_path), Day()
    rules = {"seconds_per_move": 5.0, "memory_mb": 256}
    one = scene.work.assignments.add("Day", "reversi", references=["random"], rules=rules)
    people = [scene.person(name) for name in SKILLS]
    for person, name in zip(people, BAD, strict=True):
        day.sent[scene.hand_in(one, person, worst(name)).id] = WORST[name]
    for person, contract in zip(people, CONTRACTS, strict=True):
        day.sent[scene.hand_in(one, person, source(person.name, SKILLS[person.name], contract)).id] = "good"
    assert work(Here(scene.work, "w", 1.0), stop=Stop(), most=9) == 9  # six checks and three pairs of games
    assert verdicts(scene.work, day) == []
    assert lost_or_doubled(scene.work, day, one.id) == []
    table = Standings(scene.work).table(one, fresh=True)
    assert table["games"] == 6
    assert not any(row["faults"] for row in table["rows"])
    assert order(table["rows"], SKILLS)["rated"] >= 2

    wrong = next(id for id, known in day.sent.items() if known == "good")
    assert verdicts(scene.work, Day({wrong: "crash"})) == [f"submission {wrong} (crash) was accepted: set()"]
    assert len(lost_or_doubled(scene.work, Day({99: "good"}), one.id)) == 2


def test_true_ratings_are_looked_for_in_intervals_wherever_zero_lies() -> None:
    truth = {f"Student {n}": 20.0 * n - 200 for n in range(21)}
    rows = [
        {"team_name": name, "elo": true + 500, "low": true + 460, "high": true + 540} for name, true in truth.items()
    ]
    found = coverage(rows, truth)
    assert (found["true rating in the interval"], found["mean error, Elo"]) == (1.0, 0.0)
    assert found["scale of the ladder beside the truth"] == 1.0
    for row in rows[:7]:
        row |= {"elo": row["elo"] + 300, "low": row["low"] + 300, "high": row["high"] + 300}
    found = coverage(rows, truth)["true rating in the interval"]
    assert found == 0.0, "a third is off by 300: moved by 100, nobody fits within 40"


def test_a_ladder_twice_as_long_as_the_truth_is_told_by_its_scale() -> None:
    truth = {"a": -100.0, "b": 0.0, "c": 100.0}
    rows = [
        {"team_name": name, "elo": 2 * true, "low": 2 * true - 15, "high": 2 * true + 15}
        for name, true in truth.items()
    ]
    found = coverage(rows, truth)
    assert found["true rating in the interval"] == 0.333, "the one in the middle"
    assert found["scale of the ladder beside the truth"] == 2.0
    assert found["true rating in the interval, on that scale"] == 1.0
