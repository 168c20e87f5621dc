"""Looking inside a search: what each depth found and cost."""

from __future__ import annotations

import time
from collections.abc import Generator

import pytest

import orchard
from orchard import DepthStat, Limits, Move, Progress
from orchard.study import look

REVERSI, GOMOKU = ("reversi", "f5d6c3d3c4f4"), ("gomoku", "h8h9i9i8")


def look_at(spec: str, place: tuple[str, str], depth: int) -> tuple[orchard.Choice, list[DepthStat], list[int]]:
    heard: list[int] = []
    player = orchard.player(spec)
    position = orchard.game(place[0]).replay(place[1])
    choice, depths = look.look_inside(player, position, Limits(depth=depth), lambda so_far: heard.append(len(so_far)))
    return choice, depths, heard


@pytest.mark.parametrize(
    ("spec", "place"),
    [
        ("sage", REVERSI),
        ("negascout", REVERSI),
        ("alphabeta", REVERSI),
        ("minimax", REVERSI),
        ("novice:depth=5", REVERSI),
        ("level:9", REVERSI),
        ("kite:threats=no", GOMOKU),
        ("level:9", GOMOKU),
    ],
)
def test_every_depth_is_told_once_in_order_and_as_it_is_finished(spec: str, place: tuple[str, str]) -> None:
    choice, depths, heard = look_at(spec, place, 4)
    assert [stat.depth for stat in depths] == [1, 2, 3, 4]
    assert heard == [1, 2, 3, 4]
    for stat in depths:
        assert stat.nodes > 0
        assert stat.line[0] == stat.move
        assert 0 <= stat.first_cuts <= stat.cuts <= stat.nodes
    assert choice.depths[-1] == depths[-1]
    if spec not in ("novice:depth=5",):
        assert choice.move == depths[-1].move


def test_all_depths_together_keep_the_time() -> None:
    """A depth of its own would take minutes; looked at from outside, so a busy machine may take a little longer."""
    position = orchard.game("reversi").replay("f5d6c3d3c4f4")
    began = time.perf_counter()
    choice, depths = look.look_inside(orchard.player("minimax"), position, Limits(depth=12, seconds=0.4))
    assert time.perf_counter() - began < 5
    assert choice.move in position.legal()
    assert [stat.depth for stat in depths] == list(range(1, len(depths) + 1))


@pytest.mark.parametrize("spec", ["minimax:depth=14", "alphabeta:depth=30"])
def test_a_tree_is_shown_as_deep_as_the_time_allows(spec: str) -> None:
    position = orchard.game("reversi").replay("f5d6c3d3c4f4")
    began = time.perf_counter()
    tree = orchard.player(spec).search_tree(position, Limits(seconds=0.3), 2)
    assert time.perf_counter() - began < 5
    assert {child.move for child in tree.children} <= set(position.legal())
    stopped = Limits(seconds=100)
    stopped.stop.set()
    assert orchard.player(spec).search_tree(position, stopped, 2).children


def test_the_counts_of_all_depths_add_up_to_those_of_the_whole_search() -> None:
    for spec, place in (("sage", REVERSI), ("negascout", REVERSI), ("kite:threats=no", GOMOKU)):
        choice, depths, _ = look_at(spec, place, 5)
        assert sum(stat.nodes for stat in depths) == choice.nodes, spec


def _slow(position: orchard.Position, depth: int, alpha: float, beta: float) -> Generator[bool, None, float]:
    """Alpha-beta in board order by discs, in plain Python: for every cut-off whether the first move tried made it."""
    if position.is_over or depth == 0:
        own, enemy = position.own.bit_count(), position.enemy.bit_count()
        return float(own - enemy)
    best = -1000.0
    for number, move in enumerate(position.legal()):
        value = -(yield from _slow(position.play(move), depth - 1, -beta, -max(alpha, best)))
        best = max(best, value)
        if best >= beta:
            yield number == 0
            break
    return best


def test_alpha_beta_counts_the_cut_offs_that_a_plain_search_makes() -> None:
    position = orchard.game("reversi").replay(REVERSI[1])
    expected, best = [], -1000.0
    for move in position.legal():  # the root knows no beta
        search = _slow(position.play(move), 3, -1000.0, -best)
        while True:
            try:
                expected.append(next(search))
            except StopIteration as end:
                best = max(best, -end.value)
                break
    choice = orchard.player("alphabeta:eval=discs").choose(position, Limits(depth=4, progress=Progress()))
    assert [(stat.cuts, stat.first_cuts) for stat in choice.depths] == [(len(expected), sum(expected))]


def test_a_position_that_is_solved_says_so() -> None:
    position = orchard.game("reversi").start()
    while position.empties > 10:
        position = position.play(position.legal()[0])
    choice, depths, _ = look_at("sage", ("reversi", "".join(m for m in position.moves_made if m != "pass")), 60)
    assert depths[-1].exact
    assert depths[-1].value == choice.value


def test_nobody_pays_for_what_nobody_asked_for() -> None:
    position = orchard.game("reversi").start()
    assert orchard.player("sage").choose(position, Limits(depth=4)).depths == ()


def test_the_branching_factor_is_the_growth_of_the_nodes() -> None:
    stats = [DepthStat(depth, Move("f5", 37), 0.0, nodes=nodes) for depth, nodes in ((1, 4), (2, 12), (4, 60))]
    assert look.branching(stats) == [None, 3.0, None]
    assert look.branching([]) == []
