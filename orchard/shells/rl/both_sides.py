"""PettingZoo: both sides are agents, which move in turn (AEC)."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from orchard.core.game import BLACK, WHITE, Color, Game, Position, other
from orchard.shells.rl.actions import action_count, legal_actions, mask_of, move_of, planes_of, rewards_of


class BothSidesEnv(AECEnv[Color, Any, Any]):
    """An observation is {"observation": planes, "action_mask": [actions] int8}, each agent's own stones first."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "orchard",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, game: Game, render_mode: str | None) -> None:
        super().__init__()
        self.game, self.render_mode = game, render_mode
        self.metadata = {**self.metadata, "name": f"orchard_{game.name.replace(':', '_')}"}  # type: ignore[misc]
        self.possible_agents: list[Color] = [BLACK, WHITE]
        planes = spaces.Box(0, 1, (2, game.board.height, game.board.width), np.uint8)
        actions = action_count(game)
        seen = spaces.Dict({"observation": planes, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.position: Position = game.start()

    def observation_space(self, agent: Color) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: Color) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.position = self.game.start()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Color, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection: Color = self.position.to_move

    def observe(self, agent: Color) -> dict[str, Any]:
        mask = mask_of(self.position)
        if agent != self.position.to_move:
            mask[:] = 0
        return {"observation": planes_of(self.position, agent), "action_mask": mask}

    def step(self, action: Any) -> None:
        mover = self.agent_selection
        if self.terminations[mover]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[mover] = 0.0
        if int(action) in legal_actions(self.position):
            self.position = self.position.play(move_of(int(action), self.game))
            self.rewards = {agent: rewards_of(self.position, agent) for agent in self.possible_agents}
            ended = self.position.is_over
        else:
            self.rewards = {mover: -1.0, other(mover): 1.0}
            self.infos[mover]["illegal"] = ended = True
        self.terminations = dict.fromkeys(self.agents, ended)
        self.agent_selection = other(mover)
        self._accumulate_rewards()

    def render(self) -> Any:
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held."""
