"""The tree that minimax or alpha-beta searches, node by node, for people to look at: that of its steps."""

from typing import Any

import numpy as np

from orchard.core.errors import IllegalMoveError
from orchard.core.evaluation import Evaluation
from orchard.core.game import Position
from orchard.core.steps import PLIES, tree_of
from orchard.core.tree import TreeNode
from orchard.search.lookahead import Lookahead, LookaheadSettings
from orchard.search.traced_plies import HaltedError, PlyTracer

UNLIMITED = 1 << 60


def shown_tree(
    position: Position,
    algorithm: str,
    evaluation: Evaluation,
    weights: np.ndarray[Any, Any],
    depth: int,
    shown: int,
    halt: np.ndarray[Any, Any] | None = None,
) -> TreeNode:
    """The tree of a search `depth` plies deep, `shown` plies of it; HaltedError if `halt[0]` is raised before the end.
    The root's value is the mover's."""
    if position.is_over:
        raise IllegalMoveError("the game is over: there is nothing to search")
    halt = np.zeros(1, np.uint8) if halt is None else halt
    lookahead = Lookahead(LookaheadSettings(algorithm))
    lookahead.begin(position, evaluation, weights)
    tracer = PlyTracer(lookahead, position.game.board, evaluation.unit, min(shown, depth), UNLIMITED, halt)
    if not tracer.run(lookahead.squares, depth).complete or halt[0]:
        raise HaltedError
    return tree_of(tracer.steps, PLIES)
