"""The tree of `puct` for Gomoku: kite's patterns and policy, and its search for wins by fours at the leaves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from orchard.core.game import Game, Position

if TYPE_CHECKING:
    from orchard.search.puct_tree import Tree

TEMPERATURE = 1.0  # of the policy's own softmax


def plays(game: Game) -> bool:
    return True


def prepared(game: Game) -> Any:
    import orchard.games.gomoku.search.puct  # noqa: F401 - loading is not thinking

    return None


def tree(position: Position, options: Mapping[str, Any], kept: Any) -> Tree:
    from orchard.games.gomoku.search.puct import GomokuTree

    return GomokuTree(
        position,
        choice=options["weights"] or None,
        memory_mb=options["memory_mb"],
        c=options["c"],
        temperature=options["temperature"] or TEMPERATURE,
    )
