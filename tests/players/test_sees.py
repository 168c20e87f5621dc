"""What a player sees: its own numbers in a position."""

from __future__ import annotations

import pytest

import orchard
from tests.positions import random_positions


@pytest.mark.parametrize(("name", "game"), [("matrix", "reversed_reversi"), ("strategist", "reversi")])
def test_the_features_add_up_to_the_value_of_the_evaluation(name: str, game: str) -> None:
    for position in random_positions(20, f"sees {name}", game, 1, 55):
        player = orchard.player(name)
        features = [sight for sight in player.sees(position) if not sight.squares]
        evaluation = player.evaluation(position.game)  # type: ignore[attr-defined]
        assert sum(sight.worth for sight in features) == pytest.approx(evaluation.value(position)), position.text


def test_own_weights_are_those_that_are_shown() -> None:
    position = orchard.game("reversi").replay("f5d6c3")
    mine, theirs = position.own.bit_count(), position.enemy.bit_count()
    seen = {sight.name: sight for sight in orchard.player("strategist:discs=7,their_discs=-3").sees(position)}
    assert (seen["discs"].ours, seen["discs"].theirs, seen["discs"].worth) == (mine, theirs, 7 * mine - 3 * theirs)
    assert seen["moves"].ours == len(position.legal())


def test_the_matrix_changes_with_the_corners() -> None:
    game = orchard.game("reversed_reversi")
    matrix = orchard.player("matrix")

    def squares(text: str) -> dict[str, float]:
        return dict(next(sight.squares for sight in matrix.sees(game.parse(text)) if sight.name == "squares"))

    middle = "---------------------------OX------XO--------------------------- X"
    assert (squares(middle)["a1"], squares(middle)["b2"]) == (500, -45)
    owned = squares("X" + middle[1:])
    assert (owned["a1"], owned["b1"], owned["b2"]) == (500, 250, 250)
    assert squares("-O" + middle[2:])["a1"] == 1000  # pinned: empty, with a disc of the opponent beside it


def test_lines_sees_scores_and_searches_the_candidates_among_them() -> None:
    position = orchard.game("gomoku").replay("h8")
    seen = {sight.name: sight.squares for sight in orchard.player("lines").sees(position)}
    # a stone adds 3, 2 and 1 at distance 1, 2 and 3 in eight directions; alone it is a run of one
    assert seen["scores"]["h9"] == 3
    assert seen["scores"]["h10"] == 2
    assert seen["scores"]["k11"] == 1
    assert len(seen["scores"]) == 24
    assert set(seen["candidates"]) == {point for point, score in seen["scores"].items() if score >= 2}


def test_a_player_without_numbers_of_its_own_shows_none() -> None:
    assert orchard.player("random").sees(orchard.game("tic_tac_toe").start()) == ()
    assert orchard.player("level:1").sees(orchard.game("tic_tac_toe").start()) == ()
