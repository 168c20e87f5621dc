"""What the Gomoku search leaves out lets it look further ahead; a player that is told a depth leaves nothing out."""

from __future__ import annotations

import statistics

import pytest

import orchard
from benchmarks.gomoku_quiet import POSITIONS
from orchard.games.gomoku.evaluate.shapes import tables
from orchard.games.gomoku.evaluate.worth import weights
from orchard.games.gomoku.search.engine import Found, KiteEngine
from orchard.games.gomoku.search.memory import SearchStyle, looking_everywhere
from orchard.games.gomoku.search.quick_results import BELIEVED

NODES = 30_000


def searched(style: SearchStyle, nodes: int = NODES) -> list[Found]:
    engine, found = KiteEngine(tables(*weights()), style, table_mb=4), []
    for moves in POSITIONS.split()[:5]:
        engine.begin(orchard.game("gomoku").replay(moves), 1, nodes)
        deepest = engine.deepest(60)
        assert deepest is not None
        found.append(deepest)
    return found


@pytest.fixture(scope="module")
def everywhere() -> list[Found]:
    return searched(looking_everywhere(SearchStyle()))


def test_cuts_let_the_search_look_further_ahead_with_the_same_nodes(everywhere: list[Found]) -> None:
    depth = statistics.median(found.depth for found in searched(SearchStyle()))
    assert depth >= statistics.median(found.depth for found in everywhere) + 3


@pytest.mark.parametrize("switched_off", [{"futility": 0}, {"counted": 0, "counted_forced": 0}, {"late": 0}])
def test_each_large_cut_saves_nodes(switched_off: dict[str, int]) -> None:
    """To the same depth, over the same positions."""

    def nodes(style: SearchStyle) -> int:
        engine, spent = KiteEngine(tables(*weights()), style, table_mb=4), 0
        for moves in POSITIONS.split()[:4]:
            engine.begin(orchard.game("gomoku").replay(moves), 1, 200_000)
            engine.deepest(12)
            spent += engine.nodes()
        return spent

    assert nodes(SearchStyle()) < nodes(SearchStyle()._replace(**switched_off))


def test_a_quiet_position_is_worth_about_the_same_with_cuts_and_without(everywhere: list[Found]) -> None:
    """Both call an even position even: within 2 logits, where a believed win would be 28."""
    for one, other in zip(searched(SearchStyle()), everywhere, strict=True):
        assert abs(one.value) < BELIEVED
        assert abs(one.value - other.value) < 2000


def test_a_player_that_is_told_a_depth_leaves_out_less_than_one_that_is_told_a_time() -> None:
    position = orchard.game("gomoku").replay(POSITIONS.split()[0])
    told = orchard.player("kite:depth=6").choose(position)
    free = orchard.player("kite").choose(position, orchard.Limits(depth=6, nodes=1_000_000))
    assert told.depth == free.depth == 6
    assert told.nodes > 2 * free.nodes
