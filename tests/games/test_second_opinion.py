"""OpenSpiel's Othello, and its misère form, agree with ours over random games."""

from __future__ import annotations

import random
from typing import Any

import pytest

import orchard

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: its second opinion is not heard")
PASS_ACTION = 64


@pytest.mark.parametrize(
    ("name", "theirs", "games"),
    [
        ("reversi", "othello", 500),
        ("reversed_reversi", "misere(game=othello())", 200),
    ],
)
def test_openspiel_plays_the_same_games(name: str, theirs: str, games: int) -> None:
    dice = random.Random(theirs)
    game, spiel = orchard.game(name), pyspiel.load_game(theirs)
    for _ in range(games):
        position, state = game.start(), spiel.new_initial_state()
        while not state.is_terminal():
            ours = sorted(PASS_ACTION if move.is_pass else move.square for move in position.legal())
            assert ours == sorted(state.legal_actions())
            assert position.to_move == ("black" if state.current_player() == 0 else "white")
            action = dice.choice(ours)
            state.apply_action(action)
            position = position.play("pass" if action == PASS_ACTION else game.board.moves[action])
            assert squares_of(state) == position.text[:64]
        assert position.outcome is not None
        returns = state.returns()[0]
        assert position.outcome.winner == ("black" if returns > 0 else "white" if returns < 0 else None)


def squares_of(state: Any) -> str:
    rows = [line for line in str(state).splitlines() if line[:1].isdigit()]
    cells = "".join("".join(row.split()[1:9]) for row in rows)
    return cells.replace("x", "X").replace("o", "O")
