"""Environments for learning programs: accepted by the libraries' own tests, and true to the rules of a slow referee."""

from __future__ import annotations

import importlib
import os
import warnings
from typing import Any

import numpy as np
import pytest

import orchard
from orchard.core.errors import OptionError, OrchardError
from orchard.search.answered_games import AnsweredGames
from orchard.search.many_games import ManyGames

GAMES = orchard.games()
NAMES = [*GAMES, "reversi:6", "gomoku:7"]
COUNT = int(os.environ.get("ORCHARD_RL_GAMES", "3"))  # side by side against the slow referee


def referee(name: str) -> Any:
    return importlib.import_module(f"tests.games.{name.partition(':')[0]}.referee").Referee(name)


def named(name: str, action: int) -> str:
    """What people call an action: squares row by row from the top left, then the pass."""
    board = orchard.game(name).board
    if action == board.size:
        return "pass"
    row, column = divmod(action, board.width)
    return f"{'abcdefghijklmnopqrst'[column]}{row + 1 if board.row_one_at_top else board.height - row}"


def drawn(planes: Any, side: str) -> str:
    """Planes as the referee writes a board."""
    own, enemy = planes.reshape(2, -1)
    other = "O" if side == "X" else "X"
    return "".join(side if mine else other if theirs else "-" for mine, theirs in zip(own, enemy, strict=True))


def any_legal(mask: Any, dice: np.random.Generator) -> Any:
    return (dice.random(mask.shape) * mask).argmax(-1)


# ------------------------------------------------------------------------------------------- many games in kernels


@pytest.mark.parametrize("name", NAMES)
def test_many_games_follow_the_slow_referee_move_by_move(name: str) -> None:
    game, dice = orchard.game(name), np.random.default_rng(5)
    games = ManyGames(game, COUNT)
    seen, slow = games.begin(), [referee(name) for _ in range(COUNT)]
    finished = 0
    for _ in range(min(75, game.max_plies + 3)):
        for n in range(COUNT):
            assert drawn(seen.planes[n], slow[n].side) == slow[n].board()
            assert [named(name, a) for a in np.flatnonzero(seen.mask[n])] == slow[n].legal()
        actions = any_legal(seen.mask, dice)
        seen = games.step(actions)
        assert not seen.illegal.any()
        for n in range(COUNT):
            mover = slow[n].side
            slow[n].play(named(name, actions[n]))
            assert seen.ended[n] == (slow[n].legal() == [])
            if seen.ended[n]:
                score = slow[n].score() * (1 if mover == "X" else -1)
                assert (seen.scores[n], seen.rewards[n]) == (score, np.sign(score))
                assert drawn(seen.final_planes[n], slow[n].side) == slow[n].board()
                slow[n], finished = referee(name), finished + 1
            else:
                assert (seen.scores[n], seen.rewards[n], seen.final_planes[n].sum()) == (0, 0, 0)
    assert finished >= COUNT or game.board.size > 100


@pytest.mark.parametrize("name", ["reversi:6", "connect_four"])
def test_an_opponent_answers_on_all_boards_at_once_and_begins_half_of_the_games(name: str) -> None:
    """It plays the first legal square; so does the slow referee, beside the agent's moves."""
    count, dice, asked = 6, np.random.default_rng(4), []

    def first_legal(planes: Any, masks: Any) -> Any:
        asked.append(len(planes))
        assert planes.shape[1:] == (2, orchard.game(name).board.height, orchard.game(name).board.width)
        return masks.argmax(1)

    def begin(second: bool) -> Any:
        slow = referee(name)
        if second:
            slow.play(slow.legal()[0])
        return slow

    games = AnsweredGames(orchard.game(name), count, first_legal)
    second = [n % 2 == 1 for n in range(count)]
    seen, slow = games.begin(), [begin(second[n]) for n in range(count)]
    assert asked == [3]
    finished, illegal = 0, 0
    for step in range(70):
        for n in range(count):
            assert drawn(seen.planes[n], slow[n].side) == slow[n].board()
            assert [named(name, a) for a in np.flatnonzero(seen.mask[n])] == slow[n].legal()
        actions = any_legal(seen.mask, dice)
        if step == 5:
            actions[0] = 0
        seen = games.step(actions)
        for n in range(count):
            agent = slow[n].side
            if seen.illegal[n]:
                assert (seen.ended[n], seen.rewards[n], seen.scores[n]) == (True, -1, 0)
                illegal += 1
            else:
                slow[n].play(named(name, actions[n]))
                if slow[n].legal():
                    slow[n].play(slow[n].legal()[0])
                assert seen.ended[n] == (slow[n].legal() == [])
            if seen.ended[n]:
                if not seen.illegal[n]:
                    score = slow[n].score() * (1 if agent == "X" else -1)
                    assert (seen.scores[n], seen.rewards[n]) == (score, np.sign(score))
                assert drawn(seen.final_planes[n], agent) == slow[n].board()
                second[n] = not second[n]
                slow[n], finished = begin(second[n]), finished + 1
            else:
                assert (seen.scores[n], seen.rewards[n]) == (0, 0)
    assert finished >= 2 * count
    assert illegal == 1


