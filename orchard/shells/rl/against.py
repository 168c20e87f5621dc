"""Gymnasium: one agent, and an opponent inside the environment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces

from orchard.core.choice import Limits
from orchard.core.errors import OptionError
from orchard.core.game import BLACK, WHITE, Color, Game, Position, other
from orchard.core.player import Player
from orchard.players import player as make_player
from orchard.shells.rl.actions import action_count, legal_actions, mask_of, move_of, planes_of, rewards_of


class AgainstEnv(gymnasium.Env[Any, Any]):
    """Observations are planes, the agent's stones first; `info["action_mask"]` says what is legal."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: Game,
        opponent: Player | str | Callable[..., Any],
        color: Color | None,
        limits: Limits | None,
        render_mode: str | None,
    ) -> None:
        if color not in (None, BLACK, WHITE):
            raise OptionError(f"color={color!r} is neither 'black' nor 'white'; without it the agent has either side")
        self.game, self.render_mode, self._wanted, self._limits = game, render_mode, color, limits or Limits()
        self.opponent = opponent if isinstance(opponent, Player) else make_player(opponent, game)
        self._close_opponent = self.opponent is not opponent
        self.opponent.check_game(game)
        board = game.board
        self.observation_space = spaces.Box(0, 1, (2, board.height, board.width), np.uint8)
        self.action_space = spaces.Discrete(action_count(game))
        self.color: Color = color or BLACK
        self.position: Position = game.start()
        self._ended = True  # until it is reset

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.opponent.new_game()
        self.position, self._ended = self.game.start(), False
        self.color = self._wanted or (BLACK, WHITE)[int(self.np_random.integers(2))]
        self._answer()
        return planes_of(self.position, self.color), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self._ended:
            raise OptionError("the game is over: call reset()")
        if int(action) not in legal_actions(self.position):
            self._ended = True
            return planes_of(self.position, self.color), -1.0, True, False, {**self._info(), "illegal": True}
        self.position = self.position.play(move_of(int(action), self.game))
        self._answer()
        self._ended = self.position.is_over
        reward = rewards_of(self.position, self.color)
        return planes_of(self.position, self.color), reward, self._ended, False, self._info()

    def _answer(self) -> None:
        """The opponent's move, if it is its turn."""
        if self.position.is_over or self.position.to_move != other(self.color):
            return
        seed = int(self.np_random.integers(1 << 31))
        self.position = self.position.play(self.opponent.choose(self.position, replace(self._limits, seed=seed)).move)

    def _info(self) -> dict[str, Any]:
        outcome = self.position.outcome
        ended = {} if outcome is None else {"score": outcome.score_for(self.color)}
        return {"action_mask": mask_of(self.position), "color": self.color, **ended}

    def action_masks(self) -> Any:
        """The mask as MaskablePPO of sb3-contrib asks for it: [actions] bool."""
        return mask_of(self.position).astype(bool)

    def render(self) -> Any:
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        if self._close_opponent:
            self.opponent.close()
