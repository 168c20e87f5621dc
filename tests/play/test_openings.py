"""Openings: different, balanced, repeatable, and refused with the reason when they are not to be had."""

from __future__ import annotations

from pathlib import Path

import pytest

import orchard
from orchard.core.errors import OptionError
from orchard.play.openings import Opening, openings_for, random_openings, read_openings

FOLDER = Path(orchard.__file__).parent / "games"
FILES = ("openings.txt", "openings_quick.txt")

GAMES = ["reversi", "reversed_reversi", "gomoku", "gomoku:9", "gomoku:renju"]


@pytest.mark.parametrize("name", GAMES)
def test_random_openings_are_all_different_even_turned_and_mirrored(name: str) -> None:
    game = orchard.game(name)
    seen: set[tuple[int, int]] = set()
    for opening in random_openings(game, 6, 60, seed=3):
        position = game.replay(opening.moves)
        views = {(view.black, view.white) for view in position.symmetries()}
        assert not views & seen
        seen |= views


@pytest.mark.parametrize("name", GAMES)
def test_random_openings_have_the_length_asked_for_and_go_on(name: str) -> None:
    game = orchard.game(name)
    for opening in random_openings(game, 5, 30, seed=1):
        position = game.replay(opening.moves)
        assert position.ply == 5
        assert position.legal_mask()
        assert not position.is_over


@pytest.mark.parametrize("name", GAMES)
def test_the_seed_alone_decides(name: str) -> None:
    game = orchard.game(name)
    assert random_openings(game, 6, 20, seed=1) == random_openings(game, 6, 20, seed=1)
    assert random_openings(game, 6, 20, seed=1) != random_openings(game, 6, 20, seed=2)
    assert random_openings(game, 6, 40, seed=1)[:20] == random_openings(game, 6, 20, seed=1)


def test_random_play_after_an_opening_favours_nobody_much() -> None:
    game = orchard.game("reversi")
    for opening in random_openings(game, 8, 40, seed=5):
        wins, draws, losses = game.random_games(game.replay(opening.moves), 2000, seed=99)  # other games than judged it
        assert 0.25 < (wins + draws / 2) / (wins + draws + losses) < 0.75


def test_gomoku_openings_stay_together_in_the_middle() -> None:
    game = orchard.game("gomoku")
    for opening in random_openings(game, 4, 40, seed=5):
        squares = [move.square for move in game.replay(opening.moves).moves_made]
        assert all(4 <= square // 15 <= 10 and 4 <= square % 15 <= 10 for square in squares)


def test_reversi_has_one_first_move_up_to_symmetry_and_three_replies() -> None:
    game = orchard.game("reversi")
    assert len(random_openings(game, 1, 1, seed=0)) == 1
    assert len(random_openings(game, 2, 3, seed=0)) == 3
    with pytest.raises(OptionError, match=r"only 3 balanced openings of 2 plies.*more plies"):
        random_openings(game, 2, 4, seed=0)


@pytest.mark.parametrize("source", ["random:", "random:x", "random:-1", "random:31"])
def test_a_length_that_makes_no_sense_is_refused(source: str) -> None:
    with pytest.raises(OptionError, match="random:PLIES"):
        openings_for(orchard.game("reversi"), source, 1, 0)


def test_a_file_may_mix_transcripts_and_board_texts(tmp_path: Path) -> None:
    game = orchard.game("reversi")
    board = game.replay("f5d6").text
    (tmp_path / "book.txt").write_text(f"# two openings\n\nf5d6c3\n{board}\n")
    assert read_openings(game, str(tmp_path / "book.txt")) == [Opening(moves="f5d6c3"), Opening(start=board)]


def test_a_file_is_used_again_from_the_top_when_it_is_short(tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text("f5d6c3\nf5f6\n")
    found = openings_for(orchard.game("reversi"), str(tmp_path / "book.txt"), 5, 0)
    assert [opening.moves for opening in found] == ["f5d6c3", "f5f6", "f5d6c3", "f5f6", "f5d6c3"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f5d6c3\nf5a1\n", "line 2: move 2 .*a1"),
        ("f5zz\n", "line 1: cannot read"),
        ("X" * 64 + " X\n", "line 1: the game is over"),
        ("-" * 63 + "?\n", "line 1"),
        ("# nothing\n", "no openings"),
    ],
)
def test_a_broken_file_is_refused_by_line(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "book.txt").write_text(text)
    with pytest.raises(OptionError, match=message):
        read_openings(orchard.game("reversi"), str(tmp_path / "book.txt"))


def test_a_missing_or_binary_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="cannot read openings"):
        read_openings(orchard.game("reversi"), str(tmp_path / "none.txt"))
    (tmp_path / "book.bin").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(OptionError, match="not a text file"):
        read_openings(orchard.game("reversi"), str(tmp_path / "book.bin"))


@pytest.mark.parametrize("name", ["reversi", "reversed_reversi"])
def test_both_reversis_begin_with_openings_that_their_own_engine_calls_even(name: str) -> None:
    game = orchard.game(name)
    shipped = {opening.moves for opening in read_openings(game, str(FOLDER / name / "weights" / "openings.txt"))}
    found = openings_for(game, None, len(shipped) + 20, 3)
    assert {opening.moves for opening in found[:-20]} == shipped
    assert len({opening.moves for opening in found}) == len(shipped) + 20  # more are random
    assert found[:50] != openings_for(game, None, 50, 4)
    stones = [{(view.black, view.white) for view in game.replay(opening.moves).symmetries()} for opening in found]
    assert sum(map(len, stones)) == len(set.union(*stones))
    judge, limits = orchard.player("sage:confidence=0"), orchard.Limits(depth=7)  # another search than chose them
    values = [abs(judge.choose(game.replay(opening.moves), limits).value or 0) for opening in found[:40]]
    assert sum(values) / 40 < 2.5  # discs


def test_gomoku_begins_with_openings_of_its_own_engine_all_different_and_even_to_random_play() -> None:
    game = orchard.game("gomoku")
    found = openings_for(game, None, 800, 3)
    assert len({opening.moves for opening in found}) == 800
    assert found == openings_for(game, None, 800, 3)
    evenest, quick = (set(read_openings(game, str(FOLDER / "gomoku" / "weights" / name))) for name in FILES)
    assert set(found[: len(evenest)]) == evenest
    positions = [game.replay(opening.moves) for opening in found[: len(evenest) + len(quick)]]
    stones = [{(view.black, view.white) for view in position.symmetries()} for position in positions]
    assert sum(map(len, stones)) == len(set.union(*stones))  # those that come first are not forms of each other
    assert found[:20] != openings_for(game, None, 20, 4)
    for opening in found:
        position = game.replay(opening.moves)
        assert not position.is_over
        assert 3 <= position.ply <= 7
