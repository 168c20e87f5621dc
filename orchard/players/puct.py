"""A mini AlphaGo: UCT whose priors and values come from the learned patterns.

    child's value = mean + c * prior * sqrt(N) / (1 + n)

No playout is random: a leaf is worth what the patterns think of it, and a move's prior comes from the learned policy.
A game that has learned such things offers a tree of its own (`learned_tree.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from orchard.core.choice import Limits
from orchard.core.clock import Deadline
from orchard.core.game import Color, Game, Position
from orchard.core.player import Option
from orchard.games import offer
from orchard.search.tree_player import TreePlayer

if TYPE_CHECKING:
    from orchard.search.tree import SearchTree


class Puct(TreePlayer):
    summary = "UCT with learned priors and values instead of random playouts"
    value_unit = "chance"
    default_seconds = 1.0
    spare_s = 0.006
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "playouts": Option(0, "playouts for a move; 0: until the time is up, 1 s without a limit", low=0),
        "c": Option(1.5, "exploration", low=0, high=100),
        "temperature": Option(0.0, "how even the priors are, in points or logits; 0: as measured", low=0, high=64),
        "policy": Option(1.0, "how much of the learned policy is believed; 0: the evaluation alone", low=0, high=10),
        "spread": Option(5.0, "points ahead that make a win e times as likely as a loss", low=0.01, high=64),
        "solve_from": Option(10, "empty squares from which leaves are solved", low=0, high=16),
        "memory_mb": Option(128.0, "the tree stops growing there", low=1, high=65536),
        "weights": Option("", "a file of weights instead of the shipped ones"),
    }

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._kept: dict[str, Any] = {}  # what trees of a game share, by its name

    @classmethod
    def plays(cls, game: Game) -> bool:
        offered = offer(game.base_name, "learned_tree")
        return offered is not None and offered.plays(game)

    def prepare(self, game: Game, color: Color, limits: Limits) -> None:
        if game.name not in self._kept:
            offered = offer(game.base_name, "learned_tree")
            kept = self._kept[game.name] = offered.prepared(game)
            offered.tree(game.start(), self.options, kept)  # the first one loads the weights

    def close(self) -> None:
        self._kept.clear()

    def playouts(self, limits: Limits) -> int | None:
        return limits.work or self.options["playouts"] or None

    def threads(self, limits: Limits) -> int:
        return 1

    def tree(self, position: Position, limits: Limits) -> SearchTree:
        game = position.game
        tree: SearchTree = offer(game.base_name, "learned_tree").tree(position, self.options, self._kept[game.name])
        return tree

    def searched(self, position: Position, limits: Limits) -> tuple[SearchTree, int, Deadline]:
        tree, done, deadline = super().searched(position, limits)
        if not tree.children():
            tree.grow(1, Limits().stop.flag)  # no time at all: the move that the policy likes best
        return tree, done, deadline


PLAYER = Puct
