"""Profiles on SQLite and PostgreSQL: attempts, ratings, mistakes and marks are kept, exported and deleted with them."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import inspect, text

import orchard
from orchard.core.errors import OptionError
from orchard.core.game import Position
from orchard.core.worth import Analysis, MoveValue, Unit
from orchard.play import schema, upgrade
from orchard.play.database import Database
from orchard.players.level import ladder
from orchard.study.accuracy import Accuracy
from orchard.study.attempts import Attempt, Attempts, fitting_opponent, level_strength, together
from orchard.study.glicko import Strength
from orchard.study.mistakes import Mistakes, mistakes_of
from orchard.study.profiles import Profiles
from orchard.study.progress import next_puzzle, progress
from orchard.study.puzzle_files import shipped
from tests.play.databases import BACKENDS, database_url, fresh_database

__all__ = ["database_url"]
GAME = orchard.game("reversi")
DAY = date(2026, 11, 16)
MISTAKE = {
    "position": GAME.replay("f5d6").text,
    "played": "c3",
    "accepted": ["c5", "c4"],
    "loss": 4.0,
    "tags": {"phase": "opening", "facts": ["frontier"]},
}


@pytest.fixture(params=BACKENDS, scope="module")
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    opened = Database(fresh_database(request.param, tmp_path_factory.mktemp("profiles")))
    yield opened
    opened.close()


@pytest.fixture
def ann(database: Database, request: pytest.FixtureRequest) -> str:
    name = f"Ann {request.node.name}"[:60]
    assert Profiles(database).create(name)
    return name


def rows_of(database: Database) -> dict[str, int]:
    with database.reading() as connection:
        names = ("profiles", "strengths", "attempts", "mistakes", "marks", "judged")
        return {n: connection.execute(text(f"SELECT count(*) FROM {n}")).scalar_one() for n in names}


def test_a_solved_puzzle_raises_the_learner_and_the_first_try_counts(database: Database, ann: str) -> None:
    attempts, puzzle = Attempts(database), shipped(GAME)[1500]
    hard = attempts.puzzle_strength(puzzle)
    after = attempts.puzzle(ann, puzzle, Attempt("1", 1))
    assert after.rating > Strength().rating
    assert after.deviation < Strength().deviation
    assert attempts.puzzle_strength(puzzle).rating < hard.rating == puzzle.rating
    again = attempts.puzzle(ann, puzzle, Attempt("2", 1))
    assert again == after, "who tries it again knows the answer"
    assert attempts.tried(ann, GAME) == {puzzle.id}
    assert [row["rated"] for row in attempts.latest(ann, GAME)] == [1, 0]


def test_the_next_puzzle_is_chosen_by_the_rating_that_results_have_moved(database: Database, ann: str) -> None:
    """Two puzzles that levels rated alike: the one that strong learners fail has become too hard for a weak one."""
    attempts, first = Attempts(database), shipped(GAME)[700]
    alike = [replace(each, rating=first.rating) for each in (first, shipped(GAME)[701])]
    own = Strength(float(first.rating or 0), 60)
    for number in range(12):
        name = f"{ann[:50]} {number}"
        Profiles(database).create(name)
        attempts.puzzle(name, alike[0], Attempt("failed", 0))
    moved = attempts.puzzle_ratings(GAME)
    assert moved[first.id] == attempts.puzzle_strength(alike[0]).rating > (first.rating or 0) + 50
    many = [*alike, *(replace(each, rating=(first.rating or 0) + 20) for each in shipped(GAME)[800:819])]
    chosen = [next_puzzle(many, own, set(), moved=moved, seed=seed) for seed in range(60)]
    ids = {each.id for each in chosen if each is not None}
    assert ids == {each.id for each in many} - {first.id}, "of 21 the 20 nearest"
    (shown,) = [next_puzzle([alike[0]], own, set(), moved=moved)]
    assert shown is not None
    assert shown.rating == round(moved[first.id]), "it says what it is rated today"


def test_with_a_hint_a_puzzle_counts_as_not_solved(database: Database, ann: str) -> None:
    attempts, puzzle = Attempts(database), shipped(GAME)[1400]
    assert attempts.puzzle(ann, puzzle, Attempt("1", 1, hints=1)).rating < Strength().rating


def test_a_report_that_comes_twice_counts_once(database: Database, ann: str) -> None:
    attempts = Attempts(database)
    won = attempts.game(ann, GAME, 5, Attempt("game 1", 1))
    assert attempts.game(ann, GAME, 5, Attempt("game 1", 1)) == won
    assert attempts.count(ann, GAME) == 1
    assert attempts.game(ann, GAME, 5, Attempt("game 2", 0)).rating < won.rating


def test_two_tabs_at_once_lose_nothing(database: Database, ann: str) -> None:
    attempts = Attempts(database)
    Profiles(database).create(ann)  # it is there: nothing happens
    with ThreadPoolExecutor(2) as tabs:
        list(tabs.map(lambda n: attempts.game(ann, GAME, 3, Attempt(f"game {n}", n % 2)), range(12)))
    kept = attempts.latest(ann, GAME)
    assert len(kept) == 12
    assert attempts.strengths(ann, GAME)["game"].rating == pytest.approx(kept[-1]["rating"])
    deviations = [row["deviation"] for row in kept]
    assert deviations == sorted(deviations, reverse=True), "each followed from the one before it"


def test_mistakes_come_back_as_sm_2_says(database: Database, ann: str) -> None:
    mistakes = Mistakes(database)
    assert mistakes.add(ann, GAME, [MISTAKE], DAY) == 1
    mirrored = {**MISTAKE, "position": GAME.replay("f5d6").symmetry(7).text}
    assert mistakes.add(ann, GAME, [mirrored], DAY) == 0
    (due,) = mistakes.due(ann, GAME, DAY)
    assert due["accepted"] == ["c5", "c4"]
    assert due["tags"]["facts"] == ["frontier"]
    assert mistakes.count_due(ann, GAME, DAY) == 1
    assert mistakes.facts_due(ann, GAME, DAY) == {"frontier": 1}
    days = []
    day = DAY
    for _ in range(3):
        day = mistakes.answer(ann, due["id"], True, day=day)
        days.append((day - DAY).days)
    assert days == [1, 7, 24]  # 1 + 6 + 17, see test_repetition.py
    assert not mistakes.due(ann, GAME, day - timedelta(days=1))
    assert mistakes.count_due(ann, GAME, day - timedelta(days=1)) == 0
    assert mistakes.due(ann, None, day)
    assert mistakes.answer(ann, due["id"], False, day=day) == day + timedelta(days=1)
    with pytest.raises(OptionError, match="no mistake"):
        mistakes.answer(ann, "nothing", True)


def test_an_answer_to_a_mistake_that_comes_twice_counts_once(database: Database, ann: str) -> None:
    """From two tabs, or sent again since the connection broke before the answer came."""
    mistakes = Mistakes(database)
    mistakes.add(ann, GAME, [MISTAKE], DAY)
    (due,) = mistakes.due(ann, GAME, DAY)
    tomorrow = DAY + timedelta(days=1)
    assert mistakes.answer(ann, due["id"], True, day=DAY) == tomorrow
    assert mistakes.answer(ann, due["id"], True, day=DAY) == tomorrow, "not six days later"
    assert mistakes.answer(ann, due["id"], False, day=DAY) == tomorrow
    (kept,) = mistakes.due(ann, GAME, tomorrow)
    assert kept["repetitions"] == 1


def _reviewed() -> tuple[list[Position], dict[str, Any]]:
    """A game of first legal moves, with a made-up review: black's moves 1, 3, 21 and 23, 25 and 43, 45, 47."""
    path = [GAME.start()]
    while not path[-1].is_over:
        path.append(path[-1].play(path[-1].legal()[0]))
    grades = {1: "best", 3: "mistake", 21: "good", 23: "blunder", 25: "inaccuracy", 43: None, 45: "lost", 47: "best"}
    moves = [{"ply": ply, "move": "a1", "color": "black", "grade": grade} for ply, grade in grades.items()]
    return path, {"moves": [*moves, {"ply": 2, "move": "a2", "color": "white", "grade": "blunder"}]}


