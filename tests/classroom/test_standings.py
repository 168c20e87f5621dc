"""Standings: the order, the grade, the cross table, the curve, and files of them that others read."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from orchard.classroom.exports import as_csv, as_html, as_json, write_games
from orchard.classroom.standings import Standings, grade
from orchard.classroom.submissions import Submission
from orchard.classroom.work_queue import Pair, put_pairs
from orchard.play import formats
from orchard.play.openings import Opening
from orchard.play.record import Fault, GameRecord, MoveRecord
from tests.classroom.scene import LAST, Scene

EVIL = "=cmd|'/c calc'!A1"
SCRIPT = "<script>alert(1)</script>"
MOVES = tuple(MoveRecord(move, 0.25) for move in ("a1", "b2", "c3", "a2", "b1", "c1", "a3"))


class Class(Scene):
    """Three teams and a reference; the first always wins, then the second, and the third loses by a crash."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.one = self.assignment("Tic", references=["random"], grade={"references": 50, "rank": 30, "rating": 20})
        self.bots = [self.accepted(self.one, self.person(name)) for name in (EVIL, "Bob", SCRIPT)]
        for number, (first, second) in enumerate(((0, 1), (1, 2), (0, 2), (0, 3), (1, 3), (3, 2))):
            self.pair(number, first, second)

    def name(self, at: int) -> str:
        return "random" if at == 3 else self.bots[at].entrant

    def pair(self, number: int, better: int, worse: int) -> None:
        """A pair of games that the first of the two wins."""
        opening, league = Opening(), self.one.league
        pair = Pair(number, self.name(better), self.name(worse), opening, number, "test")
        with self.store.database.writing() as connection:
            put_pairs(connection, self.one.id, "ladder", league, [pair], self.time)
        for colour in (0, 1):
            black, white = (better, worse) if colour == 0 else (worse, better)
            loser = "white" if colour == 0 else "black"
            fault = Fault(loser, "crash", "secret reason", "", traceback="secret traceback") if worse == 2 else None
            record = GameRecord(
                f"class-{league}-{2 * number + colour:06d}",
                self.one.game,
                self.name(black),
                self.name(white),
                moves=MOVES,
                winner="black" if colour == 0 else "white",
                verdict="crash" if fault else "normal",
                fault=fault,
                output={"black": "secret plan"},
                started="2026-11-16T12:00:00.000+00:00",
            )
            self.store.save_game(record, league, 2 * number + colour)


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Class:
    return Class(tmp_path_factory.mktemp("class"))


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return Scene(tmp_path_factory.mktemp("class"))


@pytest.fixture(scope="module")
def table(school: Class) -> dict[str, Any]:
    return Standings(school.work).table(school.one, fresh=True)


def test_the_table_is_in_the_order_of_strength_with_intervals_faults_and_grades(table: dict[str, Any]) -> None:
    rows = table["rows"]
    assert [row["name"] for row in rows] == [f"{EVIL} v1", "Bob v1", "random", f"{SCRIPT} v1"]
    assert [row["place"] for row in rows] == [1, 2, None, 3]
    assert all(row["low"] < row["elo"] < row["high"] for row in rows)
    assert [row["games"] for row in rows] == [6, 6, 6, 6]
    assert rows[3]["faults"] == {"crash": 6}
    assert [row["beaten"] for row in rows] == [["random"], ["random"], [], []]
    assert [row["parts"].get("references") for row in rows] == [50, 50, None, 0]
    assert [row["parts"].get("rank") for row in rows] == [30, 15, None, 0]
    assert rows[0]["grade"] == 100
    assert rows[2]["grade"] is None


def test_points_for_the_rating_lie_between_the_weakest_and_the_strongest_reference() -> None:
    def row(elo: float | None, place: int | None = None, reference: bool = False) -> dict[str, Any]:
        return {"elo": elo, "place": place, "reference": reference, "beaten": []}

    rows = [row(500, 1), row(200, None, True), row(100, 2), row(0, None, True), row(-50, 3), row(None, 4)]
    grade(rows, {"rating": 10.0}, ["a", "b"])
    assert [one["grade"] for one in rows] == [10, None, 5, None, 0, None]


def test_the_cross_table_names_each_two_once_and_the_curve_rates_every_version(school: Class) -> None:
    standings = Standings(school.work)
    cross = standings.crosstable(school.one)
    scores = {(one, other): rest for one, other, *rest in cross["scores"]}
    assert len(scores) == 6
    assert scores.get((0, 1)) == [2, 0, 0] or scores.get((1, 0)) == [0, 0, 2]
    names = {curve["team_name"]: [one["number"] for one in curve["versions"]] for curve in standings.curves(school.one)}
    assert names == {EVIL: [1], "Bob": [1], SCRIPT: [1]}


