"""The tree that minimax or alpha-beta searches, node by node, for people to look at.

The plies that are shown are searched here, in plain Python, in the same order and with the same bounds as the
kernels; what lies deeper is left to the kernels themselves. So the node counts are the kernels' own.
"""

from typing import Any

import numpy as np

from orchard.core.board import Move
from orchard.core.errors import IllegalMoveError
from orchard.core.evaluation import Evaluation
from orchard.core.game import Position
from orchard.core.tree import TreeNode
from orchard.search.lookahead import Lookahead, LookaheadSettings
from orchard.search.workspace import INFINITY


class HaltedError(Exception):
    """Somebody raised the halt byte before the tree was whole."""


class _Walker:
    def __init__(self, algorithm: str, evaluation: Evaluation, halt: np.ndarray[Any, Any]) -> None:
        self.prune = algorithm == "alphabeta"
        self.unit, self.halt = evaluation.unit, halt
        self.lookahead = Lookahead(LookaheadSettings(algorithm))
        self.shown = 0  # nodes searched here, not by the kernels

    def nodes(self) -> int:
        return self.shown + self.lookahead.nodes()

    def node(
        self, position: Position, move: Move | None, side: int, depth: int, shown: int, alpha: int, beta: int
    ) -> tuple[int, TreeNode]:
        """The value for the side to move here, and the node as its parent sees it."""
        if self.halt[0]:
            raise HaltedError
        before = self.nodes()
        children: list[TreeNode] = []
        chosen: Move | None = None
        unsearched: list[Move] = []
        legal = position.legal()
        if shown == 0 or depth == 0 or not legal:
            best = self.lookahead.value_inside(position, side, depth, alpha, beta, self.halt)
        else:
            self.shown += 1
            best = -INFINITY
            for number, reply in enumerate(legal):
                low = max(alpha, best) if self.prune else -INFINITY
                value, child = self.node(position.play(reply), reply, -side, depth - 1, shown - 1, -beta, -low)
                children.append(child)
                if -value > best:
                    best, chosen = -value, reply
                if self.prune and best >= beta:
                    unsearched = legal[number + 1 :]
                    break
            if self.prune and best <= alpha:
                chosen = None  # bounds only: nothing here is better than what the search has elsewhere
            children.sort(key=lambda child: (child.move != chosen, -(child.value or 0.0), child.bound == "upper"))
        bound = "exact"
        if self.prune and best >= beta:
            bound = "lower"
        elif self.prune and best <= alpha:
            bound = "upper"
        sign = 1
        if move is not None:  # seen by the side that played the move
            sign, bound = -1, {"exact": "exact", "lower": "upper", "upper": "lower"}[bound]
        return best, TreeNode(
            move=move,
            visits=self.nodes() - before,
            value=sign * best / self.unit,
            bound=bound,  # type: ignore[arg-type]
            cut=bool(unsearched),
            unsearched=tuple(unsearched),
            best=chosen,
            children=tuple(children),
        )


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
    walker = _Walker(algorithm, evaluation, np.zeros(1, np.uint8) if halt is None else halt)
    walker.lookahead.begin(position, evaluation, weights)
    tree = walker.node(position, None, 1, depth, min(shown, depth), -INFINITY, INFINITY)[1]
    if walker.halt[0]:
        raise HaltedError
    return tree
