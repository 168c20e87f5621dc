"""Endings small enough to know whole: the result and the size of the tree below every position, by plain recursion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from orchard.core.board import Move
from orchard.core.choice import Stop
from orchard.core.errors import OptionError
from orchard.core.game import Position

MOST_EMPTIES = 12
MOST_POSITIONS = 200_000
MOST_NODES = 2500  # of a tree that is shown at once


@dataclass(frozen=True, slots=True)
class WholeNode:
    """A position of the whole tree. `value` is the exact result for the side that played `move`."""

    move: Move | None  # None at the root
    value: int | None
    size: int  # positions of the whole tree from here, itself included, symmetric ones counted each
    same: tuple[Move, ...] = ()  # moves that lead to a mirror image of it, where these are folded
    hidden: int = 0  # children that are not among `children`
    best: Move | None = None
    children: tuple[WholeNode, ...] = ()

    def as_json(self) -> dict[str, Any]:
        shown: dict[str, Any] = {"move": self.move, "value": self.value, "size": self.size}
        for name in ("same", "hidden", "best"):
            if getattr(self, name):
                shown[name] = getattr(self, name)
        if self.children:
            shown["children"] = [child.as_json() for child in self.children]
        return shown


class Endings:
    """Remembers what was found from one question to the next."""

    def __init__(self, most: int = MOST_POSITIONS) -> None:
        self.most = most
        self._known: dict[tuple[str, int, int, str], tuple[int, int]] = {}  # result for the side to move, and size

    def check(self, position: Position) -> None:
        if position.empties > MOST_EMPTIES:
            raise self._refusal()

    def _refusal(self) -> OptionError:
        message = f"the whole tree is too large: try a position with at most {MOST_EMPTIES} empty squares, or fewer"
        return OptionError(message, kind="too_many_empties", most=MOST_EMPTIES)

    def look(self, position: Position, stop: Stop) -> tuple[int, int]:
        """The result for the side to move, and how many positions the tree below has, itself included."""
        self.check(position)
        if len(self._known) > self.most:
            self._known.clear()
        return self._look(position, stop, len(self._known) + self.most)

    def _look(self, position: Position, stop: Stop, most: int) -> tuple[int, int]:
        key = position.game.name, position.black, position.white, position.to_move
        known = self._known.get(key)
        if known is not None:
            return known
        outcome = position.outcome
        if outcome is not None:
            known = outcome.score_for(position.to_move), 1
        else:
            below = [self._look(position.game.after(position, move), stop, most) for move in position.legal()]
            known = max(-score for score, _ in below), 1 + sum(size for _, size in below)
        if stop.is_set() or len(self._known) >= most:
            raise self._refusal()
        self._known[key] = known
        return known

    def best(self, position: Position, stop: Stop) -> Move:
        """The first of the best moves."""
        return max(position.legal(), key=lambda move: -self.look(position.game.after(position, move), stop)[0])

    def line(self, position: Position, stop: Stop) -> list[Move]:
        """Best play of both sides to the end."""
        line: list[Move] = []
        while not position.is_over:
            line.append(self.best(position, stop))
            position = position.game.after(position, line[-1])
        return line

    def tree(self, position: Position, plies: int, fold: bool, stop: Stop, most: int = MOST_NODES) -> WholeNode:
        """So many plies of the whole tree below a position, at most `most` nodes of it, those near the root first."""
        self.look(position, stop)
        rows = _rows(position, plies, fold, most)
        return self._node(position, None, (), rows, fold, stop)

    def _node(
        self, position: Position, move: Move | None, same: tuple[Move, ...], rows: Any, fold: bool, stop: Stop
    ) -> WholeNode:
        score, size = self.look(position, stop)
        if position.is_over:
            return WholeNode(move, -score, size, same)
        path = position.moves_made
        groups = rows.get(path)
        if groups is None:
            return WholeNode(move, -score, size, same, hidden=len(groups_of(position, fold)))
        children = [
            self._node(position.game.after(position, first), first, tuple(others), rows, fold, stop)
            for first, *others in groups
        ]
        children.sort(key=lambda child: -(child.value or 0))
        return WholeNode(move, -score, size, same, best=children[0].move, children=tuple(children))


def _rows(position: Position, plies: int, fold: bool, most: int) -> dict[tuple[Move, ...], list[list[Move]]]:
    """By the moves made, the children of each position that is shown whole, ply by ply."""
    rows: dict[tuple[Move, ...], list[list[Move]]] = {}
    shown, row = 1, [position]
    for _ in range(plies):
        below = []
        for here in row:
            if here.is_over:
                continue
            groups = groups_of(here, fold)
            shown += len(groups)
            if shown > most and rows:
                return rows
            rows[here.moves_made] = groups
            below += [here.game.after(here, first) for first, *_ in groups]
        row = below
    return rows


def groups_of(position: Position, fold: bool) -> list[list[Move]]:
    """The legal moves; where symmetric ones are folded, those that lead to mirror images of one position together."""
    if not fold:
        return [[move] for move in position.legal()]
    board, found = position.game.board, dict[tuple[int, int], list[Move]]()
    for move in position.legal():
        after = position.game.after(position, move)
        key = min(
            (board.transform_mask(after.black, k), board.transform_mask(after.white, k))
            for k in position.game.symmetries
        )
        found.setdefault(key, []).append(move)
    return list(found.values())
