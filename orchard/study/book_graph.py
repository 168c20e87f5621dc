"""What the positions of an opening book are worth together, and which position it should get next.

A position is worth its best move. A move into the book is worth what the position behind it is worth; any other move
what the search before it has said. Many ways lead to the same position, and what it is worth counts for all of them.

A book grows where both sides lose least (drop-out expansion): a position that is not in it yet costs the sum of what
the moves on the best way to it give away, by both sides, and a little for each ply. The cheapest comes next.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from orchard.core.book import Key, Searched, after_move, key_of, position_of, stones_in
from orchard.core.game import Game
from orchard.core.worth import Unit, other_side

PLY_COSTS: dict[Unit, float] = {"discs": 0.5, "chance": 0.02}


class Way(NamedTuple):
    """A move of a position: where it leads, and whether the same side moves again because the other has to pass."""

    square: int
    to: Key
    again: bool


class Leaf(NamedTuple):
    """A position that is not in the book yet, and what the way to it costs."""

    cost: float
    key: Key


class BookGraph:
    """The positions of a book with their moves. A move adds a stone, so no way leads back."""

    def __init__(self, game: Game, unit: Unit, found: Mapping[Key, Searched]) -> None:
        self.game, self.unit = game, unit
        self.start = key_of(game.start())[0]
        self.found: dict[Key, Searched] = {}
        self._ways: dict[Key, tuple[Way, ...]] = {}
        for key, searched in found.items():
            self.add(key, searched)

    def add(self, key: Key, searched: Searched) -> None:
        self.found[key] = searched
        if key in self._ways:
            return
        position, ways = position_of(self.game, key), []
        for move in position.legal():
            after = after_move(position, move)
            if not after.is_over:
                ways.append(Way(move.square, key_of(after)[0], after.to_move == position.to_move))
        self._ways[key] = tuple(ways)

    def values(self) -> dict[Key, float]:
        """What every position is worth to the side to move, by all that is behind it."""
        known: dict[Key, float] = {}
        for key in sorted(self.found, key=stones_in, reverse=True):
            known[key] = max(self._moves(key, known).values(), default=0.0)
        return known

    def _moves(self, key: Key, known: Mapping[Key, float]) -> dict[int, float]:
        """What each move is worth that the book knows about."""
        worth = dict(self.found[key].moves)
        for square, to, again in self._ways[key]:
            if to in known:
                worth[square] = known[to] if again else other_side(known[to], self.unit)
        return worth

    def leaves(self, ply_cost: float | None = None, without: Iterable[Key] = ()) -> Iterator[Leaf]:
        """The positions that the book should get next, the cheapest first."""
        a_ply = PLY_COSTS[self.unit] if ply_cost is None else ply_cost
        known, left_out = self.values(), set(without)
        costs = {self.start: 0.0}
        open_ones: dict[Key, float] = {} if self.start in self.found else {self.start: 0.0}
        for key in sorted(self.found, key=stones_in):
            if key not in costs:
                continue  # the way to it is not in the book
            worth = self._moves(key, known)
            for square, to, _ in self._ways[key]:
                if square in worth:
                    into = costs if to in self.found else open_ones
                    cost = costs[key] + known[key] - worth[square] + a_ply
                    into[to] = min(into.get(to, cost), cost)
        heap = [Leaf(cost, key) for key, cost in open_ones.items() if key not in left_out]
        heapq.heapify(heap)
        while heap:
            yield heapq.heappop(heap)

    def items(self) -> Iterator[tuple[Key, Searched, float]]:
        """As a book file takes them."""
        known = self.values()
        for key, searched in self.found.items():
            yield key, searched, known[key]
