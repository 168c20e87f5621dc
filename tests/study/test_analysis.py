"""The worth of every move: what is called exact, that it only gets better, and what is there without any search."""

from __future__ import annotations

import itertools
from typing import Any, ClassVar

import pytest

import orchard
from orchard.core.choice import Choice, Limits, Stop
from orchard.core.game import Position
from orchard.core.player import Player
from orchard.study.analysis import Analysis, analyse, analyst_of


class HeldUp(Player):
    """Reaches the depths, and the nodes, that are given, one a question; then it is told to stop."""

    summary = "as on a machine that is busy with other work"
    games = ("reversi",)
    value_unit = "discs"

    def __init__(self, *reached: tuple[int, int]) -> None:
        super().__init__()
        self.reached = list(reached)
        self.value_unit = "discs"

    def think(self, position: Position, limits: Limits) -> Choice:
        if not self.reached:
            limits.stop.set()
        depth, nodes = self.reached.pop(0) if self.reached else (0, 0)
        return Choice(position.legal()[0], float(depth), depth=depth, nodes=nodes)


class HeldUpDepths(HeldUp):
    shows_depths: ClassVar[bool] = True


@pytest.mark.parametrize(
    ("kind", "reached"), [(HeldUpDepths, [(5, 900), (1, 3), (7, 20)]), (HeldUp, [(5, 900), (9, 3), (7, 2000)])]
)
def test_what_was_searched_further_is_kept(kind: Any, reached: list[tuple[int, int]]) -> None:
    told = list[Analysis]()
    found = analyse(
        orchard.game("reversi").start(), seconds=60, player=kind(*reached), spec="novice", on_update=told.append
    )
    assert found is not None
    assert [update.depth for update in told] == [5, 5, 7]
    assert (found.depth, found.value) == (7, 7.0)
    assert all(before.seconds <= after.seconds for before, after in itertools.pairwise(told))


def test_exact_means_searched_to_the_end() -> None:
    game = orchard.game("reversi")
    last = game.parse("X" * 62 + "O-" + " X")
    found = analyse(last, seconds=0.2, every_move=True)
    assert found is not None
    assert (found.best, found.value, found.exact) == ("h8", 64.0, True)
    early = analyse(game.replay("f5"), seconds=0.2)
    assert early is not None
    assert not early.exact


def test_an_analysis_can_be_stopped_before_it_begins() -> None:
    stop = Stop()
    stop.set()
    assert analyse(orchard.game("reversi").start(), seconds=5, stop=stop) is None


def test_without_a_searching_player_random_games_answer() -> None:
    found = analyse(orchard.game("gomoku").replay("h8a1h9a2h10a3h11a4"), seconds=0.05, spec="random")
    assert found is not None
    assert found.best in ("h7", "h12")
    assert found.value == 1.0
    assert len(found.moves) == 225 - 8


def test_the_analyst_of_each_game_is_a_player_that_is_there() -> None:
    for name in orchard.games():
        assert analyst_of(orchard.game(name)).partition(":")[0] in orchard.players()
