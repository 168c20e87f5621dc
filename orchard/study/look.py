"""Looking inside a search that deepens: what each depth found and cost, told while it goes on."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

from orchard.core.choice import Choice, DepthStat, Limits, Progress
from orchard.core.clock import seconds_left
from orchard.core.game import Game, Position
from orchard.core.player import Player
from orchard.core.tree import TreeNode
from orchard.players.level import Level

Listener = Callable[[list[DepthStat]], None]


def look_inside(
    player: Player, position: Position, limits: Limits, on_depth: Listener | None = None
) -> tuple[Choice, list[DepthStat]]:
    """The player's choice and the depths it went through, each once, the last word on it counting.

    A player that searches one fixed depth is asked for every depth up to that of the limits, all in the time of the
    limits. `on_depth` is called from the searching thread with all depths so far.
    """
    limits = replace(limits, book=False)
    depths: dict[int, DepthStat] = {}

    def hear(stat: DepthStat) -> None:
        depths[stat.depth] = stat
        if on_depth is not None:
            on_depth(list(depths.values()))

    progress = Progress(hear)
    at_once = not getattr(player, "deepening", True)  # it goes straight to its depth
    first = 1 if at_once and limits.depth else limits.depth
    left = seconds_left(limits.seconds, limits.stop)
    choice = player.choose(position, replace(limits, depth=first, progress=progress))
    for depth in range(2, limits.depth + 1 if at_once and limits.depth else 2):
        left_s = left()
        if left_s <= 0:
            break
        seconds = None if limits.seconds is None else left_s
        choice = player.choose(position, replace(limits, depth=depth, seconds=seconds, progress=progress))
    return choice, [depths[depth] for depth in sorted(depths)]


def marked(tree: TreeNode, choice: Choice | None, depth: int) -> TreeNode:
    """The tree with the move that was chosen, and `depth` plies of the line expected, as what the search would play.

    The choice may come from a deeper search than the tree that is shown of it, so it may not even be among the moves
    there. Without a choice, the tree has chosen itself."""
    if choice is None:
        return tree
    return tree.along(choice.line[:depth] if choice.line[:1] == (choice.move,) else (choice.move,))


def shows_tree(player: Player, game: Game) -> bool:
    """Whether there is a tree to show; a level shows that of the player behind it."""
    inner = player.player_for(game) if isinstance(player, Level) else player
    return type(inner).search_tree is not Player.search_tree


def branching(depths: list[DepthStat]) -> list[float | None]:
    """The effective branching factor at each depth: its nodes by those of the depth before."""
    factors: list[float | None] = [None]
    for before, stat in pairwise(depths):
        factors.append(stat.nodes / before.nodes if before.nodes and stat.depth == before.depth + 1 else None)
    return factors[: len(depths)]


def as_json(depths: list[DepthStat]) -> list[dict[str, Any]]:
    return [
        {**stat.as_json(), "branching": None if factor is None else round(factor, 3)}
        for stat, factor in zip(depths, branching(depths), strict=True)
    ]
