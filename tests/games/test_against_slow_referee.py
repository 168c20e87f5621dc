"""Thousands of random games, move by move beside a referee written from the rule book."""

from __future__ import annotations

import random

import pytest

import orchard
from tests.slow_referee import SlowGomoku, SlowReversi

GAMES = 2000


@pytest.mark.parametrize("name", ["reversi", "reversed_reversi"])
def test_reversi_agrees_with_the_slow_referee(name: str) -> None:
    dice = random.Random(name)
    game = orchard.game(name)
    passes = 0
    for _ in range(GAMES):
        slow, position = SlowReversi(), game.start()
        while True:
            squares = slow.moves(slow.side)
            assert [divmod(move.square, 8) for move in position.legal() if not move.is_pass] == squares
            assert position.to_move == ("black" if slow.side == "X" else "white")
            if squares:
                choice = dice.choice(squares)
                turned = slow.enclosed(*choice, slow.side)
                slow.play(choice)
                position = position.play(game.board.moves[choice[0] * 8 + choice[1]])
                assert [divmod(move.square, 8) for move in position.flipped] == sorted(turned)
            elif slow.over():
                break
            else:
                passes += 1
                assert position.legal() == ["pass"]
                slow.play(None)
                position = position.play("pass")
            assert position.text[:64] == "".join("".join(row) for row in slow.rows).replace(".", "-")
        assert position.is_over
        assert position.legal() == []
        score = slow.reversi_score() if name == "reversi" else slow.reversed_score()
        assert position.outcome is not None
        assert position.outcome.score == score
        assert position.outcome.winner == ("black" if score > 0 else "white" if score < 0 else None)
    assert passes > 500  # passes happened, so they were tested


@pytest.mark.parametrize(("width", "games"), [(15, 1000), (5, 1000), (7, 500), (20, 100)])
def test_gomoku_agrees_with_the_slow_referee(width: int, games: int) -> None:
    dice = random.Random(width)
    game = orchard.game("gomoku", width=width)
    draws = 0
    for _ in range(games):
        slow, position = SlowGomoku(width), game.start()
        empty = slow.moves()
        dice.shuffle(empty)
        for row, column in empty:
            assert not position.is_over
            assert position.legal_mask().bit_count() == position.empties
            slow.play(row, column)
            position = position.play(game.board.moves[row * width + column])
            if slow.winner:
                break
        assert [divmod(move.square, width) for move in position.legal()] == []
        assert position.is_over
        assert position.outcome is not None
        assert position.outcome.winner == {"X": "black", "O": "white", None: None}[slow.winner]
        draws += slow.winner is None
        if slow.winner:
            line = position.winning_line
            assert position.last_move in line
            assert len(line) >= 5
            assert all(slow.rows[move.square // width][move.square % width] == slow.winner for move in line)
    assert width > 5 or draws > 100  # full boards happened, so they were tested


@pytest.mark.parametrize(
    "name", ["reversi", "reversed_reversi", "gomoku", "gomoku:9", "gomoku:9:standard", "gomoku:11:renju"]
)
def test_compiled_dynamics_play_the_same_game_as_positions(name: str) -> None:
    import numpy as np

    game, dice = orchard.game(name), random.Random(name)
    dynamics = game.dynamics
    out = np.empty(dynamics.max_moves, np.int16)
    for _ in range(100 if "reversi" in name else 20):
        position = game.start()
        state = game.state(position)
        while not position.is_over:
            count = dynamics.moves(state, out)
            assert [int(square) for square in out[:count]] == [move.square for move in position.legal()]
            move = dice.choice(position.legal())
            dynamics.play(state, move.square)
            position = position.play(move)
            assert state.tolist() == game.state(position).tolist()
        assert dynamics.moves(state, out) == 0
        assert position.outcome is not None
        assert dynamics.score(state) == position.outcome.score_for(position.to_move)
        random_state = np.array([7], np.uint64)
        assert dynamics.playout(state, random_state, 1000) == position.outcome.score_for(position.to_move)


@pytest.mark.parametrize("name", ["reversi", "reversed_reversi", "gomoku"])
def test_random_playouts_end_as_often_in_each_result_as_games_of_random_moves(name: str) -> None:
    """The share of games that black wins: 4,000 played by positions, 200,000 by the kernel, equal within chance."""
    game, dice = orchard.game(name), random.Random(name)
    sample, wins = (4000, 0) if "reversi" in name else (2000, 0)
    for _ in range(sample):
        position = game.start()
        if name == "gomoku":
            points = list(range(225))
            dice.shuffle(points)
            slow = SlowGomoku(15)
            for point in points:
                slow.play(*divmod(point, 15))
                if slow.winner:
                    break
            wins += slow.winner == "X"
            continue
        own, enemy, mover = position.black, position.white, "black"
        legal_mask, flip_mask = game._kernels.legal_mask, game._kernels.flip_mask  # type: ignore[attr-defined]
        while True:
            mask = legal_mask(own, enemy)
            if not mask and not legal_mask(enemy, own):
                break
            if mask:
                square = dice.choice([s for s in range(64) if mask >> s & 1])
                turned = flip_mask(own, enemy, square)
                own, enemy = own ^ turned ^ 1 << square, enemy ^ turned
            own, enemy, mover = enemy, own, "white" if mover == "black" else "black"
        black, white = (own, enemy) if mover == "black" else (enemy, own)
        wins += (black.bit_count() > white.bit_count()) == (
            name == "reversi"
        ) and black.bit_count() != white.bit_count()
    compiled, _, _ = game.random_games(game.start(), 200_000, seed=5)
    share, expected = compiled / 200_000, wins / sample
    error = (expected * (1 - expected) / sample) ** 0.5
    assert abs(share - expected) < 4 * error