REVIEWED = _reviewed()


def test_the_moves_of_reviewed_games_count_by_phase_and_each_game_once(database: Database, ann: str) -> None:
    """Of 64 squares the middle game begins after 21 moves, the ending after 42. Forced moves do not count."""
    accuracy = Accuracy(database)
    assert [REVIEWED[0][ply - 1].ply for ply in (21, 23, 43)] == [20, 22, 42], "no pass until there"
    assert accuracy.add(ann, *REVIEWED, "black")
    assert not accuracy.add(ann, *REVIEWED, "black"), "reviewed again"
    assert accuracy.by_phase(ann, GAME) == {"opening": (3, 2), "middle": (2, 0), "end": (1, 1)}
    assert accuracy.add(ann, *REVIEWED, "white")
    Attempts(database).puzzle(ann, next(each for each in shipped(GAME) if each.phase == "end"), Attempt("1", 1))
    assert progress(database, ann, GAME)["phases"] == {
        "opening": {"tried": 0, "solved": 0, "moves": 4, "good": 2},
        "middle": {"tried": 0, "solved": 0, "moves": 2, "good": 0},
        "end": {"tried": 1, "solved": 1, "moves": 1, "good": 1},
    }
    assert accuracy.by_phase(ann, orchard.game("gomoku")) == {}


