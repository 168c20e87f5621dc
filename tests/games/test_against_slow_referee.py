"""Turned discs, passes and winning lines of random games, beside a slow referee (the rest: `test_contract.py`)."""

from __future__ import annotations

import random

import pytest

import orchard
from tests.slow_referee import SlowGomoku, SlowReversi

GAMES = 150


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
    assert passes > 30  # passes happened, so they were tested


@pytest.mark.parametrize(("width", "games"), [(15, 40), (5, 300), (7, 100), (20, 10)])
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
