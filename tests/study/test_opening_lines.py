"""Openings from memory: what keeps to a named line, where own games left it, and what is kept of it."""

from __future__ import annotations

import pytest

import orchard
from orchard.core.errors import OptionError
from orchard.play.database import Database
from orchard.play.record import GameRecord, MoveRecord
from orchard.study.mistakes import Mistakes
from orchard.study.opening_lines import keep, left_in, lines_of, next_moves, progress_in
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
