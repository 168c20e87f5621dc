"""Gymnasium: thousands of games side by side in compiled code, as a vector environment."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from orchard.core.errors import OptionError
from orchard.core.game import Game
from orchard.search.many_games import ManyGames


class ManyEnv(VectorEnv[Any, Any, Any]):
    """Observations are [games, 2, height, width] uint8 planes, `infos["action_mask"]` is [games, actions] int8.

    Where a game has ended, the observation is that of the game which starts in its place; `infos["final_obs"]` has the
    last one of the game before, and `infos["score"]` by how many points the agent that moved won or lost.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, game: Game, count: int, opponent: str | None) -> None:
        if opponent not in (None, "random"):
            raise OptionError(f"opponent={opponent!r}: inside a vector environment there is only 'random', or None")
        if count < 1:
            raise OptionError(f"count={count} is out of range: 1 or more")
        self.game, self.num_envs = game, count
        self._games = ManyGames(game, count, against_random=opponent is not None)
        self._shape = (count, 2, game.board.height, game.board.width)
        self.single_observation_space = spaces.Box(0, 1, self._shape[1:], np.uint8)
        self.single_action_space = spaces.Discrete(self._games.actions)
        self.observation_space = batch_space(self.single_observation_space, count)
        self.action_space = batch_space(self.single_action_space, count)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        seen = self._games.begin(int(self.np_random.integers(1 << 62)))
        return seen.planes.reshape(self._shape), {"action_mask": seen.mask}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        seen = self._games.step(actions)  # type: ignore[no-untyped-call]
        infos: dict[str, Any] = {"action_mask": seen.mask}
        if seen.ended.any():
            infos |= {"final_obs": seen.final_planes.reshape(self._shape), "_final_obs": seen.ended}
            infos |= {"score": seen.scores, "illegal": seen.illegal}
        planes = seen.planes.reshape(self._shape)
        return planes, seen.rewards, seen.ended, np.zeros(self.num_envs, bool), infos
