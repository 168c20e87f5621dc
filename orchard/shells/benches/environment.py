"""Steps of many games side by side, against the rules of single positions; observations and masks included."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

import orchard
from orchard.core.bench import Row, timed
from orchard.search.many_games import ManyGames
from orchard.shells.rl.actions import legal_actions, move_of, planes_of

CHECKED, GAMES, STEPS = 8, 4096, 64


def rows(repeat: int) -> Iterator[Row]:
    for name in orchard.games():
        game, dice = orchard.game(name), np.random.default_rng(1)
        prove(game, dice)
        proved = f"{CHECKED * STEPS} steps, by the rules of single positions"
        games = ManyGames(game, GAMES)
        seen, actions = games.begin(), list[Any]()
        for _ in range(STEPS):
            actions.append((dice.random(seen.mask.shape, np.float32) * seen.mask).argmax(1))
            seen = games.step(actions[-1])  # type: ignore[no-untyped-call]
        yield timed("environment steps", name, GAMES * STEPS, partial(replay, games, actions), repeat, proved)


def replay(games: ManyGames, actions: list[Any]) -> None:
    games.begin()
    for action in actions:
        games.step(action)  # type: ignore[no-untyped-call]


def prove(game: orchard.Game, dice: np.random.Generator) -> None:
    """Random games in the environment are the same games by the rules, move by move."""
    games, positions = ManyGames(game, CHECKED), [game.start()] * CHECKED
    seen = games.begin()
    for _ in range(STEPS):
        actions = (dice.random(seen.mask.shape) * seen.mask).argmax(1)
        for n, position in enumerate(positions):
            right = np.flatnonzero(seen.mask[n]).tolist() == legal_actions(position)
            if not right or (seen.planes[n] != planes_of(position).ravel()).any():
                raise AssertionError(f"{game.name}: the environment is wrong about {position.text}")
        seen = games.step(actions)  # type: ignore[no-untyped-call]
        for n, position in enumerate(positions):
            after = position.play(move_of(int(actions[n]), game))
            outcome = after.outcome
            score = 0 if outcome is None else outcome.score_for(position.to_move)
            if (bool(seen.ended[n]), int(seen.scores[n])) != (outcome is not None, score):
                raise AssertionError(f"{game.name}: the environment is wrong about the end of {after.text}")
            positions[n] = after if outcome is None else game.start()
