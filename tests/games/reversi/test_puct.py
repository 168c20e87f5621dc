"""Tree search with learned priors and values: its counts, its certainty near the end, its rewards."""

from __future__ import annotations

import numpy as np
import pytest

import orchard
from orchard.games.reversi.search.endgame import Solver
from orchard.games.reversi.search.puct import ReversiTree
from tests.games.reversi.test_midgame import positions

GO_ON = np.zeros(1, np.uint8)
GAMES = ("reversi", "reversed_reversi")


@pytest.mark.parametrize("game", GAMES)
def test_visits_add_up_and_priors_are_a_distribution(game: str) -> None:
    for position in positions(game, 3, 8, 40):
        tree = ReversiTree(game, position.own, position.enemy, memory_mb=4)
        assert tree.grow(500, GO_ON) == 500
        nodes = tree.nodes
        for node in range(int(nodes.used[0])):
            children = tree.children(node)
            if children:
                assert sum(int(nodes.visits[child]) for child in children) == nodes.visits[node] - 1
                assert sum(float(nodes.prior[child]) for child in children) == pytest.approx(1, abs=1e-4)
                gains = sum(nodes.visits[child] - nodes.total[child] for child in children)
                # what the children's movers did not get, the node's own mover did, but for its first visit
                assert 0 <= nodes.total[node] - gains <= 1 + 1e-6
        assert {int(nodes.move[child]) for child in tree.children()} == {move.square for move in position.legal()}


@pytest.mark.parametrize("game", GAMES)
def test_near_the_end_it_knows_who_wins(game: str) -> None:
    solver = Solver(game, 4)
    for position in positions(game, 8, 48, 52):
        tree = ReversiTree(game, position.own, position.enemy, memory_mb=8)
        tree.grow(400, GO_ON)
        best = tree.best()
        assert best is not None
        sign = solver.solve(position.own, position.enemy).sign
        assert tree.mean(best) == pytest.approx({1: 1.0, 0: 0.5, -1: 0.0}[sign], abs=0.1)


def test_the_same_playouts_give_the_same_tree() -> None:
    position = positions("reversi", 1, 20, 22)[0]
    trees = [ReversiTree("reversi", position.own, position.enemy, memory_mb=4) for _ in range(2)]
    for tree in trees:
        tree.grow(300, GO_ON)
    used = int(trees[0].nodes.used[0])
    assert (trees[0].nodes.visits[:used] == trees[1].nodes.visits[:used]).all()


def test_a_full_tree_goes_on_searching_without_growing() -> None:
    position = positions("reversi", 1, 20, 22)[0]
    tree = ReversiTree("reversi", position.own, position.enemy, memory_mb=0.01)
    assert tree.grow(3000, GO_ON) == 3000
    assert tree.nodes.used[0] <= 1024
    assert tree.nodes.visits[0] == 3000


def test_a_stop_byte_ends_it_before_the_next_playout() -> None:
    position = positions("reversi", 1, 20, 22)[0]
    assert ReversiTree("reversi", position.own, position.enemy, memory_mb=1).grow(10, np.ones(1, np.uint8)) == 0


def test_it_beats_random_playouts_of_the_same_number() -> None:
    """A prior and a value are worth more than fifty random games: both sides of two openings."""
    game = orchard.game("reversi")
    learned, blind = orchard.player("puct:playouts=50"), orchard.player("uct:playouts=50")
    for first, second in ((learned, blind), (blind, learned)):
        for opening in ("f5d6c3d3", "f5f6e6f4"):
            position = game.replay(opening)
            while not position.is_over:
                player = first if position.to_move == "black" else second
                position = position.play(player.choose(position, orchard.Limits()).move)
            assert position.outcome is not None
            assert position.outcome.score_for("black" if first is learned else "white") > 0
