"""kite: proves wins, answers threats, keeps its time on full and crowded boards, and can be made weaker."""

from __future__ import annotations

import gc
import random
import threading
import time
import weakref
from typing import Any

import pytest

import orchard
from orchard.core.watch import Watch
from orchard.games.gomoku.players.kite import Kite
from orchard.games.gomoku.search.threat_solver import ThreatSolver


@pytest.fixture(scope="module")
def kite() -> orchard.Player:
    return orchard.player("kite")


def test_a_win_by_threes_is_played_and_announced(kite: orchard.Player) -> None:
    position = orchard.game("gomoku").replay("h8i9i8g8j8k8j7h9j9j10")
    choice = kite.choose(position, orchard.Limits(nodes=20_000))
    assert choice.value == 1.0
    assert choice.note.startswith("wins in ")


def test_the_five_of_the_enemy_is_blocked(kite: orchard.Player) -> None:
    position = orchard.game("gomoku").replay("h8h9i8i9j8j9k8")  # black has four in a row, open at g8 and l8
    assert kite.choose(position, orchard.Limits(nodes=2000)).move in ("g8", "l8")


def test_who_is_lost_still_blocks_a_five(kite: orchard.Player) -> None:
    """Black has four in a row and wins by threats after the only block: no reason to let it have the five."""
    position = orchard.game("gomoku").replay("f6j6j8h6h8g7f8i6g6i8f7f9e8h5d8g8d9")
    for nodes in (4_000, 16_000, 24_000, 48_000):
        assert kite.choose(position, orchard.Limits(nodes=nodes)).move == "c10"


def test_who_is_lost_plays_the_move_that_puts_the_end_off_longest(kite: orchard.Player) -> None:
    """White wins by threats after every move of black: in 37 plies after f8, in 7 after j10, g5 or k9."""
    position = orchard.game("gomoku").replay("i10j7i7h9h6i8k6g9i9h10h8i11j12f11g10e9")
    after = position.play(kite.choose(position, orchard.Limits(nodes=300_000)).move)
    assert ThreatSolver().solve(after, node_limit=2_000).result != "win"


def test_a_move_without_an_alternative_takes_no_time(kite: orchard.Player) -> None:
    position = orchard.game("gomoku").replay("i10j7i7h9h6i8k6g9i9h10h8i11j12f11")  # white has a four
    choice = kite.choose(position, orchard.Limits(nodes=300_000))
    assert choice.move == "g10"
    assert choice.nodes < 30_000


@pytest.mark.parametrize("width", [5, 6, 7, 9, 15, 19, 20])
def test_every_width_is_played_to_the_end(width: int) -> None:
    player = orchard.player("kite:memory_mb=1")
    position = orchard.game(f"gomoku:{width}").start()
    dice = random.Random(width)
    while not position.is_over:
        if position.ply % 2:
            position = position.play(player.choose(position, orchard.Limits(nodes=150)).move)
        else:
            position = position.play(dice.choice(position.legal()))
    assert position.outcome is not None
    assert position.outcome.winner != "black"  # nothing loses to random stones


def test_the_same_nodes_give_the_same_choice(kite: orchard.Player) -> None:
    position = orchard.game("gomoku").replay("h8i9g7h9j7")
    first, second = (kite.choose(position, orchard.Limits(nodes=3000)) for _ in range(2))
    assert (first.move, first.value, first.nodes, first.line) == (second.move, second.value, second.nodes, second.line)


def test_several_lines_are_searched_for_analysis() -> None:
    choice = orchard.player("kite:lines=3").choose(orchard.game("gomoku").replay("h8i9g7"), orchard.Limits(nodes=4000))
    exact = [stat for stat in choice.moves if stat.bound == "exact"]
    assert len({stat.move for stat in exact[:3]}) == 3
    assert exact[0].move == choice.move
    assert all(0 <= stat.value <= 1 for stat in exact if stat.value is not None)


@pytest.mark.parametrize(("width", "centre"), [(15, "h8"), (16, "i8"), (6, "d3")])
@pytest.mark.parametrize("spec", ["kite", "kite:oversight=0.5", "puct"])
def test_the_first_stone_stands_in_the_centre(spec: str, width: int, centre: str) -> None:
    choice = orchard.player(spec).choose(orchard.game(f"gomoku:{width}").start(), orchard.Limits(nodes=200))
    assert choice.move == centre


def test_the_tree_of_an_empty_board_is_the_centre_and_replies_near_it(kite: orchard.Player) -> None:
    tree = kite.search_tree(orchard.game("gomoku").start(), orchard.Limits(depth=2), depth=2)
    (first,) = tree.children
    assert first.move == "h8"
    assert first.children
    assert all(str(child.move)[0] in "efghijk" and 5 <= int(str(child.move)[1:]) <= 11 for child in first.children)
    assert first.value == 1 - max(child.value or 0 for child in first.children)
    assert tree.visits > first.visits == 1 + sum(child.visits for child in first.children)
    (alone,) = kite.search_tree(orchard.game("gomoku").start(), orchard.Limits(depth=2), depth=1).children
    assert (alone.move, alone.value, alone.children) == ("h8", None, ())


