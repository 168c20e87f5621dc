"""The Gomoku engine as a player holds it: a board, memory for each thread, and one deeper search after another."""

# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from orchard.core.game import BLACK, Position
from orchard.games.gomoku.evaluate import shapes as lines
from orchard.games.gomoku.search import alphabeta as kernels
from orchard.games.gomoku.search.memory import (
    ABORTED,
    CUTS,
    EXCLUDED,
    FIRST_CUTS,
    NODE_LIMIT,
    NODES,
    OVERLOOKS,
    VCF_NODES,
    Memory,
    new_memory,
)
from orchard.search.crew import with_helpers

Bound = Literal["exact", "lower", "upper"]
NO_LIMIT = 1 << 60
ASPIRATION = 500  # half the width of the first window, around the value of the depth before
FIRST_WINDOW_DEPTH = 4
BOUNDS: dict[int, Bound] = {kernels.EXACT: "exact", kernels.LOWER: "lower", kernels.UPPER: "upper"}


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found. `wins_in` is the plies to a proved win (negative: to a proved loss), 0 if unproved."""

    depth: int
    value: int
    line: tuple[int, ...]  # squares
    complete: bool = True  # False: ended before every move at the root was looked at to this depth

    @property
    def wins_in(self) -> int:
        plies = kernels.WIN - abs(self.value) if abs(self.value) > kernels.SURE else 0
        return plies if self.value > 0 else -plies


@dataclass(frozen=True, slots=True)
class RootMove:
    """What a search knows of one move at the root, from the view of the side that plays it."""

    square: int
    value: int
    bound: Bound
    nodes: int


def set_up(position: Position, tables: lines.Tables) -> lines.LineBoard:
    """The position on a board of line patterns."""
    width = position.game.board.width
    board = lines.new_board(width, tables)
    for color, stones in ((0, position.black), (1, position.white)):
        while stones:
            square = (stones & -stones).bit_length() - 1
            stones &= stones - 1
            lines.put(board, tables, lines.point_of(square, width), color)
    return board


class Engine:
    def __init__(self, tables: lines.Tables, style: kernels.Style, table_mb: float = 32) -> None:
        self.tables = tables
        self.style = style
        self.table_bits = max(10, int(table_mb * 2**20 / 16).bit_length() - 1)
        self.memories = [new_memory(self.table_bits)]
        self.boards: list[lines.LineBoard] = []
        self.halt = np.zeros(1, np.uint8)  # whoever watches the clock raises it
        self.helpers_halt = np.zeros(1, np.uint8)
        self.on_depth: Callable[[Found, tuple[int, ...]], None] | None = None  # hears of each depth finished

    def begin(
        self, position: Position, threads: int = 1, node_limit: int | None = None, forget: bool | None = None
    ) -> None:
        """Set the position up for each thread. What is remembered is kept; with `forget` (so with a node limit) it is
        not, and the same search comes out every time."""
        forget = node_limit is not None if forget is None else forget
        self.width = position.game.board.width
        self.color = 0 if position.to_move == BLACK else 1
        while len(self.memories) < threads:
            self.memories.append(new_memory(self.table_bits, shared=self.memories[0]))
        self.boards = [set_up(position, self.tables) for _ in range(threads)]
        self.halt[0] = 0
        for number, memory in enumerate(self.memories):
            memory.control[:] = 0
            memory.control[NODE_LIMIT] = node_limit if node_limit is not None and number == 0 else NO_LIMIT
            memory.history[:] //= 8
            memory.killers[:] = 0
            memory.unseen[:] = 0
            memory.root[:] = 0
            if forget:
                for kept in (memory.history, memory.threats.refuted):
                    kept[:] = 0
        if forget:
            self.memories[0].keys[:] = 0
            self.memories[0].data[:] = 0

    def overlook(self, squares: Any) -> None:
        """Points that the search shall not see on this move."""
        squares = list(squares)
        for memory in self.memories:
            memory.control[OVERLOOKS] = int(bool(squares))
            for square in squares:
                memory.unseen[lines.point_of(square, self.width)] = 1

    def exclude(self, squares: Any) -> None:
        """Moves at the root that are left out until the next `begin` or `exclude`."""
        squares = list(squares)
        for memory in self.memories:
            memory.root[2] = 0
            memory.control[EXCLUDED] = len(squares)
            for square in squares:
                memory.root[2, lines.point_of(square, self.width)] = 1

    def allow_nodes(self, nodes: int) -> None:
        """Let the search go on for so many more nodes."""
        control = self.memories[0].control
        control[NODE_LIMIT] = control[NODES] + control[VCF_NODES] + nodes

    def spend_nodes(self, nodes: int) -> None:
        """Take nodes that were searched elsewhere off what is allowed."""
        self.memories[0].control[NODE_LIMIT] -= nodes

    def deepen(self, depth: int, before: Found | None, threads: int = 1) -> Found | None:
        """Search to `depth` until done, halted or out of nodes; None when nothing was found by then."""
        helpers = [lambda n=n: self.run(depth + n % 2, before, n) for n in range(1, threads)]
        return with_helpers(lambda: self.run(depth, before), helpers, self.helpers_halt)

    def deepest(self, depth: int, threads: int = 1) -> Found | None:
        """Search deeper and deeper, to `depth` at most, until a win is proved, halted or out of nodes."""
        found = None
        for plies in range(1, depth + 1):
            deeper = self.deepen(plies, found, threads)
            if deeper is None:
                break
            found = deeper
            if found.wins_in or not found.complete:
                break
        return found

    def run(self, depth: int, before: Found | None = None, thread: int = 0) -> Found | None:
        """Search to `depth`, first in a window around the value found before; ended by `halt` or the node limit."""
        alpha, beta = -kernels.WIN, kernels.WIN
        if before is not None and depth >= FIRST_WINDOW_DEPTH and abs(before.value) < kernels.SURE:
            alpha, beta = before.value - ASPIRATION, before.value + ASPIRATION
        memory, halt = self.memories[thread], self.helpers_halt if thread else self.halt
        while True:
            memory.control[ABORTED] = 0
            memory.root[:2] = 0
            memory.root[3] = 0
            arguments = (self.tables, memory, self.style, halt, self.color, depth, alpha, beta, 0)
            value = int(kernels.search(self.boards[thread], *arguments))
            if memory.control[ABORTED]:
                return self._unfinished(memory, depth)
            if value <= alpha and alpha > -kernels.WIN:
                alpha = -kernels.WIN
            elif value >= beta and beta < kernels.WIN:
                beta = kernels.WIN
            else:
                break
        line = self._line(memory)
        found = Found(depth, value, line) if line else None
        if found is not None and thread == 0 and self.on_depth is not None:
            counts = memory.control[CUTS : FIRST_CUTS + 1]
            self.on_depth(found, (self.nodes(0), *(int(count) for count in counts)))
        return found

    def _line(self, memory: Memory) -> tuple[int, ...]:
        return tuple(self.square(point) for point in memory.line[0, : int(memory.length[0])])

    def _unfinished(self, memory: Memory, depth: int) -> Found | None:
        """The best move so far: the kernel, when halted, has taken back every stone and left its best line."""
        line = self._line(memory)
        if not line:
            return None
        point = lines.point_of(line[0], self.width)
        if memory.root[1, point] == kernels.UPPER:
            return None
        value = int(memory.root[0, point])
        if value < -kernels.SURE:  # this move loses; whether all do was not looked at
            value += kernels.WIN - kernels.SURE
        return Found(depth, value, line, complete=False)

    def root_moves(self) -> list[RootMove]:
        """The moves at the root that the last search looked at, best first."""
        memory = self.memories[0]
        searched = np.flatnonzero(memory.root[1])
        order = sorted(searched, key=lambda point: (memory.root[1, point] == kernels.UPPER, -memory.root[0, point]))
        return [
            RootMove(self.square(p), int(memory.root[0, p]), BOUNDS[int(memory.root[1, p])], int(memory.root[3, p]))
            for p in order
        ]

    def policy(self) -> list[tuple[int, float]]:
        """(square, share) of every empty point by the policy alone, best first; the shares add up to 1."""
        board, enemy = self.boards[0], 1 - self.color
        empty = np.flatnonzero(board.cells == lines.EMPTY)
        look = (
            self.tables.policy[0, board.profiles[self.color, empty]]
            + self.tables.policy[1, board.profiles[enemy, empty]]
        ) / 1000.0
        share = np.exp(look - look.max())
        share /= share.sum()
        order = np.argsort(-share, kind="stable")
        return [(self.square(empty[at]), float(share[at])) for at in order]

    def square(self, point: Any) -> int:
        return lines.square_of(int(point), self.width)

    def nodes(self, thread: int | None = None) -> int:
        """Nodes searched since `begin`, by one thread or by all."""
        memories = self.memories if thread is None else [self.memories[thread]]
        return sum(int(m.control[NODES]) + int(m.control[VCF_NODES]) for m in memories)
