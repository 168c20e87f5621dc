"""The ladder plays where games tell most; the final follows from its published seed."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sqlalchemy import update

from orchard.classroom import ladder
from orchard.classroom.assignments import AssignmentError
from orchard.classroom.final import FinalPlan, neighbours
from orchard.classroom.ladder import Strength, choose_pairs, strengths, worth
from orchard.classroom.results import Results, Snapshot
from orchard.classroom.work import Work
from orchard.classroom.work_tables import JOBS
from orchard.play.check import Finding
from orchard.play.openings import Opening
from orchard.play.rating import score_from_elo
from orchard.play.record import GameRecord
from tests.classroom.scene import GAME, Scene

OPENINGS = tuple(Opening("", move) for move in ("a1", "b2", "c3"))


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return Scene(tmp_path)


# ------------------------------------------------------------------------------------------ pairing


def test_close_and_uncertain_ratings_and_new_opponents_come_first() -> None:
    def told(one: Strength, other: Strength, met: int) -> float:
        both = worth(np.array([one.elo, other.elo]), np.array([one.error, other.error]), np.full((2, 2), met))
        assert both[0, 1] == both[1, 0]
        return float(both[0, 1])

    sure, unsure = Strength(0, 20), Strength(0, 200)
    assert told(unsure, unsure, 0) > told(unsure, sure, 0) > told(sure, sure, 0)
    assert told(sure, Strength(50, 20), 0) > told(sure, Strength(400, 20), 0)
    assert told(sure, unsure, 0) > told(sure, unsure, 1) > told(sure, unsure, 5)


def test_nobody_plays_twice_at_once_and_references_play_students() -> None:
    known = {f"submission:{n}": Strength(100.0 * n, 100) for n in range(6)} | {
        "random": Strength(),
        "greedy": Strength(),
    }
    pairs = choose_pairs(known, {}, ["random", "greedy"], 10)
    assert max(Counter(name for pair in pairs for name in pair).values()) == 1
    assert not [pair for pair in pairs if set(pair) == {"random", "greedy"}]
    assert choose_pairs(known, {}, ["random", "greedy"], 10) == pairs  # the same again
    assert len(choose_pairs(known, {}, ["random", "greedy"], 2)) == 2


def test_ratings_by_these_pairs_hold_the_truth_in_their_intervals_and_tell_the_order() -> None:
    """Simulated players of known strength: 95 % intervals hold it, and intervals apart are in the true order."""
    held, apart, right = Counter[bool](), 0, 0
    for number in range(2):
        truth, rated = simulated(random.Random(number), players=20, pairs=200)
        held.update(one["low"] <= truth[name] <= one["high"] for name, one in rated.items())
        for one, other in combinations(rated, 2):
            if rated[one]["low"] > rated[other]["high"]:
                apart += 1
                right += truth[one] > truth[other]
    assert sum(held.values()) == 40  # everybody was rated
    assert held[True] >= 34
    assert apart > 150
    assert right / apart > 0.99


def simulated(dice: random.Random, players: int, pairs: int) -> tuple[dict[str, float], dict[str, Any]]:
    """The true strengths, their average 0, and the ratings after so many pairs of games chosen by the ladder."""
    names = [f"submission:{n:02}" for n in range(players)]
    drawn = [dice.gauss(0, 300) for _ in names]
    truth = {name: elo - sum(drawn) / players for name, elo in zip(names, drawn, strict=True)}
    played: list[tuple[int, str, str, str | None, str]] = []
    met: Counter[tuple[str, str]] = Counter()
    while len(played) < 2 * pairs:
        known = strengths(names, Snapshot(0, 0.0, Results.of(played).ratings()))
        for one, other in choose_pairs(known, met, [], 4):
            met[one, other] += 1
            for black, white in ((one, other), (other, one)):
                won = dice.random() < score_from_elo(truth[black] - truth[white])
                played.append((len(played), black, white, "black" if won else "white", "normal"))
    return truth, Results.of(played).ratings()


def test_openings_and_colours_of_a_pair_are_the_same_again_and_new_versions_play_at_once(scene: Scene) -> None:
    one = scene.assignment(references=["random"])
    first = scene.accepted(one, scene.person("Ann"))
    assert scene.work.fill() == 1  # two entrants make one pair at a time
    task = scene.work.take(worker := scene.work.workers.here("w", 1.0))
    assert task is not None
    assert {task.job.first, task.job.second} == {first.entrant, "random"}
    second = scene.hand_in(one, scene.person("Bob"))
    check = scene.work.take(worker)
    assert check is not None
    assert check.job.submission == second.id  # before all games


@pytest.mark.parametrize(("error", "times"), [(3.0, 0), (300.0, 3)])
def test_where_games_tell_nothing_more_the_ladder_goes_on_slowly_until_somebody_new_comes(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, error: float, times: int
) -> None:
    """Quick bots play nine games a second, of 3.6 kB each: 2.8 GB a day, for ratings that everybody knows."""
    monkeypatch.setattr(ladder, "OFTEN", 3)
    one = scene.assignment(references=["random"])
    ann = scene.accepted(one, scene.person("Ann"))
    half = error * 1.96
    rated = {name: {"elo": 0.0, "low": -half, "high": half} for name in (ann.entrant, "random")}

    def put() -> int:
        with scene.store.database.writing() as connection:
            found = ladder.fill(connection, one, Snapshot(9, scene.time, rated), scene.time, wanted=8)
            connection.execute(update(JOBS).values(state="done"))
        return found

    assert [put() for _ in range(times)] == [1] * times
    scene.time += 60
    assert (put(), put()) == (1, 0)
    scene.time += 59
    assert put() == 0
    scene.time += 1
    assert (put(), put()) == (1, 0)
    bob = scene.accepted(one, scene.person("Bob"))
    assert bob.chosen
    assert put() == 1  # whoever is new plays at once


def test_below_the_reserve_of_the_disk_the_ladder_stops_and_a_final_goes_on(scene: Scene, tmp_path: Path) -> None:
    one = scene.assignment(references=["random"])
    scene.accepted(one, scene.person("Ann"))
    full = Work(scene.store, tmp_path / "submissions", lambda: scene.time, reserve_mb=1e9)
    assert full.fill() == 0
    scene.work.assignments.change(one.id, closes=scene.time, final_kind="round_robin")
    assert full.fill() == 1
    assert [job["kind"] for job in full.queue.shown(one.id)["jobs"]] == ["final"]


# ------------------------------------------------------------------------------------------ counting


def test_results_are_counted_by_pairs_and_faults_by_who_made_them() -> None:
    counted = Results.of(
        [
            (0, "a", "b", "black", "normal"),
            (1, "b", "a", None, "normal"),
            (2, "a", "b", "white", "crash"),  # half a pair: it counts as a game, not for the rating
        ]
    )
    assert counted.games == 3
    assert counted.score("a", "b") == (1, 1, 1)
    assert counted.score("b", "a") == (1, 1, 1)
    assert counted.pairs["a", "b"] == [1.5]
    assert counted.faults["a"] == {"crash": 1}
    assert counted.has_beaten("a", "b")
    assert not counted.has_beaten("b", "a")
    rated = counted.ratings()
    assert rated["a"]["elo"] == -rated["b"]["elo"] > 0
    assert rated["a"]["games"] == 2


# ------------------------------------------------------------------------------------------ final


def plan(seed: int = 7, players: int = 7, **more: object) -> FinalPlan:
    names = tuple(f"submission:{n}" for n in range(players))
    return FinalPlan(
        **{"kind": "round_robin", "seed": seed, "players": names, "names": names, "openings": OPENINGS, **more}
    )  # type: ignore[arg-type]


def test_the_same_seed_gives_the_same_pairs_and_openings() -> None:
    pairs = plan(meetings=2).round_robin()
    assert FinalPlan.from_json(plan(meetings=2).as_json()).round_robin() == pairs
    assert plan(seed=8, meetings=2).round_robin() != pairs
    times = Counter(frozenset((pair.first, pair.second)) for pair in pairs)
    assert set(times.values()) == {2}
    assert len(times) == 7 * 6 // 2
    assert [pair.pair for pair in pairs] == list(range(42))
    assert len({pair.seed for pair in pairs}) == 42


def test_a_swiss_tournament_brings_neighbours_together_and_nobody_twice() -> None:
    swiss, dice = plan(kind="swiss", players=9, rounds=5), random.Random(1)
    points: dict[str, float] = Counter()
    met: set[frozenset[str]] = set()
    byes = []
    for number in range(5):
        pairs = swiss.swiss_round(number, points, met)
        assert pairs == swiss.swiss_round(number, points, met)
        playing = [name for pair in pairs for name in (pair.first, pair.second)]
        assert len(set(playing)) == 8
        (bye,) = set(swiss.players) - set(playing)
        byes.append(bye)
        points[bye] += 2
        for pair in pairs:
            assert frozenset((pair.first, pair.second)) not in met
            met.add(frozenset((pair.first, pair.second)))
            points[dice.choice([pair.first, pair.second])] += 2
    assert len(set(byes)) == 5
    assert neighbours(["a", "b", "c", "d"], {frozenset("ab"), frozenset("cd")}) == [("a", "c"), ("b", "d")]
    everybody = {frozenset(pair) for pair in combinations("abcd", 2)}
    assert neighbours(["a", "b", "c", "d"], everybody) == [("a", "b"), ("c", "d")]


def test_a_final_freezes_the_versions_publishes_its_seed_and_plays_round_by_round(scene: Scene) -> None:
    one = scene.assignment(references=["random"], closes=scene.time + 100)
    people = [scene.person(f"Student {n}") for n in range(3)]
    for person in people:
        scene.accepted(one, person)
    with pytest.raises(AssignmentError, match="closing date"):
        scene.work.finals.begin(one.id)
    scene.time += 99
    late = scene.hand_in(one, people[0], "def choose(position, limits):\n    pass\n")
    scene.time += 1
    with pytest.raises(AssignmentError, match="1 submissions are still to be checked"):
        scene.work.finals.begin(one.id)
    job = scene.work.queue.take(scene.work.workers.here("w", 1.0))
    assert job is not None
    scene.work.checked(job.id, [Finding("opening", False, "returned None")])
    assert scene.work.submissions.get(late.id).state == "refused"
    begun = scene.work.finals.begin(one.id, kind="swiss", seed=3, rounds=2)
    assert begun.seed == 3
    assert begun.names == ("Student 0 v1", "Student 1 v1", "Student 2 v1", "random")
    with pytest.raises(AssignmentError, match="begun already"):
        scene.work.finals.begin(one.id)
    worker, seen = scene.work.workers.here("w", 1.0), list[tuple[int, str]]()
    while (task := scene.work.take(worker)) is not None:
        assert task.job.kind == "final"
        for number in task.numbers:
            id = f"class-{task.job.league}-{number:06d}"
            names = (task.job.first, task.job.second) if number % 2 == 0 else (task.job.second, task.job.first)
            scene.work.played(task.job.id, GameRecord(id, GAME, *names, winner="black"))
        seen.append((task.job.pair or 0, task.job.why))
    assert seen == [(n, f"final: round {n // 2 + 1} of 2") for n in range(4)]