def test_progress_and_the_next_mistake_do_not_read_all_that_are_due(
    database: Database, ann: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What takes as long as there are mistakes is too slow with 10,000 of them (benchmarks/load_learning.py)."""
    opening = GAME.replay("f5d6c3d3c4")
    many = [{**MISTAKE, "position": opening.play(move).text} for move in opening.legal()]
    mistakes = Mistakes(database)
    assert mistakes.add(ann, GAME, many) == len(many) >= 5
    read = []
    monkeypatch.setattr("orchard.study.mistakes._as_json", lambda row: read.append(row) or {})
    shown = progress(database, ann, GAME)
    assert (shown["due"], shown["themes"][0]["failed"], len(read)) == (len(many), len(many), 0)
    assert (len(mistakes.due(ann, GAME, limit=1)), len(read)) == (1, 1)


def test_progress_counts_all_attempts_and_its_curve_ends_at_the_rating(database: Database, ann: str) -> None:
    """Of 620 attempts, the only game was the first; the curve shows the newest 500."""
    attempts, profiles = Attempts(database), Profiles(database)
    attempts.game(ann, GAME, 5, Attempt("game", 0))
    attempts.puzzle(ann, shipped(GAME)[20], Attempt("puzzle", 1))
    exported = profiles.export(ann)
    again = exported["attempts"][1]
    exported["attempts"] += [{**again, "id": f"puzzle {n}", "against": f"{n:012x}"} for n in range(618)]
    shown = progress(database, profiles.restore(exported, f"{ann[:50]} later"), GAME)
    assert (shown["attempts"], shown["solved"], len(shown["curve"])) == (620, 619, 500)
    assert set(shown["ratings"]) == {"game", "puzzle"}
    assert round(shown["curve"][-1]["rating"]) == shown["rating"]["rating"]


def test_of_lessons_and_drills_the_best_is_kept(database: Database, ann: str) -> None:
    profiles = Profiles(database)
    assert [profiles.mark(ann, "drill", "reversi", "corners", value) for value in (7, 9, 8)] == [7, 9, 9]
    assert profiles.marks(ann, "drill", "reversi") == {"corners": 9}
    assert profiles.marks(ann, "lesson", "reversi") == {}


def test_an_exported_profile_is_restored_whole_and_a_deleted_one_leaves_nothing(database: Database, ann: str) -> None:
    profiles, attempts = Profiles(database), Attempts(database)
    before = rows_of(database)
    attempts.puzzle(ann, shipped(GAME)[10], Attempt("1", 1))
    attempts.game(ann, GAME, 4, Attempt("2", 0.5))
    Mistakes(database).add(ann, GAME, [MISTAKE], DAY)
    profiles.mark(ann, "lesson", "reversi", "corners", 3)
    Accuracy(database).add(ann, *REVIEWED, "black")
    exported = json.loads(json.dumps(profiles.export(ann)))
    with pytest.raises(OptionError, match="already"):
        profiles.restore(exported)
    profiles.delete(ann)
    assert ann not in profiles.names()
    assert rows_of(database) == {**before, "profiles": before["profiles"] - 1}
    assert profiles.restore(exported) == ann
    assert profiles.export(ann) == exported
    (attempt, *_), (mistake,), (strength, *_) = (exported[rows] for rows in ("attempts", "mistakes", "strengths"))
    for wrong in (
        *({"strengths": [{**strength, "deviation": wrong}]} for wrong in (0, -1, float("inf"), 1e300, "x", None, True)),
        {"strengths": [{**strength, "rating": float("nan")}]},
        {"attempts": [{**attempt, "deviation": 0}]},
        {"attempts": [{**attempt, "tries": 1.5}]},
        {"mistakes": [{**mistake, "position": "nonsense"}]},
        {"mistakes": [{**mistake, "game": "no game"}]},
        {"mistakes": [{**mistake, "accepted": '["a1"]'}]},  # no legal move there
        {"mistakes": [{**mistake, "repetitions": "x"}]},
        {"mistakes": [{**mistake, "easiness": float("inf")}]},
        {"mistakes": [{**mistake, "interval_days": 10**9}]},
        {"mistakes": [{**mistake, "id": "\0"}]},
        {"attempts": [{"id": "x"}]},
        {"attempts": [{**attempt, "tags": "no JSON"}]},  # what progress could not be shown from
        {"attempts": [{**attempt, "tags": "{}"}]},
        {"mistakes": [{**mistake, "tags": '{"facts": [1]}'}]},
        {"mistakes": [{**mistake, "accepted": "[]"}]},
        {"mistakes": [{**mistake, "due": "tomorrow"}]},
        {"judged": [{"id": "x"}]},
    ):
        with pytest.raises(OptionError, match="damaged"):
            profiles.restore({**exported, "name": "Damaged", **wrong})
        assert "Damaged" not in profiles.names(), "all or nothing"
    del exported["judged"]  # a file of an Orchard that did not count moves
    assert profiles.restore({**exported, "name": f"{ann[:50]} older"})
    for other in ({}, [], {"format": "another"}):
        with pytest.raises(OptionError, match="no exported profile"):
            profiles.restore(other)


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "x" * 61])
def test_a_profile_needs_a_name(database: Database, name: str) -> None:
    with pytest.raises(OptionError, match="name"):
        Profiles(database).create(name)


def test_older_tables_get_the_same_as_new_ones(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the step makes is what a new database has, column by column."""

    def looked_up(database: Database) -> dict[str, Any]:
        look = inspect(database.engine)
        return {
            table.name: (
                {c["name"]: (str(c["type"]), c["nullable"]) for c in look.get_columns(table.name)},
                sorted(look.get_pk_constraint(table.name)["constrained_columns"]),
                sorted(str(index["column_names"]) for index in look.get_indexes(table.name)),
                [key["options"] for key in look.get_foreign_keys(table.name)],
            )
            for table in (schema.PROFILES, *learners)
        }

    learners = (schema.STRENGTHS, schema.PUZZLE_STRENGTHS, schema.ATTEMPTS, schema.MISTAKES, schema.MARKS)
    learners += (schema.JUDGED,)
    database = Database(database_url)
    new = looked_up(database)
    with database.writing() as connection:
        for table in reversed((schema.PROFILES, *learners)):
            connection.execute(text(f"DROP TABLE {table.name}"))
        connection.execute(text(f"DELETE FROM orchard_schema WHERE version = {schema.VERSION}"))
        connection.execute(text("INSERT INTO orchard_schema VALUES (5, '0', 'then')"))
    database.close()
    older = Database(database_url)
    assert looked_up(older) == new
    older.close()
    assert upgrade.STEPS[5].__name__ == "_add_learners"


def test_a_killed_process_leaves_whole_attempts_only(tmp_path: Path) -> None:
    path = tmp_path / "kept.db"
    program = f"""
import orchard
from orchard.play.database import Database
from orchard.study.attempts import Attempt, Attempts
from orchard.study.profiles import Profiles
from orchard.study.progress import next_puzzle, progress
database = Database({str(path)!r})
Profiles(database).create("Ann")
for n in range(100000):
    Attempts(database).game("Ann", orchard.game("reversi"), 3, Attempt(str(n), n % 2))
    print(n, flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    told = -1
    while told < 15:
        told = int(process.stdout.readline())
    process.send_signal(signal.SIGKILL)
    told = max([told, *map(int, process.stdout.read().split())])
    process.wait()
    database = Database(str(path))
    kept = Attempts(database).latest("Ann", GAME)
    assert len(kept) >= told + 1, "what was said to be kept is kept"
    assert Attempts(database).strengths("Ann", GAME)["game"].rating == kept[-1]["rating"]
    database.close()


@pytest.mark.parametrize(("unit", "values"), [("discs", (5.0, 3.0, 2.9, -4.0)), ("chance", (0.5, 0.45, 0.449, 0.1))])
def test_a_mistake_is_mended_by_every_move_within_two_discs_or_five_percent_of_the_best(
    monkeypatch: pytest.MonkeyPatch, unit: Unit, values: tuple[float, ...]
) -> None:
    start = GAME.start()
    moves = tuple(MoveValue(move, value) for move, value in zip(start.legal(), values, strict=True))
    known = Analysis(moves[0].move, values[0], unit, moves, (), False, 1, 1, 0.0, "")
    monkeypatch.setattr("orchard.study.mistakes.analyse", lambda *given, **how: known)
    best, near, _, played = start.legal()
    move = {"color": "black", "ply": 1, "move": played, "best": best, "loss": 9.0, "facts": []}
    kept = mistakes_of([start], {"moves": [move | {"grade": "blunder"}, move | {"grade": "good"}]}, "black")
    assert [each["accepted"] for each in kept] == [sorted([best, near])], "and good moves are not kept"


def test_the_opponent_that_fits_is_even_where_the_levels_reach() -> None:
    for rating in range(0, 1900, 100):
        own = Strength(float(rating), 50)
        fits = fitting_opponent(GAME, own)
        scores = []
        for level in (fits.weaker, fits.stronger):
            difference = level_strength(GAME, level).rating - rating
            scores.append(1 / (1 + 10 ** (difference / 400)))
        mixed = scores[0] * (1 - fits.share) + scores[1] * fits.share
        assert 0.45 <= mixed <= 0.55
        assert mixed == pytest.approx(fits.expected)
    assert fitting_opponent(GAME, Strength(-900, 50)).stronger == 1
    assert fitting_opponent(GAME, Strength(4000, 50)).weaker == len(ladder(GAME))


def test_several_ratings_are_weighted_by_how_certain_they_are() -> None:
    both = together({"puzzle": Strength(1000, 100), "game": Strength(1300, 200)})
    assert both.rating == pytest.approx(1060)  # (1000 / 100² + 1300 / 200²) / (1 / 100² + 1 / 200²)
    assert both.deviation == pytest.approx(89.44, abs=0.01)
