"""What docs/API.md shows is what happens, and what it rests on keeps its promises."""

from __future__ import annotations

import doctest
from pathlib import Path

import numpy as np
import pytest

import orchard
from orchard.core.errors import IllegalMoveError, OptionError

PAGE = Path(__file__).parent.parent / "docs" / "API.md"


def test_the_page_on_python_runs_as_printed() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.attempted > 20
    assert result.failed == 0


@pytest.mark.parametrize("game", ["reversi", "reversi:6", "gomoku", "connect_four"])
def test_planes_hold_the_stones_of_the_board_text(game: str) -> None:
    some = orchard.random_positions(game, 5, seed=3)
    for position, planes in zip(some, orchard.to_planes(some), strict=True):
        own = position.text[-1]
        squares = np.array(list(position.text[:-2])).reshape(planes.shape[1:])
        assert (planes[0] == (squares == own)).all()
        assert (planes[1] == ((squares != own) & (squares != "-"))).all()
    with pytest.raises(OptionError, match="same board"):
        orchard.to_planes([*some, orchard.game("tic_tac_toe").start()])


def test_a_function_that_answers_nonsense_is_refused_and_loses() -> None:
    with pytest.raises(IllegalMoveError, match="no square"):
        orchard.player(lambda position: "z9").choose(orchard.game("reversi").start())
    result = orchard.match("random", lambda position, limits: "a1", game="reversi", games=2)
    assert (result.score.wins, {game.verdict for game in result.games}) == (2, {"illegal"})
    assert result._repr_html_().count("<tr>") == 3
    greedy = orchard.player("greedy")
    with pytest.raises(OptionError, match="cannot meet itself"):
        orchard.match(greedy, greedy)
