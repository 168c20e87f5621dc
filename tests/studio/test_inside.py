"""Look inside: the tree that the page draws marks the move that the player chooses."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import orchard
from orchard.core.choice import Limits, Stop
from orchard.players import player_class
from orchard.shells.studio import work
from orchard.shells.studio.players import PlayerPool, players_of
from orchard.shells.studio.positions import Positions
from orchard.shells.studio.schemas import TreeAsk
from tests.positions import random_positions

NODE = shutil.which("node")
DRAWN = Path(__file__).parent.parent / "web" / "drawn.js"
PLAYOUTS = 60
POSITIONS = int(os.environ.get("ORCHARD_POSITIONS", "6"))  # of each game
pytestmark = pytest.mark.skipif(NODE is None, reason="NOT TESTED for want of node: which move the drawn tree marks")


def marked_lines(trees: list[Any]) -> list[list[str]]:
    """The line that the page marks in each tree, by the page's own modules."""
    assert NODE is not None
    done = subprocess.run([NODE, str(DRAWN)], input=json.dumps(trees), capture_output=True, text=True, check=True)
    lines: list[list[str]] = json.loads(done.stdout)
    return lines


def players_with_trees(game: orchard.Game) -> list[str]:
    return [name for name in players_of(game) if player_class(name).search_tree is not orchard.Player.search_tree]


def looked(position: orchard.Position, spec: str, plies: int, pool: PlayerPool) -> Any:
    """What the studio answers to a page that looks inside, `plies` deep."""
    moves = "".join("--" if move == "pass" else move for move in position.moves_made)
    measure = {"search_depth": plies} if player_class(spec).shows_depths else {"playouts": PLAYOUTS}
    ask = TreeAsk(game=position.game.name, moves=moves, player=spec, depth=plies, seconds=20, **measure)
    studio: Any = SimpleNamespace(positions=Positions(), pool=pool)
    return work.tree(studio, ask, "test").work(Stop(), lambda update: None)


@pytest.mark.parametrize("name", orchard.games())
def test_the_drawn_tree_marks_the_move_that_the_player_chooses(name: str) -> None:
    game, pool = orchard.game(name), PlayerPool()
    squares = game.board.width * game.board.height
    positions = random_positions(POSITIONS, f"marked {name}", name, 1, min(squares - 4, 58))
    for spec in players_with_trees(game):
        answers = [looked(position, spec, 2 if squares <= 64 else 1, pool) for position in positions]
        lines = marked_lines([answer["tree"] for answer in answers])
        if player_class(spec).shows_depths:
            chosen = [answer["choice"]["line"][: len(line)] for answer, line in zip(answers, lines, strict=True)]
        else:
            player, limits = orchard.player(spec), Limits(playouts=PLAYOUTS, seed=1)
            chosen = [[player.choose(position, limits).move] for position in positions]
            lines = [line[:1] for line in lines]
        assert lines == chosen, spec


def test_the_chosen_move_is_drawn_where_it_is_neither_first_nor_most_visited() -> None:
    position = orchard.game("reversi").replay("d3c5c6c3c4b5a4f3d6a5g2a3b4e7a6b6b7d7b3")
    answer = looked(position, "minimax", 4, PlayerPool())
    (line,) = marked_lines([answer["tree"]])
    assert line == answer["choice"]["line"]
    assert (line[0], len(line)) == ("a8", 4)


@pytest.mark.parametrize("name", orchard.games())
def test_the_numbers_of_a_tree_add_up_or_the_page_is_told_that_they_do_not(name: str) -> None:
    game, pool = orchard.game(name), PlayerPool()
    position = random_positions(1, f"adds up {name}", name, 4, 5)[0]
    for spec in players_with_trees(game):
        deep = (
            game.board.size <= 64 or not player_class(spec).tree_adds_up
        )  # on a large board one ply takes long enough
        answer = looked(position, spec, 2 if deep else 1, pool)
        tree = (looked(position, spec, 1, pool) if answer["left_out"] else answer)["tree"]  # all of a tree is sent
        own = [node["visits"] - sum(child["visits"] for child in node["children"]) for node in inner_nodes(tree)]
        assert player_class(spec).tree_adds_up == all(n in (0, 1) for n in own), spec


def inner_nodes(tree: Any) -> list[Any]:
    return [tree] * bool(tree["children"]) + [node for child in tree["children"] for node in inner_nodes(child)]


@pytest.mark.parametrize(("game", "spec"), [("reversi", "uct"), ("tic_tac_toe", "uct"), ("reversi", "puct")])
def test_the_bars_of_a_step_show_why_a_child_was_selected(game: str, spec: str) -> None:
    """The search selects in its kernel; the page draws by a formula of its own: the longest bar must be the choice."""
    assert NODE is not None
    position = random_positions(1, f"bars {game}", game, 3, 4)[0]
    trace = orchard.trace(spec, position, Limits(playouts=200, seed=3))
    script = str(DRAWN.with_name("selected.js"))
    done = subprocess.run([NODE, script], input=json.dumps(trace.as_json()), capture_output=True, text=True, check=True)
    counted = json.loads(done.stdout)
    assert counted["selected"] > 100
    assert counted["largest"] == counted["selected"]
