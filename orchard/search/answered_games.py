"""Many games side by side against an opponent that answers in all of them at once."""

# mypy: ignore-errors
from collections.abc import Callable
from typing import Any

import numpy as np

from orchard.core.errors import OptionError
from orchard.core.game import Game
from orchard.search.many_games import ManyGames

Answer = Callable[[Any, Any], Any]  # planes [k, 2, height, width] and masks [k, actions] -> actions [k]


class AnsweredGames:
    """What `ManyGames` is with a random player, with `answer` in its place. It sees its own stones first, as the agent
    does, and is asked for those games only in which it is to move."""

    def __init__(self, game: Game, count: int, answer: Answer) -> None:
        self._games, self._answer = ManyGames(game, count), answer
        self._shape = (-1, 2, game.board.height, game.board.width)
        self.actions = self._games.actions

    def begin(self, seed: int = 0):
        """Start all games; in half of them the opponent has made the first move."""
        seen = self._games.begin(seed)
        seen.ended[:] = False
        return self._answered(seen, np.flatnonzero(self._games.agent_is_second(slice(None))))

    def step(self, actions):
        """One action in each game, and the answers to them; what is seen then by the agent, in new arrays."""
        seen = self._games.step(actions)
        for n in np.flatnonzero(seen.ended & ~seen.illegal):  # its last board was seen by the opponent
            seen.final_planes[n] = np.roll(seen.final_planes[n], seen.final_planes.shape[1] // 2)
        return self._answered(seen, np.flatnonzero(~seen.ended | self._games.agent_is_second(slice(None))))

    def _answered(self, seen, theirs):
        """The games in which the opponent is to move go on until the agent is."""
        while theirs.size:
            after = self._games.step(self._ask(seen, theirs), theirs)
            seen.planes[theirs], seen.mask[theirs] = after.planes[theirs], after.mask[theirs]
            over = theirs[after.ended[theirs]]
            seen.ended[over], seen.final_planes[over] = True, after.final_planes[over]
            seen.rewards[over], seen.scores[over] = -after.rewards[over], -after.scores[over]
            theirs = over[self._games.agent_is_second(over)]
        return seen

    def _ask(self, seen, theirs):
        masks = seen.mask[theirs]
        actions = np.asarray(self._answer(seen.planes[theirs].reshape(self._shape), masks.copy()))
        if actions.shape != theirs.shape or actions.dtype.kind not in "iu":
            found = f"{actions.dtype}{list(actions.shape)}"
            raise OptionError(f"the opponent was asked about {theirs.size} boards and answered {found}, not int[n]")
        on_board = (actions >= 0) & (actions < self.actions)
        legal = on_board & (masks[np.arange(theirs.size), np.where(on_board, actions, 0)] != 0)
        if not legal.all():
            at = int(np.flatnonzero(~legal)[0])
            allowed = ", ".join(map(str, np.flatnonzero(masks[at])))
            raise OptionError(f"the opponent's action {actions[at]} is not legal (legal: {allowed})")
        return actions