def test_a_new_version_is_rated_beside_the_old_one(tmp_path: Path) -> None:
    school = Class(tmp_path)
    new = school.accepted(school.one, school.people.named("Bob"), LAST)
    school.bots.append(new)
    swap: list[Submission] = [school.bots[0], new, school.bots[2]]
    school.bots = swap
    school.pair(6, 1, 0)
    school.work.snapshots.refreshed(school.one.league)
    standings = Standings(school.work)
    (bob,) = (curve for curve in standings.curves(school.one) if curve["team_name"] == "Bob")
    assert [(one["number"], one["chosen"]) for one in bob["versions"]] == [(1, False), (2, True)]
    assert bob["versions"][1]["elo"] > bob["versions"][0]["elo"]
    assert [row["name"] for row in standings.table(school.one)["rows"]].count("Bob v2") == 1


def test_files_of_the_standings_hold_no_formula_and_no_script(school: Class, table: dict[str, Any]) -> None:
    lines = list(csv.DictReader(io.StringIO(as_csv(table))))
    assert [line["team_name"] for line in lines] == ["'" + EVIL, "Bob", SCRIPT, "random"]
    assert [line["lost by crash"] for line in lines] == ["0", "0", "6", "0"]
    assert lines[0]["grade"] == "100.0"
    cross = Standings(school.work).crosstable(school.one)
    page = as_html(table, cross)
    assert SCRIPT not in page
    assert "&lt;script&gt;" in page
    assert page.count("2-0-0") == page.count("0-0-2") == 6
    told = json.loads(as_json(table, cross))
    assert len(told["rows"]) == len(told["crosstable"]["entrants"]) == 4


@pytest.mark.parametrize(
    ("game", "format", "moves"),
    [
        ("reversi", "sgf", "f5d6c3"),
        ("reversi", "ggf", "f5d6c3"),
        ("gomoku", "psq", "h8h9g7"),
        ("gomoku", "sgf", "h8h9g7"),
    ],
)
def test_all_games_are_written_with_names_and_without_what_bots_said(
    game: str, format: str, moves: str, scene: Scene
) -> None:
    one = scene.work.assignments.add(f"{game} {format}", game, references=["random"])
    bob = scene.hand_in(one, scene.person(f"Bob {game} {format}"))
    played = tuple(MoveRecord(moves[at : at + 2], 0.25) for at in range(0, len(moves), 2))
    for number in range(3):
        fault = Fault("white", "crash", "secret reason", "", traceback="secret traceback", stderr="secret plan")
        id, names = f"class-{one.league}-{number}", (bob.entrant, "random")
        record = GameRecord(id, game, *names, moves=played, winner="black", verdict="crash", fault=fault)
        scene.store.save_game(record, one.league, number)
    file = io.BytesIO()
    assert write_games(scene.work, one, format, file) == 3
    text = file.getvalue().decode()
    assert "secret" not in text
    assert f"Bob {game} {format} v1" in text
    assert [read.transcript for read in formats.read(file.getvalue(), format)] == [moves] * 3


def test_all_games_are_those_of_the_ladder_and_of_the_final(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    one = scene.work.assignments.add("both", "reversi", references=["random"])
    bob = scene.accepted(one, scene.person("Bob"))
    scene.work.assignments.change(one.id, closes=scene.time)
    scene.work.finals.begin(one.id)
    one = scene.work.assignments.get(one.id)
    final, _ = scene.work.finals.of(one.id) or (0, None)
    for league, count in ((one.league, 3), (final, 1)):
        for number in range(count):
            record = GameRecord(f"class-{league}-{number}", "reversi", bob.entrant, "random", winner="black")
            scene.store.save_game(record, league, number)
    for phase, count in ((None, 4), ("ladder", 3), ("final", 1)):
        assert write_games(scene.work, one, "sgf", io.BytesIO(), phase) == count


def test_a_format_that_cannot_hold_the_game_says_so(school: Class) -> None:
    with pytest.raises(formats.FormatError, match="does not fit"):
        write_games(school.work, school.one, "psq", io.BytesIO())
    with pytest.raises(formats.FormatError, match="sgf, ggf, psq"):
        write_games(school.work, school.one, "wthor", io.BytesIO())
