"""Epsilon: Reversi by UCT that now and then tries a random child, and learns from disc differences.

    child's value = reward / visits + 2 * sqrt(2 * ln N / n)     unvisited children first
    with probability epsilon a random child instead; epsilon = 0.3, times 0.999 at every selection step

A leaf is expanded on its second visit: all its children at once, or the one pass. The reward is the disc difference
at the end of a random playout, + for the winner, - for the loser. It thinks 3 s, plays a single legal move at once,
and chooses the move with the best mean reward. `experience=FILE` appends every visited inner node of its tree to a
file for training; `players/_experience.py` says in which form.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from orchard.core.choice import Limits
from orchard.core.game import Position
from orchard.core.player import Option
from orchard.games.reversi.players import _experience
from orchard.search.tree_player import UctPlayer

if TYPE_CHECKING:
    from orchard.search.uct import UctSettings

WRITING_SHARE = 0.04  # of a move's time, to write the experience down


class Epsilon(UctPlayer):
    summary = "Reversi by epsilon-greedy UCT on disc differences, 3 s a move"
    games = ("reversi",)
    width = 8
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "seconds": Option(3.0, "time for a move, where no other limit is set", low=0.001, high=86400),
        "c": Option(2.0, "exploration, in discs", low=0, high=1000),
        "epsilon": Option(0.3, "chance of a random child", low=0, high=1),
        "decay": Option(0.999, "epsilon's factor at every selection step", low=0, high=1),
        "experience": Option(None, "file to append the visited inner nodes to"),
    }

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.default_seconds = self.options["seconds"]

    def settings(self, position: Position, limits: Limits) -> UctSettings:
        from orchard.search.uct import UctSettings

        return UctSettings(
            c=self.options["c"],
            reward="score",
            epsilon=self.options["epsilon"],
            decay=self.options["decay"],
            expand_all=True,
            expand_after=1,
            final="mean",
            max_depth=limits.depth or 0,
        )

    def spare_seconds(self, limits: Limits) -> float:
        spare = super().spare_seconds(limits)
        if self.options["experience"] is None:
            return spare
        return spare + WRITING_SHARE * (limits.seconds or self.options["seconds"])

    def after_search(self, position: Position, tree: Any) -> None:
        if self.options["experience"] is not None:
            _experience.append(self.options["experience"], _experience.inner_nodes(position, tree))


PLAYER = Epsilon
