"""A whole tree is whole: its counts are the published ones, its results those of perfect play."""

from __future__ import annotations

import pytest

import orchard
from orchard.core.choice import Stop
from orchard.core.errors import OptionError
from orchard.core.game import Position
from orchard.study.endings import Endings, WholeNode

NEVER = Stop()


def test_the_whole_of_tic_tac_toe_has_the_known_number_of_positions_and_is_a_draw() -> None:
    tree = Endings().tree(orchard.game("tic_tac_toe").start(), 9, False, NEVER)
    assert tree.size == 549_946  # all sequences of moves, as textbooks give it, the empty board included
    assert tree.value == 0
    assert [child.value for child in tree.children] == [0] * 9


def test_folded_it_has_three_first_moves_and_twelve_answers() -> None:
    tree = Endings().tree(orchard.game("tic_tac_toe").start(), 2, True, NEVER)
    assert sorted(1 + len(child.same) for child in tree.children) == [1, 4, 4]
    assert sum(len(child.children) for child in tree.children) == 12
    assert sum(1 + len(child.same) for child in tree.children) == 9


def plain(position: Position) -> int:
    """The result for the side to move, by the simplest minimax."""
    outcome = position.outcome
    if outcome is not None:
        return outcome.score_for(position.to_move)
    return max(-plain(position.play(move)) for move in position.legal())


def check(node: WholeNode, position: Position) -> int:
    assert node.value == -plain(position)
    shown = {child.move for child in node.children}
    folded = {move for child in node.children for move in child.same}
    assert sorted(shown | folded) == sorted(position.legal()) or node.hidden
    if node.children:
        assert node.best == node.children[0].move
    return 1 + sum(check(child, position.play(str(child.move))) for child in node.children)


@pytest.mark.parametrize("fold", [False, True])
@pytest.mark.parametrize(("game", "moves"), [("tic_tac_toe", "a1b2c3"), ("reversi:4", "b1a1c4b4a2")])
def test_every_value_is_that_of_plain_minimax(game: str, moves: str, fold: bool) -> None:
    position = orchard.game(game).replay(moves)
    tree = Endings().tree(position, 9, fold, NEVER)
    assert (check(tree, position) == tree.size) is not fold or game != "tic_tac_toe"


def test_what_is_too_large_is_cut_ply_by_ply_and_says_so() -> None:
    tree = Endings().tree(orchard.game("tic_tac_toe").start(), 9, False, NEVER, most=100)
    assert sum(1 for child in tree.children for _ in child.children) == 72
    third = [below for child in tree.children for below in child.children]
    assert {below.hidden or len(below.children) for below in third} == {7}
    assert 1 + 9 + 72 + sum(len(below.children) for below in third) <= 100


def test_the_whole_of_4x4_reversi_is_won_by_white() -> None:
    score, _ = Endings().look(orchard.game("reversi:4").start(), NEVER)
    assert score == -10  # known: white wins 11 to 3 with two squares empty, which Orchard's score gives to the winner


def test_a_tree_that_is_too_large_is_refused_at_once() -> None:
    with pytest.raises(OptionError, match="too large"):
        Endings().look(orchard.game("reversi").start(), NEVER)
    with pytest.raises(OptionError, match="too large"):
        Endings(most=100).look(orchard.game("tic_tac_toe").start(), NEVER)
