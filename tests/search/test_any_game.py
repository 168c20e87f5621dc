"""The searches agree in games that they know nothing about but the rules: with each other, and with the truth."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

import orchard
from orchard.core.game import Position
from orchard.search.uct import DEEPEST, UctSettings, UctTree
from tests.search.small_games import HEAP, TakeAway, march

TAKE_AWAY = TakeAway()
EXACT = [
    "minimax:depth=24",
    "alphabeta:depth=24",
    *(f"alphabeta:depth=24,{switch}" for switch in ("scout=yes", "table=1", "history=yes", "ordering=yes")),
    "alphabeta:depth=24,scout=yes,table=1,history=yes,ordering=yes,deepening=yes",
    "negascout:depth=24",
]


@cache
def score(position: Position) -> int:
    """The score for the side to move when both play their best, by looking at every line."""
    if position.outcome is not None:
        return position.outcome.score_for(position.to_move)
    return max(-score(position.play(move)) for move in position.legal())


def endings(game_name: str, empties: int, count: int) -> list[Position]:
    """Random positions with so few empty squares left that every line can be looked at."""
    dice = random.Random(game_name)
    found: list[Position] = []
    while len(found) < count:
        position = orchard.game(game_name).start()
        while position.empties > empties and not position.is_over:
            position = position.play(dice.choice(position.legal()))
        if not position.is_over and len(position.legal()) > 1:
            found.append(position)
    return found


ENDINGS = {"tic_tac_toe": 8, "connect_four": 7, "gomoku:5": 6, "reversi": 6, "reversed_reversi": 6}


@pytest.mark.parametrize("game_name", ENDINGS)
@pytest.mark.parametrize("spec", EXACT)
def test_a_search_to_the_end_of_the_game_finds_its_value_and_a_move_that_keeps_it(spec: str, game_name: str) -> None:
    player = orchard.player(spec)
    for position in endings(game_name, ENDINGS[game_name], 8):
        choice = player.choose(position)
        value = score(position)
        assert -score(position.play(choice.move)) == value
        assert choice.value is not None
        assert (choice.value > 0) - (choice.value < 0) == (value > 0) - (value < 0)
        assert "end of the game" in choice.note


@pytest.mark.parametrize("spec", EXACT)
def test_the_searches_know_when_taking_stones_is_lost(spec: str) -> None:
    player = orchard.player(spec)
    for left in range(1, 13 if "minimax" in spec else HEAP + 1):
        choice = player.choose(TAKE_AWAY.with_left(left))
        assert choice.value is not None
        assert (choice.value > 0) == (left % 4 > 0)
        if left % 4:
            assert TAKE_AWAY.left(TAKE_AWAY.with_left(left).play(choice.move)) % 4 == 0


@pytest.mark.parametrize("spec", ["uct", "uct:expand=all", "uct:epsilon=0.2", "uct:threads=2"])
def test_uct_takes_stones_as_it_should(spec: str) -> None:
    for left in (2, 3, 5, 6, 7, 9, 10, 11, 13):
        choice = orchard.player(spec).choose(TAKE_AWAY.with_left(left), orchard.Limits(playouts=8000, seed=1))
        assert TAKE_AWAY.left(TAKE_AWAY.with_left(left).play(choice.move)) % 4 == 0


@pytest.mark.parametrize("game_name", ["tic_tac_toe", "connect_four", "gomoku:5"])
def test_uct_keeps_the_value_of_endings(game_name: str) -> None:
    for position in endings(game_name, ENDINGS[game_name], 25):
        choice = orchard.player("uct").choose(position, orchard.Limits(playouts=8000, seed=1))
        assert -score(position.play(choice.move)) == score(position)


def test_uct_from_the_start_of_tic_tac_toe_is_never_beaten() -> None:
    """By any reply, at every turn, on either side; the other side's moves are all tried."""
    player = orchard.player("uct")
    todo = [orchard.game("tic_tac_toe").start()]
    todo += [todo[0].play(move) for move in todo[0].legal()]
    mover = {position: position.to_move for position in todo}
    while todo:
        position = todo.pop()
        side = mover[position]
        after = position.play(player.choose(position, orchard.Limits(playouts=3000, seed=1)).move)
        for following in [after.play(reply) for reply in after.legal()] or [after]:
            if following.outcome is not None:
                assert following.outcome.score_for(side) >= 0
            elif following not in mover:
                mover[following] = side
                todo.append(following)


def test_a_game_of_thousands_of_plies_is_searched_to_a_bounded_depth() -> None:
    tree = UctTree(march(), np.array([5001], np.uint64), UctSettings(plies=10_000))
    assert tree.grow(3 * DEEPEST, np.zeros(1, np.uint8)) == 3 * DEEPEST
    assert tree.used == 1 + DEEPEST
    assert tree.mean(tree.children()[0]) == 1.0  # an odd number of plies: the first side makes the last one
    states, nodes, _ = tree.inner_nodes()
    assert len(nodes) == DEEPEST
    assert int(states[-1][0]) == 5001 - (DEEPEST - 1)
