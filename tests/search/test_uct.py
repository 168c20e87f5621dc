"""UCT: its arithmetic beside a slow textbook one, its memory, its threads, and what it keeps."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest

import orchard
from orchard.search.tree import NODE_BYTES
from orchard.search.uct import UctSettings, UctTree
from tests.search.slow_uct import Dice, Node, SlowUct

NEVER = orchard.Stop().flag


def tree_of(position: orchard.Position, settings: UctSettings, seed: int = 0) -> UctTree:
    return UctTree(position.game.dynamics, position.game.state(position), settings, seed)


def dice_of(seed: int) -> Dice:
    return Dice(int(np.random.SeedSequence([seed, 0]).generate_state(1, np.uint64)[0]))


def random_position(game_name: str, plies: int, seed: int) -> orchard.Position:
    dice = random.Random(seed)
    position = orchard.game(game_name).start()
    for _ in range(plies):
        if position.is_over:
            return random_position(game_name, plies, seed + 1000)
        position = position.play(dice.choice(position.legal()))
    return random_position(game_name, plies, seed + 1000) if position.is_over else position


def assert_same_tree(
    tree: UctTree, node: int, slow: Node, computer: str, settings: UctSettings, newest_first: bool
) -> int:
    """Every node has the same move, visits and total, seen from the side that moved there; how many there are."""
    moved_by_computer = slow.position.to_move != computer
    total = slow.wins if moved_by_computer else (settings.win + settings.loss) * slow.visits - slow.wins
    if settings.reward == "score":
        total = slow.wins if moved_by_computer else -slow.wins
    assert tree.visits(node) == slow.visits
    assert math.isclose(float(tree.nodes.total[node]), total, abs_tol=1e-9)
    children = tree.children(node)
    expected = slow.children[::-1] if newest_first else slow.children
    assert [tree.move(child, slow.position.game.board) for child in children] == [child.move for child in expected]
    return 1 + sum(
        assert_same_tree(tree, child, slow_child, computer, settings, newest_first)
        for child, slow_child in zip(children, expected, strict=True)
    )


APPLE = UctSettings(c=0.1, draw=0.0, plies=32)
EPSILON = UctSettings(c=2, reward="score", epsilon=0.3, decay=0.999, expand_all=True, expand_after=1, final="mean")
PLAIN = UctSettings(c=0.7, draw=0.5)
SETTINGS = {"apple": APPLE, "epsilon": EPSILON, "plain": PLAIN}


@pytest.mark.parametrize("game_name", ["reversi", "reversed_reversi", "gomoku:5"])
@pytest.mark.parametrize("kind", SETTINGS)
def test_the_tree_is_the_textbooks_node_by_node(kind: str, game_name: str) -> None:
    settings = SETTINGS[kind]
    for plies in (0, 9, 16) if game_name == "gomoku:5" else (0, 23, 48):
        position = random_position(game_name, plies, seed=plies)
        slow = SlowUct(
            Node(position),
            c=settings.c,
            dice=dice_of(5),
            win=settings.win,
            draw=settings.draw,
            loss=settings.loss,
            by_score=settings.reward == "score",
            plies=settings.plies,
            expand_all=settings.expand_all,
            expand_after=settings.expand_after,
            epsilon=settings.epsilon,
            decay=settings.decay,
        )
        slow.run(150)
        tree = tree_of(position, settings, seed=5)
        assert tree.grow(150, NEVER) == 150
        counted = assert_same_tree(tree, 0, slow.root, position.to_move, settings, not settings.expand_all)
        assert counted == tree.used


def test_a_search_is_the_same_in_one_piece_and_in_slices() -> None:
    position = orchard.game("reversi").start()
    whole, sliced = tree_of(position, EPSILON, 3), tree_of(position, EPSILON, 3)
    whole.grow(3000, NEVER)
    assert sliced.grow(3000, NEVER, lambda: lambda ran: 7) == 3000
    assert whole.statistics(position.game.board) == sliced.statistics(position.game.board)


def test_searching_on_is_the_same_as_searching_longer() -> None:
    position = orchard.game("reversi").start()
    at_once, in_two = tree_of(position, EPSILON, 3), tree_of(position, EPSILON, 3)
    at_once.grow(1500, NEVER)
    in_two.grow(600, NEVER)
    in_two.grow(900, NEVER)
    assert at_once.statistics(position.game.board) == in_two.statistics(position.game.board)


def test_another_seed_is_another_search() -> None:
    position = orchard.game("reversi").start()
    trees = [tree_of(position, PLAIN, seed) for seed in (1, 2)]
    for tree in trees:
        tree.grow(500, NEVER)
    assert trees[0].statistics(position.game.board) != trees[1].statistics(position.game.board)


@pytest.mark.parametrize("expand_all", [False, True])
def test_the_tree_stops_growing_at_its_memory_bound_and_goes_on_searching(expand_all: bool) -> None:
    position = orchard.game("reversi").start()
    tree = tree_of(position, UctSettings(memory_mb=0.1, expand_all=expand_all))
    assert tree.grow(20_000, NEVER) == 20_000
    assert tree.full
    assert tree.used <= tree.capacity
    assert sum(array.nbytes for array in tree.nodes) <= max(0.1 * 2**20, 1024 * NODE_BYTES) + 64
    assert tree.visits() == 20_000
    assert tree.best() is not None
    roomy = tree_of(position, UctSettings(expand_all=expand_all))
    roomy.grow(20_000, NEVER)
    assert not roomy.full


def visits_below(tree: UctTree, node: int = 0) -> int:
    return sum(tree.visits(child) for child in tree.children(node))


@pytest.mark.parametrize("settings", [PLAIN, EPSILON, UctSettings(memory_mb=0.2)], ids=["one", "all", "full"])
@pytest.mark.parametrize("game_name", ["reversi", "gomoku:9"])
def test_threads_lose_no_visit_and_no_reward(game_name: str, settings: UctSettings) -> None:
    position = orchard.game(game_name).start()
    for seed in range(3):
        tree = tree_of(position, settings, seed)
        assert tree.grow(9_001, NEVER, threads=4) == 9_001
        assert tree.visits() == 9_001
        used = tree.used
        assert (tree.nodes.status[:used] != 1).all(), "a node is left locked"
        seen, parents = [0], np.zeros(used, np.int64)
        for node in seen:
            children = tree.children(node)
            squares = [int(tree.nodes.move[child]) for child in children]
            assert len(squares) == len(set(squares)), "a move was added twice"
            for child in children:
                parents[child] += 1
            own = tree.visits(node) - visits_below(tree, node)  # playouts from the node itself
            assert own >= 0
            if settings.reward == "win":
                assert 0 <= tree.nodes.total[node] <= tree.visits(node), "virtual losses are taken back"
            seen += children
        assert len(seen) == used
        assert parents[0] == 0
        assert (parents[1:] == 1).all(), "each node is the child of one"
        if game_name == "reversi" and settings is PLAIN:
            # all rewards arrived: what the root lost is what its children won, but for playouts from the root itself
            at_root = tree.visits() - visits_below(tree)
            won = sum(float(tree.nodes.total[child]) for child in tree.children())
            assert abs(tree.visits() - float(tree.nodes.total[0]) - won) <= at_root


def test_a_kept_tree_holds_what_was_below_the_moves_played() -> None:
    game = orchard.game("reversi")
    position = game.start()
    tree = tree_of(position, PLAIN, 1)
    tree.grow(5000, NEVER)
    child = tree.best()
    assert child is not None
    grandchild = tree.best(child)
    assert grandchild is not None
    moves = [tree.move(child, game.board), tree.move(grandchild, game.board)]
    before = tree.picture(game.board, 60, grandchild)
    position = position.play(moves[0]).play(moves[1])
    assert tree.descend([move.square for move in moves], game.state(position))
    after = tree.picture(game.board, 60)
    assert after.children == before.children
    assert (after.visits, after.value) == (before.visits, before.value)
    assert tree.used == len(list(after.walk())) + sum(1 for node in range(tree.used) if not tree.visits(node))
    tree.grow(1000, NEVER)
    assert tree.visits() == before.visits + 1000


def test_a_position_outside_the_tree_is_not_mistaken_for_one_inside() -> None:
    game = orchard.game("reversi")
    tree = tree_of(game.start(), PLAIN, 1)
    tree.grow(50, NEVER)
    assert not tree.descend([0], game.state(game.start()))
    move = tree.move(tree.children()[0], game.board)
    assert not tree.descend([move.square], game.state(game.start()))
    assert tree.visits() == 50


def test_depth_is_bounded_when_asked() -> None:
    position = orchard.game("reversi").start()
    tree = tree_of(position, UctSettings(max_depth=2))
    tree.grow(2000, NEVER)
    assert tree.picture(position.game.board, 2) == tree.picture(position.game.board, 9)


def test_inner_nodes_are_given_with_the_board_that_the_moves_lead_to() -> None:
    game = orchard.game("reversi")
    start = random_position("reversi", 50, 3)
    tree = tree_of(start, EPSILON, 1)
    tree.grow(400, NEVER)
    states, nodes, opponents = tree.inner_nodes()
    expected: dict[int, tuple[Any, ...]] = {}

    def walk(node: int, position: orchard.Position) -> None:
        if tree.children(node) and tree.visits(node):
            expected[node] = (position.own, position.enemy, int(position.to_move != start.to_move))
        for child in tree.children(node):
            walk(child, position.play(tree.move(child, game.board)))

    walk(0, start)
    found = {
        int(node): (int(state[0]), int(state[1]), int(side))
        for state, node, side in zip(states, nodes, opponents, strict=True)
    }
    assert found == expected
    assert len(found) > 10
