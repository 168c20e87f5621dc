"""When sage plays from its opening book, and when it searches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import orchard
from orchard.core.book import BookError, Searched, key_of, write_book
from orchard.players import player_class
from orchard.players.level import ladder
from orchard.study.analysis import analyse

GAMES = ("reversi", "reversed_reversi")
LINE = "f5d6c3"


def write(path: Path, game: orchard.Game, moves: dict[str, float]) -> None:
    """A book of one position, after LINE."""
    position = game.replay(LINE)
    key, k = key_of(position)
    board = game.board
    seen = tuple((board.transform_move(board.move(name), k).square, value) for name, value in moves.items())
    write_book(path, game, "discs", 4, "the test", [(key, Searched(seen, 18, 84, 1000), max(moves.values()))])


@pytest.fixture
def file(tmp_path: Path) -> str:
    """f3 is a move that no search would like."""
    write(tmp_path / "small.book", orchard.game("reversi"), {"f3": 3.0, "g5": 2.9, "d3": 1.0})
    return str(tmp_path / "small.book")


@pytest.mark.parametrize("limits", [{}, {"seconds": 5}], ids=str)
def test_by_the_clock_it_plays_from_the_book_at_once(file: str, limits: dict[str, Any]) -> None:
    choice = orchard.player(f"sage:book_file={file},variety=0").choose(
        orchard.game("reversi").replay(LINE), orchard.Limits(**limits)
    )
    assert (choice.move, choice.value, choice.nodes, choice.note) == ("f3", 3.0, 0, "book, depth 18")
    assert {str(stat.move): stat.value for stat in choice.moves} == {"f3": 3.0, "g5": 2.9, "d3": 1.0}


def test_the_seed_chooses_among_moves_that_lose_little(file: str) -> None:
    player, position = orchard.player(f"sage:book_file={file}"), orchard.game("reversi").replay(LINE)
    played = [player.choose(position, orchard.Limits(seed=seed)).move for seed in range(40)]
    assert set(played) == {"f3", "g5"}
    assert played == [player.choose(position, orchard.Limits(seed=seed)).move for seed in range(40)]


@pytest.mark.parametrize(
    ("options", "limits"),
    [
        ("book=no", {"seconds": 0.05}),
        ("lines=2", {"seconds": 0.05}),
        ("", {"seconds": 0.05, "book": False}),
        ("", {"nodes": 500}),
        ("", {"playouts": 500}),
        ("", {"depth": 3}),
    ],
    ids=str,
)
def test_it_searches_where_the_book_is_off_or_a_search_is_asked_for(
    file: str, options: str, limits: dict[str, Any]
) -> None:
    spec = ",".join(filter(None, (f"sage:table=1,book_file={file}", options)))
    choice = orchard.player(spec).choose(orchard.game("reversi").replay(LINE), orchard.Limits(**limits))
    assert choice.nodes > 0
    assert "book" not in choice.note


def test_an_analysis_searches_also_in_the_book(file: str) -> None:
    spec = f"sage:table=1,book_file={file}"
    found = analyse(orchard.game("reversi").replay(LINE), seconds=0.05, spec=spec)
    assert found is not None
    assert found.nodes > 0


def test_a_position_outside_the_book_is_searched(file: str) -> None:
    player = orchard.player(f"sage:table=1,book_file={file}")
    assert player.choose(orchard.game("reversi").replay("f5f6"), orchard.Limits(seconds=0.05)).nodes > 0


def test_a_book_that_cannot_be_read_is_refused(file: str, tmp_path: Path) -> None:
    for name, reason in ((file, "not of reversed_reversi"), (tmp_path / "none.book", "cannot read")):
        player = orchard.player(f"sage:book_file={name}")
        with pytest.raises(BookError, match=reason):
            player.choose(orchard.game("reversed_reversi").start(), orchard.Limits())


@pytest.mark.parametrize("game", orchard.games())
def test_no_level_below_the_highest_plays_from_a_book(game: str) -> None:
    for level in ladder(orchard.game(game))[:9]:
        assert "book" not in player_class(level.spec.partition(":")[0]).OPTIONS
