"""The Gomoku engine as a player holds it: a board, memory for each thread, and one deeper search after another."""

# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from orchard.core.game import BLACK, Position
from orchard.evaluate import lines
from orchard.search import gomoku as kernels

NO_LIMIT = 1 << 60


@dataclass(frozen=True, slots=True)
class Found:
    """The result of one depth. `wins_in` is the plies to a proved win (negative: to a proved loss), 0 if unproved."""

    depth: int
    value: int
    line: tuple[int, ...]  # squares
    wins_in: int


class Engine:
    def __init__(self, tables: lines.Tables, style: kernels.Style, table_mb: float = 32) -> None:
        self.tables = tables
        self.style = style
        self.table_bits = max(10, int(table_mb * 2**20 / 16).bit_length() - 1)
        self.memories = [kernels.new_memory(self.table_bits)]
        self.boards: list[lines.LineBoard] = []
        self.halt = np.zeros(1, np.uint8)

    def begin(self, position: Position, threads: int = 1, node_limit: int | None = None) -> None:
        """Set the position up for each thread. What is remembered is kept, unless a bound on work asks for the same
        search every time."""
        self.width = position.game.board.width
        self.color = 0 if position.to_move == BLACK else 1
        while len(self.memories) < threads:
            self.memories.append(kernels.new_memory(self.table_bits, shared=self.memories[0]))
        self.boards = [self._board(position) for _ in range(threads)]
        self.halt[0] = 0
        for number, memory in enumerate(self.memories[:threads]):
            memory.control[:] = 0
            memory.control[kernels.NODE_LIMIT] = node_limit if node_limit is not None and number == 0 else NO_LIMIT
            memory.history[:] //= 8
            if node_limit is not None:
                for kept in (memory.keys, memory.data, memory.history, memory.refuted):
                    kept[:] = 0

    def _board(self, position: Position) -> lines.LineBoard:
        board = lines.new_board(self.width, self.tables)
        for color, stones in ((0, position.black), (1, position.white)):
            for square in range(self.width * self.width):
                if stones >> square & 1:
                    lines.put(board, self.tables, lines.point_of(square, self.width), color)
        return board

    def run(self, depth: int, thread: int = 0) -> Found | None:
        """Search to `depth`; None when it was ended before it was done."""
        memory = self.memories[thread]
        memory.control[kernels.ABORTED] = 0
        arguments = (self.tables, memory, self.style, self.halt, self.color, depth, -kernels.WIN, kernels.WIN, 0)
        value = int(kernels.search(self.boards[thread], *arguments))
        if memory.control[kernels.ABORTED]:
            return None  # the kernel has taken back every stone
        squares = tuple(self.square(point) for point in memory.line[0, : int(memory.length[0])])
        wins_in = kernels.WIN - abs(value) if abs(value) > kernels.SURE else 0
        return Found(depth, value, squares, wins_in if value > 0 else -wins_in)

    def best_looking(self) -> int:
        """The square that the policy alone would play."""
        board, enemy = self.boards[0], 1 - self.color
        empty = np.flatnonzero(board.cells == lines.EMPTY)
        look = (
            self.tables.policy[0, board.profiles[self.color, empty]]
            + self.tables.policy[1, board.profiles[enemy, empty]]
        )
        return self.square(empty[int(np.argmax(look))])

    def square(self, point: Any) -> int:
        return lines.square_of(int(point), self.width)

    def nodes(self) -> int:
        return sum(int(m.control[kernels.NODES]) + int(m.control[kernels.VCF_NODES]) for m in self.memories)