def test_a_random_opponent_answers_by_the_rules_and_begins_half_of_the_games() -> None:
    games, dice = ManyGames(orchard.game("tic_tac_toe"), 40, against_random=True), np.random.default_rng(2)
    seen, first, results = games.begin(seed=9), np.arange(40) % 2 == 0, []
    for _ in range(30):
        own, enemy = (seen.planes.reshape(40, 2, 9)[:, side].sum(1) for side in (0, 1))
        assert ((own == enemy) == first).all()  # the agent is to move: as many stones, or one fewer where it is second
        assert (seen.mask == 1 - seen.planes.reshape(40, 2, 9).sum(1)).all()
        seen = games.step(any_legal(seen.mask, dice))
        for n in np.flatnonzero(seen.ended):
            mine, theirs = seen.final_planes[n].reshape(2, 9)
            lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
            won, lost = (any(stones[list(line)].all() for line in lines) for stones in (mine, theirs))
            assert seen.rewards[n] == won - lost
            results.append(seen.rewards[n])
        first ^= seen.ended
    assert {*results} == {-1, 0, 1}
    again = games.begin(seed=9)
    assert (again.planes == games.begin(seed=9).planes).all()


def test_an_illegal_action_loses_and_the_next_game_begins() -> None:
    games = ManyGames(orchard.game("reversi"), 4)
    before = games.begin()
    seen = games.step(np.array([0, 64, -1, 999]))
    assert seen.illegal.all()
    assert seen.ended.all()
    assert (seen.rewards == -1).all()
    assert (seen.scores == 0).all()
    assert (seen.planes == before.planes).all()
    assert not games.step(np.array([19, 26, 37, 44])).illegal.any()
    with pytest.raises(OptionError, match="as many actions"):
        games.step(np.zeros(3))


# ------------------------------------------------------------------------------------------- Gymnasium, PettingZoo


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_accepts_the_environment(name: str) -> None:
    pytest.importorskip("gymnasium", reason="gymnasium is not installed: pip install orchard[rl]")
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = orchard.rl.gym(name)
        check_env(env, skip_render_check=True)
    dice = np.random.default_rng(3)
    planes, info = env.reset(seed=4)
    ended, reward = False, 0.0
    while not ended:
        assert planes.shape == env.observation_space.shape
        assert (info["action_mask"] == env.action_masks()).all()
        planes, reward, ended, _, info = env.step(any_legal(info["action_mask"], dice))
    outcome = env.position.outcome
    assert outcome is not None
    assert (info["score"], reward) == (outcome.score_for(info["color"]), np.sign(outcome.score_for(info["color"])))
    with pytest.raises(OptionError, match="reset"):
        env.step(0)
    env.close()


def test_the_opponent_is_a_spec_a_player_or_a_function_and_has_the_other_side() -> None:
    pytest.importorskip("gymnasium", reason="gymnasium is not installed: pip install orchard[rl]")

    def last(position: orchard.Position) -> orchard.Move:
        return position.legal()[-1]

    for opponent in (last, orchard.player(last)):
        env = orchard.rl.gym("tic_tac_toe", opponent, color="white")
        planes, info = env.reset()
        assert planes.reshape(2, 9).tolist() == [[0] * 9, [0] * 8 + [1]]
        assert (info["color"], np.flatnonzero(info["action_mask"]).tolist()) == ("white", list(range(8)))
        planes, reward, ended, _, info = env.step(8)
        assert (reward, ended, info["illegal"]) == (-1.0, True, True)
    env = orchard.rl.gym("tic_tac_toe", "minimax", limits=orchard.Limits(depth=9), render_mode="ansi")
    env.reset(seed=1)
    assert "a" in env.render()
    with pytest.raises(OptionError, match="does not play"):
        orchard.rl.gym("tic_tac_toe", "sage")


@pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo")  # advice about names, and that masks need a dict
@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_accepts_the_environment(name: str) -> None:
    pytest.importorskip("pettingzoo", reason="pettingzoo is not installed: pip install orchard[rl]")
    from pettingzoo.test import api_test

    env = orchard.rl.aec(name)
    api_test(env, num_cycles=40, verbose_progress=False)
    env.reset()
    dice, total = np.random.default_rng(1), {"black": 0.0, "white": 0.0}
    for agent in env.agent_iter():
        seen, reward, ended, _, _ = env.last()
        total[agent] += reward
        env.step(None if ended else any_legal(seen["action_mask"], dice))
    winner = env.position.outcome and env.position.outcome.winner
    assert total == {color: (winner == color) - (winner is not None and winner != color) for color in total}
    env.reset()
    env.step(10**6)
    assert (env.rewards, env.terminations) == ({"black": -1, "white": 1}, {"black": True, "white": True})


def test_the_vector_environment_keeps_to_gymnasiums_contract() -> None:
    gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed: pip install orchard[rl]")

    env, dice = orchard.rl.vector("connect_four", 16, opponent="random"), np.random.default_rng(8)
    assert isinstance(env, gymnasium.vector.VectorEnv)
    planes, infos = env.reset(seed=2)
    assert (planes == env.reset(seed=2)[0]).all()
    ended_some = False
    for _ in range(30):
        assert env.observation_space.contains(planes)
        actions = any_legal(infos["action_mask"], dice)
        assert env.action_space.contains(actions)
        planes, rewards, ended, cut, infos = env.step(actions)
        assert (planes.shape, rewards.shape, cut.any()) == ((16, 2, 6, 7), (16,), False)
        assert ("final_obs" in infos) == ended.any()
        ended_some |= bool(ended.any())
    assert ended_some


def test_any_player_is_the_opponent_of_a_vector_environment() -> None:
    pytest.importorskip("gymnasium", reason="gymnasium is not installed: pip install orchard[rl]")

    def first(position: orchard.Position) -> orchard.Move:
        return position.legal()[0]

    opponents = (orchard.player(first), lambda planes, masks: masks.argmax(1))
    one, other = (orchard.rl.vector("reversi:4", 6, opponent=opponent) for opponent in opponents)
    (planes, infos), (same, _) = one.reset(seed=1), other.reset(seed=1)
    for _ in range(8):
        assert (planes == same).all()
        actions = infos["action_mask"].argmax(1)
        planes, *_, infos = one.step(actions)
        same = other.step(actions)[0]
    perfect = orchard.rl.vector("tic_tac_toe", 8, opponent="minimax", limits=orchard.Limits(depth=9))
    (_, infos), dice, results = perfect.reset(seed=1), np.random.default_rng(1), []
    for _ in range(12):
        _, rewards, ended, _, infos = perfect.step(any_legal(infos["action_mask"], dice))
        results += rewards[ended].tolist()
    assert max(results) <= 0
    assert -1 in results
    perfect.close()
    seeded = [orchard.rl.vector("connect_four", 8, opponent="uct:playouts=2").reset(seed=seed)[0] for seed in (3, 3, 4)]
    assert (seeded[0] == seeded[1]).all()
    assert (seeded[0] != seeded[2]).any()


@pytest.mark.parametrize(
    ("opponent", "said"),
    [
        (lambda position: position.legal()[0], r"opponent=orchard\.player\(function\)"),
        (lambda planes, masks: masks.argmin(1), r"action 0 is not legal \(legal: 19, 26, 37, 44\)"),
        (lambda planes, masks: np.array([99]), r"action 99 is not legal"),
        (lambda planes, masks: [0.5], r"asked about 1 boards and answered float64\[1\]"),
        (lambda planes, masks: [19, 19], r"answered int64\[2\]"),
        ("kite", "does not play"),
        (5, "neither a player nor a function"),
    ],
)
def test_what_cannot_be_an_opponent_of_many_games_is_named(opponent: Any, said: str) -> None:
    pytest.importorskip("gymnasium", reason="gymnasium is not installed: pip install orchard[rl]")
    with pytest.raises(OptionError, match=said):
        orchard.rl.vector("reversi", 2, opponent=opponent).reset(seed=1)


def test_a_missing_library_is_named_with_the_way_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(OrchardError, match=r"pip install 'orchard\[rl\]'"):
        orchard.rl.aec("reversi")


def test_the_benchmarks_prove_the_answer_before_they_time_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from orchard.shells.benches import environment, planes

    monkeypatch.setattr(environment, "GAMES", 8)
    monkeypatch.setattr(environment, "STEPS", 25)
    monkeypatch.setattr(planes, "CHECKED", 4)
    for bench in (environment, planes):
        assert {row["game"] for row in bench.rows(1)} == set(GAMES)
    environment.prove(orchard.game("gomoku:7:renju"), np.random.default_rng(1))  # where the colours are not alike
    monkeypatch.setattr(environment, "legal_actions", lambda position: [0])
    with pytest.raises(AssertionError, match="the environment is wrong"):
        next(environment.rows(1))