def test_the_tree_shows_moves_with_values(kite: orchard.Player) -> None:
    tree = kite.search_tree(orchard.game("gomoku").replay("h8i9"), orchard.Limits(depth=2), depth=2)
    assert tree.children
    assert any(child.children for child in tree.children)
    assert all(node.value is not None and 0 <= node.value <= 1 for node in tree.walk() if node.move)


def crowded(empty: int) -> orchard.Position:
    """A board of 225 points with `empty` of them free and no five: stones in pairs of rows that never line up."""
    game = orchard.game("gomoku")
    cells = ["XO"[(row // 2 + column) % 2] for row in range(15) for column in range(15)]
    for square in random.Random(1).sample(range(225), empty):
        cells[square] = "-"
    return game.parse("".join(cells) + " X")


@pytest.mark.parametrize("empty", [1, 2, 20, 200, 224])
@pytest.mark.timed
def test_fifty_milliseconds_are_kept_from_full_to_empty_boards(kite: orchard.Player, empty: int) -> None:
    position = crowded(empty)
    if position.is_over:
        pytest.fail("the test board is over already")
    kite.choose(position, orchard.Limits(seconds=0.05))
    late = min(_overrun(kite, position) for _ in range(5))  # the best of some, on a machine that does other things
    assert late < 0.02


def _overrun(player: orchard.Player, position: orchard.Position) -> float:
    began = time.perf_counter()
    player.choose(position, orchard.Limits(seconds=0.05))
    return time.perf_counter() - began - 0.05


def test_a_search_that_others_keep_from_ending_costs_strength_but_no_time() -> None:
    """A thread that cannot end stands for one that gets no processor."""
    player, position = orchard.player("kite:memory_mb=1"), orchard.game("gomoku").replay("h8i9g7")
    assert isinstance(player, Kite)
    engine, goes_on = player._thinker.engine, threading.Event()
    deepen = engine.deepen

    def deepen_or_wait(depth: int, *arguments: Any) -> Any:
        if depth > 4:
            goes_on.wait(30)
        return deepen(depth, *arguments)

    engine.deepen = deepen_or_wait  # type: ignore[method-assign]
    so_far = player.choose(position, orchard.Limits(seconds=0.3))
    assert 1 <= so_far.depth <= 4
    assert so_far.move in position.legal()
    next_position = position.play(so_far.move).play("a1")
    at_a_glance = player.choose(next_position, orchard.Limits(seconds=0.05))
    assert at_a_glance.note == "no time to search: the best by the look of it"
    assert at_a_glance.move in next_position.legal()
    assert player.choose(next_position, orchard.Limits(seconds=0.2)).depth > 4  # by a search of its own
    goes_on.set()


def test_no_time_at_all_still_gives_a_legal_move(kite: orchard.Player) -> None:
    position = orchard.game("gomoku").replay("h8i9g7")
    assert kite.choose(position, orchard.Limits(seconds=0)).move in position.legal()


def test_oversight_makes_it_weaker_but_the_same_for_the_same_seed() -> None:
    position = orchard.game("gomoku").replay("h8a1h9a3h10a5o15")  # an open three of black's, far from its last move
    player = orchard.player("kite:oversight=0.7,depth=2")
    answers = [player.choose(position, orchard.Limits(seed=seed)).move for seed in range(20)]
    assert answers == [player.choose(position, orchard.Limits(seed=seed)).move for seed in range(20)]
    stops = [move in ("h7", "h11", "h6", "h12") for move in answers]
    assert any(stops)
    assert not all(stops)


def test_threads_of_its_own_search_together() -> None:
    two = Kite(memory_mb=1, threads=2)
    position = orchard.game("gomoku").replay("h8i9g7")
    assert two.choose(position, orchard.Limits(nodes=3000)).move in position.legal()
    engine = two._thinker.engine
    assert len(engine.kits) == 2
    assert all(engine.nodes(thread) > 0 for thread in (0, 1))


def test_unknown_weights_are_refused() -> None:
    with pytest.raises(orchard.OrchardError, match="trained"):
        orchard.player("kite:weights=borrowed")


def test_a_new_game_gives_the_memory_of_the_last_one_back_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without waiting for Python to look for garbage, which may be many games later, and even if the answers that were
    offered for a thread that does not end are kept."""
    offered: list[Any] = []
    monkeypatch.setattr(Watch, "offer", lambda _, answer: offered.append(answer))
    kite = Kite(memory_mb=1)
    kite.choose(orchard.game("gomoku").replay("h8 i9 h7"), orchard.Limits(nodes=300))
    assert offered
    table = weakref.ref(kite._thinker.engine._table)
    gc.disable()
    try:
        kite.new_game()
        assert table() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("spec", ["kite:depth=1,oversight=0.25", "kite:depth=1,threats=no,oversight=0.8"])
def test_who_overlooks_points_still_plays_near_the_stones(spec: str) -> None:
    position, weak = orchard.game("gomoku").replay("h8"), orchard.player(spec)
    replies = {str(weak.choose(position, orchard.Limits(seed=seed)).move) for seed in range(20)}
    assert len(replies) > 1
    assert all(reply[0] in "fghij" and 6 <= int(reply[1:]) <= 10 for reply in replies)
