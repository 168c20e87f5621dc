"""What a tree search must see: wins, threats, and endgames, on positions solved by brute force."""

from __future__ import annotations

import random
from functools import lru_cache

import pytest

import orchard
from tests.games.gomoku.tactics import Task, fives, split, tasks


def solved(spec: str, kind: str, count: int, playouts: int) -> list[bool]:
    player = orchard.player(spec)
    answers = []
    for task in tasks(kind, count):
        answers.append(player.choose(task.position, orchard.Limits(playouts=playouts)).move in task.solutions)
    return answers


@pytest.mark.parametrize("spec", ["uct", "lines", "uct:candidates=lines"])
def test_a_win_in_one_is_played(spec: str) -> None:
    assert all(solved(spec, "win in one", 25, 4000))


@pytest.mark.parametrize("spec", ["lines", "uct:candidates=lines"])
def test_every_four_is_blocked(spec: str) -> None:
    assert all(solved(spec, "four to block", 25, 2000))


def is_run_of_four(task: Task) -> bool:
    """Whether the four that the solution blocks stands in an unbroken row."""
    _, enemy, _ = split(task.position)
    (move,) = task.solutions
    r, c = divmod(move.square, task.position.game.board.width)
    rows = [[(r + i * d, c + i * e) for i in range(1, 5)] for d in (-1, 0, 1) for e in (-1, 0, 1) if d or e]
    return any(enemy.issuperset(row) for row in rows)


def test_lines_told_to_see_runs_only_blocks_the_end_of_every_run_of_four() -> None:
    player = orchard.player("lines:fours=runs")
    runs = [task for task in tasks("four to block", 60) if is_run_of_four(task)]
    assert len(runs) >= 10
    for task in runs:
        assert player.choose(task.position).move in task.solutions


def test_lines_answers_most_open_threes() -> None:
    answers = solved("lines", "open three to answer", 20, 5000)
    assert sum(answers) >= 14


def test_tactics_are_what_they_say() -> None:
    """The three kinds, checked by hand on one position each."""
    game = orchard.game("gomoku:9")
    four = game.replay("c5 a1 d5 a2 e5 a3 f5")
    _, enemy, empty = split(four)
    assert fives(enemy, empty) == {(4, 1), (4, 6)}  # b5 and g5
    player = orchard.player("lines")
    assert player.choose(game.replay("c5 b5 d5 a2 e5 a3 f5")).move == "g5"
    assert player.choose(game.replay("c5 b5 d5 a2 e5 a3 f5 a9")).move == "g5"  # now it wins there itself


@lru_cache(maxsize=1 << 20)
def best_score(position: orchard.Position) -> int:
    """The exact score for the side to move, by looking at everything."""
    if position.is_over:
        outcome = position.outcome
        assert outcome is not None
        return outcome.score_for(position.to_move)
    return max(-best_score(position.play(move)) for move in position.legal())


@pytest.mark.parametrize(
    ("game_name", "spec"),
    [("reversi", "uct"), ("reversi", "apple:c=1"), ("reversed_reversi", "uct"), ("reversi", "uct:reward=discs,c=20")],
)
def test_won_endgames_stay_won(game_name: str, spec: str) -> None:
    """Last seven empties: a move is right if it keeps the result (won, drawn, lost) that exact play has."""
    dice = random.Random(f"endgames {game_name}")
    player = orchard.player(spec)
    tried = 0
    while tried < 12:
        position = orchard.game(game_name).start()
        while not position.is_over and position.empties > 7:
            position = position.play(dice.choice(position.legal()))
        if position.is_over or len(position.legal()) < 2:
            continue
        exact = best_score(position)
        scores = {move: -best_score(position.play(move)) for move in position.legal()}
        if exact <= 0 or min(scores.values()) > 0:
            continue  # lost anyway, or every move wins
        tried += 1
        move = player.choose(position, orchard.Limits(playouts=20_000)).move
        assert scores[move] > 0, f"{move} gives the win away at {position.text}"
