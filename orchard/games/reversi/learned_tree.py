"""The tree of `puct` for both Reversi games: sage's patterns and policy, and its endgame solver at the leaves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from orchard.core.game import Game, Position

if TYPE_CHECKING:
    from orchard.search.puct_tree import Tree

# discs by which a better move is e times as likely, beside the policy and without it: they predict the best move best
TEMPERATURE = {"reversi": (4.0, 2.5), "reversed_reversi": (2.4, 1.5)}


def plays(game: Game) -> bool:
    return game.name in TEMPERATURE


def prepared(game: Game) -> Any:
    """The solver that all trees of a game share."""
    import orchard.games.reversi.search.puct  # noqa: F401 - loading is not thinking
    from orchard.games.reversi.search.endgame import Solver

    return Solver(game.name, 4)


def tree(position: Position, options: Mapping[str, Any], solver: Any) -> Tree:
    from orchard.games.reversi.search.puct import ReversiTree

    game = position.game.name
    measured = TEMPERATURE[game][0 if options["policy"] else 1]
    return ReversiTree(
        game,
        position.own,
        position.enemy,
        weights=options["weights"],
        memory_mb=options["memory_mb"],
        c=options["c"],
        share=options["policy"],
        temperature=100 * (options["temperature"] or measured),
        spread=100 * options["spread"],
        solve_from=options["solve_from"],
        solver=solver,
    )
