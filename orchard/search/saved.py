"""How many positions plain minimax would visit where alpha-beta does not look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from orchard.search.lookahead import SEARCH_INSIDE
from orchard.search.root import MINIMAX
from orchard.search.workspace import INFINITY

if TYPE_CHECKING:
    from orchard.search.lookahead import Lookahead


class Saved:
    """Counts with the rules of a `Lookahead` that has begun, as long as the budget of positions lasts."""

    def __init__(self, lookahead: Lookahead, budget: int, halt: Any) -> None:
        self.lookahead, self.halt = lookahead, halt
        self.work = lookahead.new_work()
        self.work["budget"] = budget

    def at(self, state: Any, depth: int) -> int | None:
        """The positions of minimax from this one on, itself included; None once the budget is used up."""
        if depth == 0:
            return 1
        work, before = self.work, int(self.work["nodes"])
        if work["stopped"]:
            return None
        work["states"][0] = state
        SEARCH_INSIDE(MINIMAX, work, 1, depth, 0, -INFINITY, INFINITY, *self.lookahead.rules(), self.halt)
        return None if work["stopped"] else int(work["nodes"]) - before

    def after(self, state: Any, squares: list[int], depth: int) -> int | None:
        """The same, of the positions after several moves together."""
        if depth == 0:
            return len(squares)
        total = 0
        for square in squares:
            reached = state.copy()
            self.lookahead.dynamics.play(reached, square)
            count = self.at(reached, depth)
            if count is None:
                return None
            total += count
        return total
