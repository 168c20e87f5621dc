"""Openings from memory: what keeps to a named line, where own games left it, and what is kept of it."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

import orchard
from orchard.core.errors import OptionError
from orchard.core.worth import Analysis, MoveValue
from orchard.play.database import Database
from orchard.play.position_search import Results, index_positions
from orchard.play.record import GameRecord, MoveRecord
from orchard.play.store import Store
from orchard.study import opening_deviations
from orchard.study.mistakes import Mistakes
from orchard.study.opening_deviations import answered, deviation, keep_answer
from orchard.study.opening_lines import branches, keep, left_in, lines_of, next_moves, progress_in
from orchard.study.profiles import Profiles
from orchard.study.progress import progress

GAME = orchard.game("reversi")
TIGER = "c4e3f6e6f5"  # as every list of openings has it


def played(moves: str, black: str = "human", white: str = "level:2") -> GameRecord:
    records = tuple(MoveRecord(str(move), 0.0) for _, move in GAME.read_moves(moves))
    return GameRecord("one", "reversi", black, white, moves=records)


def test_a_line_is_known_move_by_move_and_in_every_mirror_image() -> None:
    assert set(next_moves(GAME.start(), TIGER)) == {"c4", "d3", "e6", "f5"}, "one move, four mirror images"
    for image in ("c4e3f6e6", "d3c5f6f5", "f5d6c3d3", "e6f4c3c4"):  # worked out on a board by hand
        assert len(next_moves(GAME.replay(image), TIGER)) == 1
    assert list(next_moves(GAME.replay("f5d6c3d3"), TIGER)) == ["c4"], "as orchard.opening_name's example has it"
    assert next_moves(GAME.replay(TIGER), TIGER) == {}, "the line is at its end"
    assert next_moves(GAME.replay("c4c3"), TIGER) == {}, "another opening"


def test_any_opening_lets_the_opponent_choose_among_the_named_lines() -> None:
    assert set(next_moves(GAME.replay("c4"))) == {"c3", "c5", "e3"}, "diagonal, parallel, perpendicular"
    assert next_moves(GAME.replay("c4e3"))[GAME.board.move("f6")].startswith("c4e3f6")


def test_the_tree_of_lines_has_names_and_the_results_of_the_saved_games(tmp_path: object) -> None:
    store = Store(f"{tmp_path}/games.db")
    won = {"black": 6, "white": -2}
    games = [(TIGER, "black"), ("f5d6c3d3c4", "white"), ("c4e3f6e6f4", "white")]  # the second is a mirror image
    for number, (moves, winner) in enumerate(games):
        store.save_game(replace(played(moves), id=str(number), winner=winner, score=won[winner]))
    index_positions(store.database)
    (first,) = branches(GAME.start(), store.database)
    assert (first.move, first.lines) == ("c4", 77), "one for all mirror images, as the lines are written"
    assert first.results == Results(games=3, black=1, white=2)
    after = {row.move: row for row in branches(GAME.replay("f5"), store.database)}
    assert set(after) == {"f6", "d6", "f4"}, "diagonal, perpendicular, parallel"
    assert sum(row.lines for row in after.values()) == 77
    tiger = next(row for row in branches(GAME.replay("c4e3f6e6"), store.database) if row.move == "f5")
    assert (tiger.name, tiger.results) == ("Tiger", Results(games=2, black=1, white=1))
    played_here = {
        row.move: (row.lines, row.results.games) for row in branches(GAME.replay("c4e3f6e6"), store.database)
    }
    assert played_here["f4"] == (0, 1), "games go on where no line does"
    assert branches(orchard.game("tic_tac_toe").start(), store.database) == []
    store.close()


@pytest.mark.parametrize(
    ("unit", "best", "good", "bad", "plausible"), [("discs", 5.0, 3.0, 2.9, 1.0), ("chance", 0.5, 0.45, 0.449, 0.4)]
)
def test_off_the_line_an_answer_within_two_discs_or_five_percent_of_the_best_is_right(
    monkeypatch: pytest.MonkeyPatch, tmp_path: object, unit: Any, best: float, good: float, bad: float, plausible: float
) -> None:
    position = GAME.replay("c4e3")
    values = dict(zip(("f6", "f4", "d2", "f5"), (best, good, bad, plausible), strict=False))
    moves = tuple(MoveValue(GAME.board.move(move), value) for move, value in values.items())
    known = Analysis(moves[0].move, best, unit, moves, (), False, 1, 1, 0.0, "")
    monkeypatch.setattr(opening_deviations, "analyse", lambda *given, **how: known)
    assert [answered(position, move.move).right for move in moves] == [True, True, False, False]
    assert answered(position, moves[2].move).accepted == ("f6", "f4")
    book = next_moves(position)
    outside = {str(move.move) for move in moves} - set(book)
    assert outside, "or nothing is tested"
    assert {str(deviation(position, random.Random(n))) for n in range(20)} == outside
    monkeypatch.setattr(opening_deviations, "next_moves", lambda position: values)
    assert deviation(position, random.Random(1)) is None, "every good move has a name"
    database = Database(f"{tmp_path}/kept.db")
    Profiles(database).create("Ann")
    kept = [keep_answer(database, "Ann", position, each.move, answered(position, each.move)) for each in moves[1:3]]
    assert kept == [0, 1], "only what was wrong comes back"
    assert Mistakes(database).due("Ann", GAME)[0]["accepted"] == ["f6", "f4"]
    database.close()


def test_games_with_and_without_named_openings() -> None:
    assert len(lines_of(orchard.game("gomoku"))) == 26, "of renju"
    assert len(lines_of(GAME)) == 77
    assert lines_of(orchard.game("tic_tac_toe")) == ()
    with pytest.raises(OptionError, match="no opening"):
        next_moves(GAME.start(), "a1")


def test_own_games_show_where_the_person_left_the_line() -> None:
    left_by_person = played("c4e3f6e6f4")  # Tiger goes on with f5, Aubrey and others too
    mirrored = played("f5d6c3d3c5")
    by_the_machine = played("c4e3f6b5")
    to_the_end = played("c4c5", black="level:3", white="human")  # parallel has no named line beyond it
    rows = left_in(GAME, [left_by_person, mirrored, by_the_machine, to_the_end])
    assert [(row.color, row.played, row.right, row.games) for row in rows] == [("black", "f4", "f5", 2)]
    assert (rows[0].line, rows[0].name) == (TIGER, "Tiger")
    assert left_in(orchard.game("tic_tac_toe"), [left_by_person]) == []


def test_a_wrong_move_comes_back_and_a_line_by_heart_counts_in_progress(tmp_path: object) -> None:
    database = Database(f"{tmp_path}/kept.db")
    Profiles(database).create("Ann")
    told = keep(database, "Ann", GAME, TIGER, [("c4e3f6e6", "f4")], finished=True)
    assert told == {"new": 1, "by_heart": False}
    (due,) = Mistakes(database).due("Ann", GAME)
    assert due["position"] == GAME.replay("c4e3f6e6").text
    assert (due["played"], due["accepted"], due["tags"]["opening"]) == ("f4", ["f5"], "Tiger")
    assert keep(database, "Ann", GAME, TIGER, [("f5d6c3d3", "c5")], finished=True)["new"] == 0, "not kept twice"
    assert progress_in(database, "Ann", GAME)["known"] == 0
    assert keep(database, "Ann", GAME, TIGER, [], finished=False)["by_heart"] is False, "it was left on the way"
    assert keep(database, "Ann", GAME, TIGER, [], finished=True)["by_heart"] is True
    assert progress(database, "Ann", GAME)["openings"] == {"known": 1, "all": len(lines_of(GAME))}
    database.close()
