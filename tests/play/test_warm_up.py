"""One place knows what a player needs before it can play a game."""

from __future__ import annotations

import pytest

import orchard
from orchard.core.choice import Choice, Limits
from orchard.core.game import Position
from orchard.core.player import Player
from orchard.play.warm_up import player_steps, rules_steps, step_name, warm_up

REVERSI, GOMOKU = orchard.game("reversi"), orchard.game("gomoku")


class Noting(Player):
    """Remembers what it was asked: for these tests only."""

    summary = "plays the first legal move"

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def new_game(self) -> None:
        self.asked.append("new game")

    def think(self, position: Position, limits: Limits) -> Choice:
        assert limits.seconds is not None
        assert limits.seconds < 0.1
        self.asked.append(position.text)
        return Choice(position.legal()[0])


def test_a_player_is_warmed_up_once_for_each_game_and_then_starts_anew() -> None:
    player = Noting()
    player.spec = "noting, for one test"
    for _ in range(2):
        warm_up(player, REVERSI)
    assert len(player.asked) == 3
    assert player.asked[0] == REVERSI.start().text
    assert player.asked[-1] == "new game"
    warm_up(player, GOMOKU)
    assert len(player.asked) == 6


def test_players_that_share_kernels_are_one_step() -> None:
    names = [step.name for step in player_steps([("uct:playouts=5", REVERSI), ("uct", REVERSI), ("uct", GOMOKU)])]
    assert names == ["uct:reversi", "uct:gomoku"]
    assert [step.name for step in rules_steps([REVERSI])] == ["rules:reversi"]


@pytest.mark.parametrize("game", orchard.games())
def test_a_level_is_the_step_of_the_player_behind_it(game: str) -> None:
    found = orchard.game(game)
    for number in range(1, 11):
        assert step_name(f"level:{number}", found).endswith(f":{game}")
        assert not step_name(f"level:{number}", found).startswith("level")
