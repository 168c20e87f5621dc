"""What every game promises. A new game is tested by being found; it brings a slow referee, written from the rule book.

`tests/games/<game>/referee.py` has `Referee(name)` with `legal()` (names of moves, ['pass'], or [] at the end),
`play(name)`, `board()` (row by row from the top, X O -), `side` and `score()` (black's).
"""

from __future__ import annotations

import importlib
import json
import pickle
import random
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import orchard
from orchard.core.dynamics import MOST_MOVES, MOST_WORDS
from orchard.core.errors import IllegalMoveError
from orchard.core.offers import Question
from orchard.play.check import check_bot
from orchard.play.league import Plan
from orchard.play.referee import play_game
from orchard.play.setup import Rules
from orchard.players import player_class
from orchard.players.level import LEVELS, ladder
from orchard.shells.cli import orchard_command
from orchard.shells.studio import levels, positions
from orchard.shells.terminal import draw
from orchard.study.analysis import analyse
from orchard.study.explain import explain
from orchard.study.review import review
from orchard.study.solve import solve

BASES = orchard.games()
NAMES = [name for base in BASES for name in (base, *(f"{base}:{o}" for o in orchard.game(base).options[:1]))]
each_game = pytest.mark.parametrize("name", NAMES)
each_base = pytest.mark.parametrize("name", BASES)


def referee(name: str) -> Any:
    return importlib.import_module(f"tests.games.{name.partition(':')[0]}.referee").Referee(name)


def random_positions(name: str, count: int) -> list[orchard.Position]:
    """Positions anywhere in random games, finished ones among them."""
    dice, found = random.Random(f"contract {name}"), []
    while len(found) < count:
        position = orchard.game(name).start()
        for _ in range(dice.randrange(orchard.game(name).max_plies)):
            if not position.is_over:
                position = position.play(dice.choice(position.legal()))
        found.append(position)
    return found


# ----------------------------------------------------------------------------------------------------- the rules


