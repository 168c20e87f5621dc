"""What the minimax and alpha-beta players promise beyond the contract of every player."""

from __future__ import annotations

import threading
import time

import pytest

import orchard
from orchard.core.errors import OptionError
from orchard.games.reversed_reversi.players.matrix import depth_in_round

REVERSI = orchard.game("reversi")
REVERSED = orchard.game("reversed_reversi")
MIDDLE = "d3c5f6f3b5c6c7a5e3f2d6e6f4c4e7f5e2e8f8g8"


@pytest.mark.parametrize(
    ("number", "depth"), [(1, 6), (3, 6), (4, 5), (5, 5), (6, 4), (30, 4), (44, 4), (45, 5), (49, 5), (50, 6), (60, 6)]
)
def test_matrix_looks_deeper_at_the_start_and_at_the_end(number: int, depth: int) -> None:
    assert depth_in_round(number) == depth


def test_matrix_searches_to_the_depth_of_its_round() -> None:
    player = orchard.player("matrix")
    assert player.choose(REVERSED.start()).depth == 6
    assert player.choose(REVERSED.replay("f5d6c3")).depth == 5  # round 4
    assert player.choose(REVERSED.replay(MIDDLE)).depth == 4


@pytest.mark.parametrize("help_", ["history=yes", "table=yes", "ordering=yes", "history=yes,table=yes,ordering=yes"])
def test_matrix_finds_the_same_value_with_every_help(help_: str) -> None:
    plain, helped = orchard.player("matrix"), orchard.player(f"matrix:{help_}")
    nodes = [0, 0]
    for length in range(8, 41, 8):
        position = REVERSED.replay(MIDDLE[:length])
        first, second = plain.choose(position), helped.choose(position)
        assert first.value == second.value
        nodes[0] += first.nodes
        nodes[1] += second.nodes
    assert nodes[1] < nodes[0]


def test_strategist_plays_the_same_game_with_minimax_and_alphabeta() -> None:
    games = []
    for algorithm in ("minimax", "alphabeta"):
        player, position = orchard.player(f"strategist:algorithm={algorithm}"), REVERSI.start()
        while not position.is_over:
            position = position.play(player.choose(position).move)
        games.append(position.transcript)
    assert games[0] == games[1]


def test_strategist_weights_are_a_style() -> None:
    position = REVERSI.replay(MIDDLE)
    plain = orchard.player("strategist").choose(position)
    greedy = orchard.player(
        "strategist:discs=1,stable=0,risk=0,moves=0,safe=0,"
        "their_discs=-1,their_stable=0,their_risk=0,their_moves=0,their_safe=0"
    ).choose(position)
    discs = orchard.player("alphabeta:depth=4,eval=discs").choose(position)
    assert greedy.value == discs.value  # only discs count: the disc evaluation, found by another way
    assert plain.value != greedy.value


def test_a_choice_tells_its_line_and_what_is_known_of_each_move() -> None:
    position = REVERSI.replay(MIDDLE)
    choice = orchard.player("minimax:depth=3").choose(position)
    assert len(choice.line) == choice.depth == 3
    assert sorted(stat.move for stat in choice.moves) == sorted(position.legal())
    assert all(stat.bound == "exact" for stat in choice.moves)
    assert choice.nodes == 1 + sum(stat.visits for stat in choice.moves)
    exact = {stat.move: stat.value for stat in choice.moves}
    bounded = orchard.player("alphabeta:depth=3").choose(position)
    assert (bounded.value, bounded.move, bounded.line) == (choice.value, choice.move, choice.line)
    for stat in bounded.moves:  # an upper bound is never below the true value
        assert stat.value is not None
        assert stat.value >= exact[stat.move] if stat.bound == "upper" else stat.value == exact[stat.move]
    assert any(stat.bound == "upper" for stat in bounded.moves)


@pytest.mark.parametrize("spec", ["negascout", "alphabeta:depth=8", "minimax:depth=4"])
def test_the_line_is_playable_and_ends_in_what_the_value_says(spec: str) -> None:
    position = REVERSI.replay(MIDDLE)
    choice = orchard.player(spec).choose(position, orchard.Limits(depth=4))
    assert choice.line[0] == choice.move
    mover = position.to_move
    for move in choice.line:
        position = position.play(move)
    if len(choice.line) == 4:
        from orchard.games import evaluation

        worth = evaluation("grove").value(position)
        assert choice.value == pytest.approx(worth if position.to_move == mover else -worth)


