"""Gymnasium: thousands of games side by side in compiled code, as a vector environment."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from orchard.core.boards import from_boards
from orchard.core.choice import Limits
from orchard.core.errors import OptionError
from orchard.core.game import Game
from orchard.core.planes import from_planes
from orchard.core.player import Player
from orchard.players import player as make_player
from orchard.search.answered_games import AnsweredGames
from orchard.search.many_games import ManyGames
from orchard.shells.rl.actions import action_of

Opponent = Player | str | Callable[[Any, Any], Any]


class OneByOne:
    """A player that answers on many boards, one after another. It sees no moves before a board's last one."""

    def __init__(self, player: Player, game: Game, limits: Limits) -> None:
        player.check_game(game)
        self.player, self._game, self._limits = player, game, limits
        self._dice = Random()

    def begin(self, seed: int) -> None:
        self._dice.seed(seed)
        self.player.new_game()

    def __call__(self, planes: Any, masks: Any) -> Any:
        moves = []
        for position in from_boards(from_planes(planes), self._game):
            limits = replace(self._limits, seed=self._dice.randrange(1 << 31))
            moves.append(action_of(self.player.choose(position, limits).move, self._game))
        return np.array(moves, np.int64)


def _checked(opponent: Any) -> Callable[[Any, Any], Any]:
    """The same; an OptionError where it is no function of many boards."""
    if not callable(opponent):
        raise OptionError(f"opponent={opponent!r} is neither a player nor a function that gives actions")
    try:
        inspect.signature(opponent).bind(None, None)
    except TypeError as error:
        raise OptionError(
            "an opponent of many games is a function of planes and masks that gives actions; make a player of a "
            "function of one position: opponent=orchard.player(function)"
        ) from error
    except ValueError:
        pass  # some functions of C say nothing about what they take
    made: Callable[[Any, Any], Any] = opponent
    return made


class ManyEnv(VectorEnv[Any, Any, Any]):
    """Observations are [games, 2, height, width] uint8 planes, `infos["action_mask"]` is [games, actions] int8.

    Where a game has ended, the observation is that of the game which starts in its place; `infos["final_obs"]` has the
    last one of the game before, and `infos["score"]` by how many points the agent that moved won or lost.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, game: Game, count: int, opponent: Opponent | None, limits: Limits | None) -> None:
        if count < 1:
            raise OptionError(f"count={count} is out of range: 1 or more")
        self.game, self.num_envs = game, count
        self._one_by_one: OneByOne | None = None
        self._close_opponent = isinstance(opponent, str)
        if opponent in (None, "random"):
            self._games: ManyGames | AnsweredGames = ManyGames(game, count, against_random=opponent is not None)
        else:
            if isinstance(opponent, Player | str):
                player = make_player(opponent, game) if isinstance(opponent, str) else opponent
                opponent = self._one_by_one = OneByOne(player, game, limits or Limits())
            self._games = AnsweredGames(game, count, _checked(opponent))
        self._shape = (count, 2, game.board.height, game.board.width)
        self.single_observation_space = spaces.Box(0, 1, self._shape[1:], np.uint8)
        self.single_action_space = spaces.Discrete(self._games.actions)
        self.observation_space = batch_space(self.single_observation_space, count)
        self.action_space = batch_space(self.single_action_space, count)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        word = int(self.np_random.integers(1 << 62))
        if self._one_by_one is not None:
            self._one_by_one.begin(word)
        seen = self._games.begin(word)
        return seen.planes.reshape(self._shape), {"action_mask": seen.mask}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        seen = self._games.step(actions)  # type: ignore[no-untyped-call]
        infos: dict[str, Any] = {"action_mask": seen.mask}
        if seen.ended.any():
            infos |= {"final_obs": seen.final_planes.reshape(self._shape), "_final_obs": seen.ended}
            infos |= {"score": seen.scores, "illegal": seen.illegal}
        planes = seen.planes.reshape(self._shape)
        return planes, seen.rewards, seen.ended, np.zeros(self.num_envs, bool), infos

    def close_extras(self, **kwargs: Any) -> None:
        if self._one_by_one is not None and self._close_opponent:
            self._one_by_one.player.close()
