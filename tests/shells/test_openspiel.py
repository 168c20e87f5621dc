"""OpenSpiel both ways: our games pass its tests and follow its rules, and its bots play here."""

from __future__ import annotations

import random
from typing import Any

import pytest

import orchard
from orchard.core.errors import OptionError

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install orchard[openspiel]")


def mcts(game: Any, player: int) -> Any:
    """OpenSpiel's own tree search."""
    return pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 3), 1.4, 200, 10, True, 7, False)


@pytest.mark.parametrize("name", ["reversi:4", "reversed_reversi:4", "gomoku:5", "connect_four", "tic_tac_toe"])
def test_openspiels_own_tests_accept_our_games(name: str) -> None:
    pyspiel.random_sim_test(orchard.rl.openspiel(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    ("name", "theirs"),
    [("reversi", "othello"), ("reversed_reversi", "misere(game=othello())"), ("tic_tac_toe", "tic_tac_toe")],
)
def test_our_games_there_follow_openspiels_rules(name: str, theirs: str) -> None:
    dice = random.Random(name)
    for _ in range(3):
        ours = pyspiel.load_game("orchard", {"game": name}).new_initial_state()
        state = pyspiel.load_game(theirs).new_initial_state()
        while not state.is_terminal():
            assert (ours.current_player(), ours.legal_actions()) == (state.current_player(), state.legal_actions())
            action = dice.choice(state.legal_actions())
            ours.apply_action(action)
            state.apply_action(action)
        assert (ours.is_terminal(), ours.returns()) == (True, state.returns())


def test_states_tell_their_moves_and_observations() -> None:
    game = orchard.rl.openspiel("tic_tac_toe")
    state = game.state_of(orchard.game("tic_tac_toe").replay("a1b2"))
    assert (state.history(), state.action_to_string(0, 8)) == ([0, 4], "c3")
    assert state.observation_tensor(1) == [float(n == 4) for n in range(9)] + [float(n == 0) for n in range(9)]
    assert str(state.clone()) == str(state) == "X---O---- X"
    unknown = orchard.game("tic_tac_toe").parse("X---O---- X")
    assert (game.state_of(unknown).history(), str(game.state_of(unknown))) == ([], "X---O---- X")


def test_their_bots_play_here_in_their_own_game_or_in_ours() -> None:
    four = orchard.rl.from_openspiel(mcts, "connect_four")
    threat = orchard.game("connect_four").replay("a1a2b1b2c1g1")
    assert four.choose(threat).move == "d1"  # four in a row; their actions are columns
    three = orchard.rl.from_openspiel(mcts, "tic_tac_toe", name="their mcts")
    result = orchard.match(three, "minimax", game="tic_tac_toe", games=2)
    assert {game.verdict for game in result.games} == {"normal"}
    assert result.players == ("their mcts", "minimax")
    anyone = orchard.rl.from_openspiel(lambda game, player: pyspiel.make_uniform_random_bot(player, 5))
    played = orchard.match(anyone, "random", game="reversi:4", games=2)
    assert {game.verdict for game in played.games} == {"normal"}


def test_a_bot_that_would_crash_or_plays_another_game_is_refused() -> None:
    start = orchard.game("tic_tac_toe").start()
    with pytest.raises(OptionError, match="give theirs="):
        orchard.rl.from_openspiel(mcts).choose(start)
    with pytest.raises(OptionError, match="is not the game tic_tac_toe"):
        orchard.rl.from_openspiel(mcts, "othello").choose(start)
    with pytest.raises(OptionError, match="from the start"):
        orchard.rl.from_openspiel(mcts, "tic_tac_toe").choose(orchard.game("tic_tac_toe").parse("X---O---- X"))
    with pytest.raises(OptionError, match="has a method step"):
        orchard.rl.from_openspiel(3)
