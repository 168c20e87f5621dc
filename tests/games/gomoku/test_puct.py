"""PUCT for Gomoku: counts that add up, a board left as it was, and fives and fours seen."""

from __future__ import annotations

import numpy as np
import pytest

import orchard
from orchard.games.gomoku.evaluate.shape_board import ShapeBoard, set_up
from orchard.games.gomoku.search.puct import GomokuTree

GO_ON = np.zeros(1, np.uint8)


def grown(moves: str, playouts: int = 400, width: int = 15) -> tuple[GomokuTree, orchard.Position]:
    position = orchard.game(f"gomoku:{width}").replay(moves)
    tree = GomokuTree(position, memory_mb=4)
    assert tree.grow(playouts, GO_ON) == playouts
    return tree, position


@pytest.mark.parametrize("moves", ["h8i9g7", "h8h9i8i9j8", "h8a1h9a3h10"])
def test_visits_add_up_priors_are_a_distribution_and_the_board_is_left_as_it_was(moves: str) -> None:
    tree, position = grown(moves)
    nodes = tree.nodes
    for node in range(int(nodes.used[0])):
        children = tree.children(node)
        if children:
            assert sum(int(nodes.visits[child]) for child in children) == nodes.visits[node] - 1
            assert sum(float(nodes.prior[child]) for child in children) == pytest.approx(1, abs=1e-4)
    fresh = set_up(position, tree.kit.tables)
    of_stones_before = {"counts_before", "worth_before", "near", "changes", "changed", "seers", "new_shapes"}
    for name in {*ShapeBoard.dtype.names} - of_stones_before:
        assert np.array_equal(tree.kit.board[name], fresh[name]), name


@pytest.mark.parametrize(
    ("moves", "best", "least", "most"),
    [
        ("h8a1h9a3h10a5h11c1", {"h7", "h12"}, 0.99, 1.0),  # four in a row: five now
        ("h8a1h9a3h10a5", {"h7", "h11"}, 0.9, 1.0),  # an open three: an open four wins
        ("h8i8h9i9h10i10h11", {"h7", "h12"}, 0.0, 0.01),  # the enemy's open four: any block, and lost
    ],
)
def test_fives_and_open_fours_are_seen(moves: str, best: set[str], least: float, most: float) -> None:
    tree, position = grown(moves)
    child = tree.best()
    assert child is not None
    assert position.game.board.moves[int(tree.nodes.move[child])] in best
    assert least <= (tree.mean(child) or 0.0) <= most


def test_a_full_tree_and_a_full_board_end_quietly() -> None:
    tree, _ = grown("c3", playouts=3000, width=5)
    assert int(tree.nodes.used[0]) <= len(tree.nodes.visits)
    small = GomokuTree(orchard.game("gomoku").replay("h8i9g7"), memory_mb=0.001)
    assert small.grow(2000, GO_ON) == 2000
