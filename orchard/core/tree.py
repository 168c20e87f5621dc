"""A searched tree as a value, for people to look at. Any search that can show its tree makes one of these."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from orchard.core.board import Move


@dataclass(frozen=True, slots=True)
class TreeNode:
    """One position of a search. `value` is from the view of the side that played `move`; None where unknown."""

    move: Move | None  # None at the root
    visits: int  # playouts that went through it, or nodes searched below it, itself included
    value: float | None
    bound: Literal["exact", "lower", "upper"] | None = None
    prior: float | None = None
    cut: bool = False  # whether alpha-beta stopped here without looking at the remaining moves
    unsearched: tuple[Move, ...] = ()  # the moves that were cut off
    children: tuple[TreeNode, ...] = ()

    def walk(self) -> Iterator[TreeNode]:
        yield self
        for child in self.children:
            yield from child.walk()

    def as_json(self) -> dict[str, Any]:
        return {
            "move": self.move,
            "visits": self.visits,
            "value": self.value,
            "bound": self.bound,
            "prior": self.prior,
            "cut": self.cut,
            "unsearched": list(self.unsearched),
            "children": [child.as_json() for child in self.children],
        }
