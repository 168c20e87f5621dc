"""A search step by step is the search that plays: its move, its counts, its tree, and no cut that could matter."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator
from itertools import pairwise

import pytest

import orchard
from orchard.core.errors import IllegalMoveError, OptionError
from orchard.core.game import other
from orchard.core.trace import Trace
from orchard.core.tree import TreeNode
from orchard.players import player_class
from orchard.search.tree_player import TreePlayer
from tests.positions import random_positions

POSITIONS = int(os.environ.get("ORCHARD_POSITIONS", "3"))  # of each game
PLAYOUTS = 60


def traced() -> Iterator[tuple[str, str]]:
    """Every player that shows its steps, with every game it plays."""
    for name in orchard.players():
        kind = player_class(name)
        if kind.trace is orchard.Player.trace or kind.takes_argument or name == "level":
            continue
        yield from ((name, game) for game in orchard.games() if kind.plays(orchard.game(game)))


def limits_for(name: str, game: str) -> orchard.Limits:
    if issubclass(player_class(name), TreePlayer):
        return orchard.Limits(playouts=PLAYOUTS, seed=5)
    return orchard.Limits(depth=2 if game == "gomoku" else 3)


def some_positions(game: str) -> list[orchard.Position]:
    squares = orchard.game(game).board.size
    return random_positions(POSITIONS, f"trace {game}", game, 1, min(squares - 3, 58))


@pytest.mark.parametrize(("name", "game"), list(traced()))
def test_the_last_step_is_what_the_player_answers(name: str, game: str) -> None:
    limits = limits_for(name, game)
    for position in some_positions(game):
        trace, choice = orchard.player(name).trace(position, limits), orchard.player(name).choose(position, limits)
        last = trace.steps[-1]
        assert (last.kind, last.move, last.value, last.nodes) == ("play", choice.move, choice.value, choice.nodes)
        assert (trace.choice.line, trace.choice.moves) == (choice.line, choice.moves), position.text
        assert len(trace.sentences()) == len(trace.steps)


def test_a_player_that_sees_one_candidate_searches_nothing_and_has_no_steps_but_the_move() -> None:
    position = orchard.game("gomoku").replay("h8h7h9a2h10a3h11")  # black's four has one open end
    trace = orchard.trace("lines", position)
    assert [(step.kind, step.move, step.nodes) for step in trace.steps] == [("play", "h12", 0)]
    assert orchard.player("lines").choose(position).nodes == 0


def counts(node: TreeNode) -> object:
    """Visits, mean and prior of a tree of playouts, whatever the order of the children."""
    prior = None if node.prior is None else round(node.prior, 6)
    return (node.visits, node.value, prior, {child.move: counts(child) for child in node.children if child.visits})


@pytest.mark.parametrize(("name", "game"), [pair for pair in traced() if issubclass(player_class(pair[0]), TreePlayer)])
def test_the_steps_of_playouts_build_the_tree_that_the_player_grew(name: str, game: str) -> None:
    limits = limits_for(name, game)
    for position in some_positions(game):
        player = orchard.player(name)
        assert isinstance(player, TreePlayer)
        if player.forced(position) is not None:  # it plays without a search
            continue
        trace = player.trace(position, limits)
        grown = player.search_tree(position, limits, depth=100)
        built = trace.tree()
        assert (built.visits, {child.move: counts(child) for child in built.children if child.visits}) == (
            grown.visits,
            {child.move: counts(child) for child in grown.children if child.visits},
        ), position.text


@pytest.mark.parametrize("game", orchard.games())
def test_a_step_adds_to_the_tree_and_takes_nothing_away(game: str) -> None:
    position = some_positions(game)[0]
    for name in ("minimax", "alphabeta", "uct"):
        trace = orchard.player(name).trace(position, orchard.Limits(depth=2, playouts=20))
        before = 0
        for number in range(0, len(trace.steps) + 1, max(1, len(trace.steps) // 20)):
            visits = trace.tree(number).visits
            assert visits >= before
            before = visits
        assert trace.tree().visits == trace.choice.nodes


def after(trace: Trace, node: int) -> orchard.Position:
    """The position of a node."""
    entered = {
        step.node + number: (move, step.parent)
        for step in trace.steps
        if step.parent is not None
        for number, move in enumerate(step.moves if step.kind == "expand" else (step.move,))
    }
    moves = []
    while node:
        move, node = entered[node]
        assert move is not None
        moves.append(move)
    position = trace.position
    for move in reversed(moves):
        position = position.play(move)
    return position


@pytest.mark.parametrize("game", orchard.games())
def test_every_cut_is_a_true_one(game: str) -> None:
    """By plain minimax no reply lets the side get more than it has elsewhere, and elsewhere it does have that."""
    minimax, cuts = orchard.player("minimax"), 0
    for position in some_positions(game):
        trace = orchard.player("alphabeta").trace(position, orchard.Limits(depth=2 if game == "gomoku" else 3))
        depths = {step.node: step.depth for step in trace.steps if step.parent is not None}
        for step in trace.steps:
            if step.kind != "cut" or cuts > 200:
                continue
            here, depth = after(trace, step.node), depths[step.node]
            assert step.alpha is not None
            assert step.value is not None
            whole = minimax.choose(here, orchard.Limits(depth=depth))
            assert whole.value is not None
            assert -whole.value <= step.value <= step.alpha, (position.text, step)
            assert {step.move, *step.moves} <= set(here.legal())
            elsewhere = step.alpha_from
            assert elsewhere is not None
            if depths[elsewhere] and not after(trace, elsewhere).is_over:
                had = minimax.choose(after(trace, elsewhere), orchard.Limits(depth=depths[elsewhere])).value
                assert had is not None
                assert -had == step.alpha, (position.text, step)
            cuts += 1
    assert cuts or game == "tic_tac_toe"


def test_a_cut_says_what_is_had_elsewhere() -> None:
    """White tries d3 first; black's c2 is then worth what plain minimax says, and after e3 white's f3 is too good."""
    position = orchard.game("reversi").replay("f5d6c3d3")
    minimax = orchard.player("minimax")
    had = minimax.choose(position.play("c2"), orchard.Limits(depth=1)).value
    answers = minimax.choose(position.play("e3"), orchard.Limits(depth=1)).moves
    refutation = next(stat for stat in answers if stat.move == "f3")
    assert had is not None
    assert refutation.value is not None
    assert refutation.value > had  # worse for black than what it has with c2
    tried = [move for move in position.play("e3").legal() if move.square <= refutation.move.square]
    said = orchard.trace("alphabeta", orchard.game("reversi").replay("f5d6c3"), orchard.Limits(depth=3)).sentences()
    assert (
        f"White can answer f3, which holds Black to {-refutation.value:.4g}. Black already has {-had:.4g} with c2,"
        f" so the other {len(answers) - len(tried)} replies cannot matter. e3 would need more than {-had:.4g} after f3."
        f" Positions saved: {len(answers) - len(tried)}." in said
    )


@pytest.mark.parametrize("game", orchard.games())
def test_what_alphabeta_visits_and_what_it_saves_is_what_minimax_visits(game: str) -> None:
    depth = 2 if game == "gomoku" else 4
    for position in some_positions(game):
        limits = orchard.Limits(depth=depth)
        whole = orchard.player("minimax").choose(position, limits).nodes
        for bounds in ({}, {"plies": 2}, {"most": 30}):
            trace = orchard.trace("alphabeta", position, limits, **bounds)
            assert trace.choice.nodes + sum(step.saved or 0 for step in trace.steps) == whole, position.text


PLAYED_OUT = [
    (name, game)
    for name, game in traced()
    if issubclass(player_class(name), TreePlayer) and name != "puct"  # which judges a leaf by what it has learned
]


@pytest.mark.parametrize(("name", "game"), PLAYED_OUT)
def test_the_moves_of_a_playout_lead_to_its_result_by_the_rules(name: str, game: str) -> None:
    whole = name != "apple"  # it stops after 32 plies
    for position in some_positions(game):
        trace = orchard.player(name).trace(position, limits_for(name, game))
        rewards: dict[object, set[float]] = {}
        for step in trace.steps:
            if step.kind != "playout" or not step.played:
                continue
            end = after(trace, step.node)
            for move in step.played:
                end = end.play(move)  # an illegal move is refused
            assert end.is_over or not whole
            if whole and end.outcome is not None:
                rewards.setdefault(end.outcome.winner, set()).add(step.value or 0.0)
        if name != "epsilon":  # whose rewards are discs
            assert all(len(values) == 1 for values in rewards.values()), rewards
            ours, theirs = (rewards.get(side, set()) for side in (position.to_move, other(position.to_move)))
            assert not ours or not theirs or min(ours) > max(theirs)
        judged = [step for step in trace.steps if step.kind == "playout"]
        ended = [step for step in judged if after(trace, step.node).is_over]
        assert all(step.played for step in judged if step not in ended)


def test_playouts_with_forbidden_points_have_their_moves_too() -> None:
    """In renju a point that is drawn and forbidden to black is drawn again."""
    refused = 0
    for position in some_positions("gomoku:9:renju"):
        trace = orchard.trace("uct", position, orchard.Limits(playouts=20))
        for step in trace.steps:
            if step.kind != "playout" or after(trace, step.node).is_over:
                continue
            end = after(trace, step.node)
            assert step.played
            for move in step.played:
                refused += len(end.game.board.moves) - end.ply > len(end.legal())
                end = end.play(move)  # a forbidden point is refused
            assert end.is_over
    assert refused > 20


def test_chance_is_told_from_choice() -> None:
    """Where the formula chose a child, no other had more of mean + c * sqrt(2 ln N / n) then."""
    position = orchard.game("reversi").replay("f5d6c3")
    trace = orchard.trace("epsilon", position, orchard.Limits(playouts=300, seed=4))
    visits: dict[int, int] = {0: 0}
    totals: dict[int, float] = {0: 0.0}
    children: dict[int, list[int]] = {}
    by_chance = by_choice = 0
    for step in trace.steps:
        if step.kind == "expand" and step.parent is not None:
            new = [step.node + n for n in range(len(step.moves))]
            children.setdefault(step.parent, []).extend(new)
            visits.update(dict.fromkeys(new, 0))
            totals.update(dict.fromkeys(new, 0.0))
        elif step.kind == "select":
            for parent, child in pairwise(step.path):
                if child in step.chance:
                    by_chance += 1
                    continue
                by_choice += 1
                worth = {
                    one: totals[one] / visits[one] + 2 * math.sqrt(2 * math.log(visits[parent]) / visits[one])
                    if visits[one]
                    else math.inf
                    for one in children[parent]
                }
                assert worth[child] == pytest.approx(max(worth.values()))
        elif step.kind == "back_up":
            for at, node in enumerate(step.path):
                visits[node] += 1
                totals[node] += (step.value if at & 1 else step.complement) or 0.0
    assert by_chance > 20
    assert by_choice > 100
    never = orchard.trace("epsilon:epsilon=0", position, orchard.Limits(playouts=50))
    always = orchard.trace("epsilon:epsilon=1,decay=1", position, orchard.Limits(playouts=50))
    assert not any(step.chance for step in never.steps)
    assert all(set(step.path[1:]) <= set(step.chance) for step in always.steps if step.kind == "select")


def test_what_is_too_much_to_count_is_left_uncounted() -> None:
    position = orchard.game("reversi").replay("f5d6c3d3c4f4")
    trace = orchard.trace("alphabeta", position, orchard.Limits(depth=8), plies=2)
    assert any(step.saved is None for step in trace.steps if step.kind == "below")
    assert trace.choice.nodes == orchard.player("alphabeta").choose(position, orchard.Limits(depth=8)).nodes


def test_what_lies_deeper_than_shown_is_counted_and_changes_nothing() -> None:
    position = orchard.game("reversi").replay("f5d6c3d3c4f4")
    whole = orchard.trace("negascout", position, orchard.Limits(depth=5), most=10**6)
    for bounds in ({"plies": 2}, {"most": 50}):
        short = orchard.trace("negascout", position, orchard.Limits(depth=5), **bounds)
        assert len(short.steps) < len(whole.steps) / 2
        assert (short.choice.move, short.choice.value, short.choice.nodes, short.choice.line) == (
            whole.choice.move,
            whole.choice.value,
            whole.choice.nodes,
            whole.choice.line,
        )


def test_the_order_of_the_root_is_that_of_the_steps_and_of_the_player() -> None:
    position = orchard.game("reversi").replay("f5d6c3d3c4f4")
    ways, counts = [tuple(map(str, position.legal())), tuple(map(str, position.legal()))[::-1]], set()
    for order in ways:
        limits = orchard.Limits(depth=4, order=order)
        trace = orchard.trace("alphabeta", position, limits)
        tried = [step.move for step in trace.steps if step.kind in ("visit", "leaf") and step.parent == 0]
        assert tuple(tried) == order
        choice = orchard.player("alphabeta").choose(position, limits)
        assert (choice.move, choice.value, choice.nodes) == (trace.choice.move, trace.choice.value, trace.choice.nodes)
        counts.add(choice.nodes)
    assert len(counts) == 2
    whole = orchard.player("minimax").choose(position, orchard.Limits(depth=4, order=("d2",)))
    assert whole.nodes == orchard.player("minimax").choose(position, orchard.Limits(depth=4)).nodes
    with pytest.raises(IllegalMoveError, match="'a1' cannot be tried first"):
        orchard.trace("alphabeta", position, orchard.Limits(depth=2, order=("a1",)))


@pytest.mark.parametrize("name", ["uct", "epsilon", "puct"])
def test_a_step_says_which_move_would_be_played_after_it(name: str) -> None:
    position = orchard.game("reversi").replay("f5d6c3d3c4f4")
    trace = orchard.trace(name, position, orchard.Limits(playouts=40, seed=3))
    would, done = None, 0
    for step in trace.steps:
        if step.kind == "back_up":
            done, would = done + 1, step.move or would
            if done in (5, 17, 40):
                limits = orchard.Limits(playouts=done, seed=3)
                assert orchard.player(name).choose(position, limits).move == would


def test_playouts_that_are_not_recorded_are_counted() -> None:
    position = orchard.game("reversi").replay("f5d6c3")
    trace = orchard.trace("uct", position, orchard.Limits(playouts=500), most=100)
    rest = trace.steps[-2]
    assert (rest.kind, rest.nodes) == ("rest", 500 - trace.tree().visits)
    assert trace.choice.nodes == 500


def test_five_thousand_steps_are_less_than_a_megabyte() -> None:
    position = orchard.game("reversi").replay("f5d6c3d3c4f4")
    for name, limits in (("alphabeta", orchard.Limits(depth=6)), ("uct", orchard.Limits(playouts=2000))):
        trace = orchard.trace(name, position, limits)
        assert 4900 < len(trace.steps) < 5300
        assert len(json.dumps(trace.as_json(), separators=(",", ":"))) < 1_000_000


def test_a_notebook_shows_the_sentences() -> None:
    shown = orchard.trace("uct", orchard.game("tic_tac_toe").start(), orchard.Limits(playouts=3))._repr_html_()
    assert shown.count("<li>") == 3 * 4 + 1
    assert "Select: the root itself." in shown


def test_who_has_no_steps_and_what_is_over_is_refused() -> None:
    with pytest.raises(OptionError, match="'greedy' has no steps that could be shown"):
        orchard.trace("greedy", orchard.game("reversi").start())
    over = orchard.game("tic_tac_toe").replay("a1a2b1b2c1")
    for name in ("minimax", "uct"):
        with pytest.raises(IllegalMoveError, match="the game is over"):
            orchard.trace(name, over)
