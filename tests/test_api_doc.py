"""What docs/API.md and its pages show is what happens, and what they rest on keeps its promises."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import numpy as np
import pytest

import orchard
from orchard.core.errors import IllegalMoveError, OptionError

INDEX = Path(__file__).parent.parent / "docs" / "API.md"
PAGES = sorted((INDEX.parent / "api").glob("*.md"))
NEEDS = {"environments": ("gymnasium", "pettingzoo"), "openspiel": ("pyspiel",)}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_on_python_runs_as_printed(page: Path) -> None:
    for module in NEEDS.get(page.stem, ()):
        pytest.importorskip(module, reason=f"{module} is not installed: docs/api/{page.name} is not tried")
    result = doctest.testfile(str(page), module_relative=False)
    assert result.attempted > 4
    assert result.failed == 0


def test_the_examples_of_the_package_itself_run_as_printed() -> None:
    result = doctest.testmod(orchard, extraglobs={"orchard": orchard})
    assert (result.attempted > 6, result.failed) == (True, 0)


def test_the_index_has_every_page_and_every_public_name() -> None:
    text = INDEX.read_text(encoding="utf-8")
    assert {f"api/{page.name}" for page in PAGES} == set(re.findall(r"\((api/\w+\.md)\)", text))
    named = set(re.findall(r"`(\w+)`", text))
    assert {"rl", *orchard.__all__} - {"OrchardError"} <= named
    assert all(hasattr(orchard, name) for name in orchard.__all__)


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