@each_game
def test_random_games_agree_with_the_referee_move_by_move(name: str) -> None:
    dice, game = random.Random(name), orchard.game(name)
    for _ in range(max(20, 3000 // game.board.size)):
        slow, position = referee(name), game.start()
        while legal := slow.legal():
            assert position.legal() == legal
            assert not position.is_over
            assert position.outcome is None
            move = dice.choice(legal)
            slow.play(move)
            position = position.play(move)
            assert position.text == f"{slow.board()} {slow.side}"
        assert (position.is_over, position.legal()) == (True, [])
        assert position.outcome is not None
        assert position.outcome.score == slow.score()
        assert abs(position.outcome.score) <= game.max_score
        assert position.ply <= game.max_plies
        if position.winning_line:
            stones = {position.stone(move.square) for move in position.winning_line}
            assert stones == {position.outcome.winner}


@each_game
def test_the_compiled_rules_are_the_same_rules(name: str) -> None:
    dice, game = random.Random(name), orchard.game(name)
    rules, out = game.dynamics, np.empty(game.dynamics.max_moves, np.int16)
    assert rules.max_moves <= MOST_MOVES
    for _ in range(10):
        position = game.start()
        state = game.state(position)
        assert len(state) <= MOST_WORDS
        while not position.is_over:
            count = rules.moves(state, out)
            assert out[:count].tolist() == [move.square for move in position.legal()]
            assert not rules.over(state)
            move = dice.choice(position.legal())
            rules.play(state, move.square)
            position = position.play(move)
            assert state.tolist() == game.state(position).tolist()
        assert rules.moves(state, out) == 0
        assert rules.over(state)
        assert position.outcome is not None
        score = position.outcome.score_for(position.to_move)
        assert rules.score(state) == score
        assert rules.playout(state, np.array([7], np.uint64), 1000) == score


@each_game
def test_random_playouts_win_as_often_as_random_games_of_the_referee(name: str) -> None:
    game, dice, sample, wins = orchard.game(name), random.Random(name), 100, 0
    for _ in range(sample):
        slow = referee(name)
        while legal := slow.legal():
            slow.play(dice.choice(legal))
        wins += slow.score() > 0
    compiled, draws, losses = game.random_games(game.start(), 40_000, seed=5)
    assert compiled + draws + losses == 40_000
    expected = wins / sample
    assert abs(compiled / 40_000 - expected) < 4.5 * (max(expected * (1 - expected), 0.01) / sample) ** 0.5


@each_game
def test_trees_have_as_many_leaves_as_the_referee_counts(name: str) -> None:
    def leaves(moves: list[str], depth: int) -> int:
        slow = referee(name)
        for move in moves:
            slow.play(move)
        legal = slow.legal()
        if depth == 0 or not legal:
            return 1 if depth == 0 else game.perft_ended
        return sum(leaves([*moves, move], depth - 1) for move in legal)

    game = orchard.game(name)
    depth = max(plies for plies in (1, 2, 3, 4) if game.perft(game.start(), plies) <= 15_000)  # the referee is slow
    assert game.perft(game.start(), depth) == leaves([], depth)


@each_game
def test_published_leaf_counts(name: str) -> None:
    game = orchard.game(name)
    for depth, count in game.perft_counts.items():
        assert game.perft(game.start(), depth) == count


@each_game
def test_an_illegal_move_is_refused_with_a_reason_that_fits_the_game(name: str) -> None:
    reasons = set()
    for position in random_positions(name, 12):
        legal = position.legal_mask()
        for move in position.game.board.moves:
            if not legal >> move.square & 1:
                with pytest.raises(IllegalMoveError) as refused:
                    position.play(move)
                assert refused.value.kind
                assert str(move) in str(refused.value)
                reasons.add(refused.value.kind)
        if legal:
            with pytest.raises(IllegalMoveError, match="may not pass"):
                position.play("pass")
    assert "occupied" in reasons
    assert "not_legal" not in reasons  # a game says its own reason where an empty square may not be played


@each_game
def test_text_transcript_and_pickle_come_back_as_the_same_position(name: str) -> None:
    for position in random_positions(name, 30):
        game = position.game
        assert game.parse(position.text) == position
        again = game.replay(position.transcript)
        assert (again.play("pass") if position.last_move == "pass" else again) == position
        copy = pickle.loads(pickle.dumps(position))
        assert (copy, copy.game) == (position, game)
        assert orchard.game(game.name) is copy.game


@each_game
def test_symmetric_views_play_alike(name: str) -> None:
    for position in random_positions(name, 15):
        board = position.game.board
        for k in position.game.symmetries:
            image = position.symmetry(k)
            assert {board.transform_move(move, k) for move in position.legal()} == set(image.legal())
            assert image.outcome == position.outcome
            for move in position.legal()[:3]:
                assert image.play(board.transform_move(move, k)) == position.play(move).symmetry(k)
        assert len(position.symmetries()) == len(position.game.symmetries)


@each_game
def test_it_says_what_it_is(name: str) -> None:
    game = orchard.game(name)
    assert game.name == name
    assert game.title
    assert game.aim
    assert game.start().ply == 0
    for colour in (game.style.ground, game.style.line, game.style.frame, game.style.ink):
        assert len(colour) == 7
        int(colour[1:], 16)
    for option in game.options:
        assert orchard.game(f"{game.base_name}:{option}").base_name == game.base_name


# ----------------------------------------------------------------------------------------------------- pictures


@each_game
def test_it_is_drawn_in_the_terminal_as_text_and_as_a_picture(name: str) -> None:
    for position in random_positions(name, 5):
        board = position.game.board
        rows = str(position).splitlines()
        assert len(rows) == board.height + 3
        assert rows[0].split() == list(board.columns)
        assert (
            "".join(row.split()[1 + c] for row in rows[1:-2] for c in range(board.width)).replace("·", "-")
            == position.text.partition(" ")[0]
        )
        drawn = draw(position).plain
        assert drawn.count("●") == position.count("black")
        assert drawn.count("○") == position.count("white")
        assert len(drawn.splitlines()) == board.height + 2
        circles = ET.fromstring(position._repr_svg_()).findall("{http://www.w3.org/2000/svg}circle")
        assert len(circles) >= position.count("black") + position.count("white")


@each_game
def test_the_studio_gets_what_it_needs(name: str) -> None:
    facts = json.loads(json.dumps(positions.game_facts(name)))
    assert len(facts["columns"]) == facts["width"]
    assert len(facts["start"]) == facts["width"] * facts["height"]
    for position in random_positions(name, 5):
        view = json.loads(json.dumps(positions.view_of(position)))
        assert sorted(view["legal"]) == sorted(str(m) for m in position.legal() if not m.is_pass)
        assert view["over"] == position.is_over
    rows = levels.rows(orchard.game(name))
    assert [row["level"] for row in rows] == list(LEVELS)


# ----------------------------------------------------------------------------------------------------- playing


@each_game
def test_all_ten_levels_play(name: str) -> None:
    game = orchard.game(name)
    position = game.start().play(game.start().legal()[0])
    assert len(set(ladder(game))) == 10
    for number in LEVELS:
        player = orchard.player(f"level:{number}")
        assert player.choose(position, orchard.Limits(seconds=0.03)).move in position.legal()
        player.close()


@each_game
def test_the_players_for_any_game_play_whole_games(name: str) -> None:
    game = orchard.game(name)
    for spec in ("random", "greedy", "uct:playouts=20", "minimax:depth=1", "alphabeta:depth=2", "negascout:depth=1"):
        assert player_class(spec.partition(":")[0]).plays(game)
        player, dice, position = orchard.player(spec), random.Random(spec), game.start()
        while not position.is_over and position.ply < 60:
            ours = position.to_move == "black"
            move = player.choose(position).move if ours else dice.choice(position.legal())
            position = position.play(move)
        player.close()


@each_game
def test_a_match_is_played_from_different_openings_with_colours_swapped(name: str) -> None:
    plan = Plan.make(name, ("random", "greedy"), 4, rules=Rules(), seed=3)
    records = [play_game(plan.setup(number)) for number in range(plan.total)]
    assert {record.verdict for record in records} == {"normal"}
    assert [record.black for record in records] == ["random", "greedy"] * 2
    assert records[0].opening == records[1].opening != records[2].opening


@each_game
def test_a_bot_is_checked(name: str, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("def choose(position, limits):\n    return position.legal()[0]\n")
    findings = check_bot(f"file:{bot}", name, Rules(seconds_per_move=5.0))
    assert [finding.words for finding in findings if not finding.passed] == []
    assert len(findings) >= 3


# ----------------------------------------------------------------------------------------------------- study


@each_game
def test_a_position_is_analysed_explained_and_a_game_reviewed(name: str) -> None:
    game = orchard.game(name)
    path = [game.start()]
    for _ in range(4):
        path.append(path[-1].play(path[-1].legal()[-1]))
    found = analyse(path[-1], seconds=0.1)
    assert found is not None
    assert found.best in path[-1].legal()
    json.dumps(found.as_json())
    judged = review(path, seconds_per_move=0.02)
    assert judged.finished
    assert [move.move for move in judged.moves] == [position.last_move for position in path[1:]]
    explained = explain(path[-1])
    assert {"black", "white"} <= set(explained.as_json)
    json.dumps(explained.as_json)


@pytest.mark.parametrize("name", [name for name in NAMES if orchard.game(name).board.size <= 64])
def test_a_nearly_finished_game_is_solved_as_the_referee_plays_it_out(name: str) -> None:
    def best(moves: list[str]) -> int:
        """Black's best score by trying everything."""
        slow = referee(name)
        for move in moves:
            slow.play(move)
        legal = slow.legal()
        if not legal:
            return int(slow.score())
        scores = [best([*moves, move]) for move in legal]
        return max(scores) if slow.side == "X" else min(scores)

    position = next(p for p in random_positions(name, 4000) if not p.is_over and p.empties <= 3)
    moves = [str(move) for move in position.moves_made]
    exact = best(moves) * (1 if position.to_move == "black" else -1)
    solved = solve(position, Question())
    if solved.bounds is None:  # a solver that proves wins only
        assert (solved.result == "win") == (exact > 0)
    else:
        assert solved.bounds == (exact, exact)
        assert solved.move in position.legal()


@each_base
@pytest.mark.parametrize(
    "command",
    [
        ["show"],
        ["legal"],
        ["move", "--player", "uct", "--playouts", "20"],
        ["tree", "--player", "uct", "--playouts", "50"],
        ["tree", "--player", "alphabeta:depth=2"],
        ["compare", "alphabeta", "negascout", "--depth", "2"],
        ["explain"],
        ["perft", "2"],
    ],
    ids=lambda words: " ".join(words),
)
def test_the_commands_for_any_game_know_it(name: str, command: list[str]) -> None:
    verb, *rest = command
    words = [verb, name, *rest, "--json"]
    result = CliRunner().invoke(orchard_command, words, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    json.loads(result.stdout)
