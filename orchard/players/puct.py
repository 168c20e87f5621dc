"""A mini AlphaGo: UCT whose priors and values come from the learned patterns.

    child's value = mean + c * prior * sqrt(N) / (1 + n)

No playout is random: a leaf is worth what the patterns think of it, and a move's prior comes from the learned policy.
A game that has learned such things offers a tree of its own (`learned_tree.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from orchard.core.board import PASS, Move
from orchard.core.choice import Choice, Limits, MoveStat
from orchard.core.clock import Deadline, Pace
from orchard.core.game import Color, Game, Position
from orchard.core.player import Option, Player
from orchard.core.tree import TreeNode
from orchard.games import offer

if TYPE_CHECKING:
    from orchard.search.puct_tree import Tree

SPARE_S = 0.006


class Puct(Player):
    summary = "UCT with learned priors and values instead of random playouts"
    value_unit = "chance"
    default_seconds = 1.0
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
            self._kept[game.name] = offer(game.base_name, "learned_tree").prepared(game)

    def close(self) -> None:
        self._kept.clear()

    def tree(self, position: Position) -> Tree:
        game = position.game
        self.prepare(game, position.to_move, Limits())
        tree: Tree = offer(game.base_name, "learned_tree").tree(position, self.options, self._kept[game.name])
        return tree

    def searched(self, position: Position, limits: Limits) -> tuple[Tree, int, Deadline]:
        tree = self.tree(position)
        playouts = limits.work or self.options["playouts"] or None
        deadline = Deadline(limits, None if playouts else self.default_seconds, spare_s=SPARE_S)
        pace, done, ran = Pace(deadline), 0, 0
        while (playouts is None or done < playouts) and (size := pace(ran)):
            ran = tree.grow(size if playouts is None else min(size, playouts - done), limits.stop.flag)
            done += ran
            if not ran:
                break
        return tree, done, deadline

    def think(self, position: Position, limits: Limits) -> Choice:
        legal = position.legal()
        if len(legal) == 1:
            return Choice(legal[0], line=(legal[0],), moves=(MoveStat(legal[0]),), note="the only legal move")
        tree, done, deadline = self.searched(position, limits)
        if not tree.children():
            tree.grow(1, Limits().stop.flag)  # no time at all: the patterns' first thought
        names = position.game.board.moves

        def name(square: int) -> Move:
            return PASS if square < 0 else names[square]

        children = tree.children()
        stats = tuple(
            MoveStat(
                name(int(tree.nodes.move[child])),
                tree.mean(child),
                int(tree.nodes.visits[child]),
                float(tree.nodes.prior[child]),
            )
            for child in children
        )
        line = tuple(name(square) for square in tree.line()) or (stats[0].move,)
        seconds = deadline.elapsed()
        rate = f", {done / seconds:,.0f} playouts/s" if seconds > 0 else ""
        note = f"{done:,} playouts in {seconds:.3f} s{rate}, {int(tree.nodes.used[0]):,} nodes"
        return Choice(stats[0].move, stats[0].value, line, stats, done, len(line), note=note)

    def search_tree(self, position: Position, limits: Limits | None = None, depth: int = 3) -> TreeNode:
        self.check_game(position.game)
        tree, _, _ = self.searched(position, limits or Limits())
        names = position.game.board.moves

        def picture(node: int, left: int) -> TreeNode:
            square = int(tree.nodes.move[node])
            return TreeNode(
                None if node == 0 else PASS if square < 0 else names[square],
                int(tree.nodes.visits[node]),
                tree.mean(node),
                prior=float(tree.nodes.prior[node]),
                children=tuple(picture(child, left - 1) for child in tree.children(node)) if left else (),
            )

        return picture(0, depth)


PLAYER = Puct
