"""Published leaf counts of the game trees."""

from __future__ import annotations

import pytest

import orchard

REVERSI = [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288]


@pytest.mark.parametrize("name", ["reversi", "reversed_reversi"])
def test_reversi_trees_have_the_published_number_of_leaves(name: str) -> None:
    game = orchard.game(name)
    assert [game.perft(game.start(), depth) for depth in range(1, 10)] == REVERSI


def test_gomoku_trees_have_as_many_leaves_as_there_are_ways_to_place_stones() -> None:
    game = orchard.game("gomoku")
    assert [game.perft(game.start(), depth) for depth in (1, 2, 3)] == [225, 225 * 224, 225 * 224 * 223]


def test_gomoku_tree_stops_where_somebody_has_five() -> None:
    position = orchard.game("gomoku:5").replay("a1 a2 b1 b2 c1 c2 d1 d2")
    # 17 points are empty; black wins at once on e1, on the 16 others white has 16 replies
    assert position.game.perft(position, 2) == 1 + 16 * 16


def test_a_finished_game_is_one_leaf() -> None:
    game = orchard.game("reversi")
    assert game.perft(game.parse("X" * 64 + " O"), 5) == 1
    assert game.perft(game.start(), 0) == 1
