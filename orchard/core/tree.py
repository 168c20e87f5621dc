"""A searched tree as a value, for people to look at. Any search that can show its tree makes one of these."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from orchard.core.board import Move
from orchard.core.plain import plain


@dataclass(frozen=True, slots=True)
class TreeNode:
    """One position of a search. `value` is from the view of the side that played `move`; None where unknown.

    Where all children are shown, `visits` is the sum of theirs and what ended in the node itself. In a search of plies
    that is the node itself, so `visits` = 1 + the sum. In a tree of playouts it is those that ended in the node before
    it had children: at most one by default, none in the root of `uct`; more where the search waits for more visits, has
    no memory left for children, or has several threads.

    The children stand as the search ranks them; `best` is the first of them where the search would play one.
    """

    move: Move | None  # None at the root
    visits: int  # playouts that went through it, or nodes searched below it, itself included
    value: float | None
    bound: Literal["exact", "lower", "upper"] | None = None
    prior: float | None = None
    cut: bool = False  # whether alpha-beta stopped here without looking at the remaining moves
    unsearched: tuple[Move, ...] = ()  # the moves that were cut off
    best: Move | None = None  # what the search would play here; None where it does not know
    children: tuple[TreeNode, ...] = ()

    def along(self, line: tuple[Move, ...]) -> TreeNode:
        """The same tree with `line` as what the search would play. Moves of it that are not there are added."""
        if not line:
            return self
        first = next((child for child in self.children if child.move == line[0]), None) or TreeNode(line[0], 0, None)
        others = tuple(child for child in self.children if child.move != line[0])
        return replace(self, best=line[0], children=(first.along(line[1:]), *others))

    def walk(self) -> Iterator[TreeNode]:
        yield self
        for child in self.children:
            yield from child.walk()

    def as_json(self) -> dict[str, Any]:
        return plain(self)