def test_deepening_stops_where_the_game_is_solved() -> None:
    position = REVERSI.replay(MIDDLE)
    while position.empties > 8 and not position.is_over:
        position = position.play(position.legal()[0])
    started = time.perf_counter()
    choice = orchard.player("negascout").choose(position, orchard.Limits(seconds=30))
    assert choice.note == "searched to the end of the game"
    assert time.perf_counter() - started < 5


@pytest.mark.parametrize("spec", ["minimax:depth=14", "alphabeta:depth=20", "negascout", "matrix"])
@pytest.mark.parametrize("nodes", [1, 2, 50, 5000])
def test_a_node_limit_is_exact_and_gives_the_same_choice_again(spec: str, nodes: int) -> None:
    game = REVERSED if spec == "matrix" else REVERSI
    player = orchard.player(spec)
    limits = orchard.Limits(nodes=nodes)
    first, again = (player.choose(game.replay(MIDDLE), limits) for _ in range(2))
    fresh = orchard.player(spec).choose(game.replay(MIDDLE), limits)
    assert first.nodes <= nodes
    assert first.move in game.replay(MIDDLE).legal()
    assert (first.move, first.value, first.nodes, first.moves) == (again.move, again.value, again.nodes, again.moves)
    assert (first.move, first.value, first.nodes, first.moves) == (fresh.move, fresh.value, fresh.nodes, fresh.moves)


@pytest.mark.parametrize("spec", ["minimax:depth=40", "alphabeta:depth=40", "negascout:depth=40"])
def test_a_search_without_end_stops_when_told_from_another_thread(spec: str) -> None:
    limits = orchard.Limits(seconds=60)
    player = orchard.player(spec)
    position = REVERSI.replay(MIDDLE)
    timer = threading.Timer(0.1, limits.stop.set)
    timer.start()
    started = time.perf_counter()
    choice = player.choose(position, limits)
    assert time.perf_counter() - started < 1
    assert choice.move in position.legal()


def test_a_depth_is_limit_enough_so_that_no_clock_decides() -> None:
    position = REVERSI.replay(MIDDLE)
    first, second = (orchard.player("negascout").choose(position, orchard.Limits(depth=9)) for _ in range(2))
    assert (first.nodes, first.moves, first.depth) == (second.nodes, second.moves, 9)


def test_every_move_is_told_of_even_when_time_ran_out() -> None:
    position = REVERSI.replay(MIDDLE)
    player, notes = orchard.player("negascout"), []
    for nodes in range(2_000, 40_000, 2_000):
        choice = player.choose(position, orchard.Limits(nodes=nodes))
        assert sorted(stat.move for stat in choice.moves) == sorted(position.legal())
        notes.append(choice.note)
    assert any("moves before time was up" in note for note in notes)


def test_threads_share_the_work_and_find_the_same_value() -> None:
    position = REVERSI.replay(MIDDLE)
    one = orchard.player("negascout").choose(position, orchard.Limits(depth=8))
    two = orchard.player("negascout").choose(position, orchard.Limits(depth=8, threads=2))
    assert one.value == two.value


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("alphabeta:eval=nonsense", "no evaluation 'nonsense'; there are"),
        ("alphabeta:depth=99", "depth=99 is out of range: 0 to 64"),
        ("strategist:algorithm=luck", "algorithm=luck is out of range: minimax | alphabeta"),
        ("matrix:depth=4", "player 'matrix' has no option 'depth'; its options are: history, table, ordering"),
    ],
)
def test_wrong_options_are_refused_with_what_would_be_right(spec: str, message: str) -> None:
    with pytest.raises(OptionError) as wrong:
        orchard.player(spec)
    assert message in str(wrong.value)


@pytest.mark.parametrize("spec", ["minimax:depth=3", "alphabeta:depth=4", "strategist", "negascout"])
def test_the_tree_of_a_player_is_its_own_search(spec: str) -> None:
    position = REVERSI.replay(MIDDLE)
    tree = orchard.player(spec).search_tree(position, depth=2)
    assert {child.move for child in tree.children} == set(position.legal())
    if spec != "negascout":
        assert tree.visits == orchard.player(spec).choose(position).nodes
