"""Proofs of Gomoku wins by threats: VCF and VCT from a position, deeper and deeper until proved, refuted or stopped."""

# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from orchard.core.game import BLACK, Position
from orchard.games.gomoku.evaluate import shapes as lines
from orchard.games.gomoku.search import threats as kernels
from orchard.games.gomoku.search.engine import set_up

NO_LIMIT = 1 << 60
MOST_ATTACKS = 40  # attacking moves before the fours
LINE_NODES = 200_000  # for writing a proved win out in full
Kind = Literal["vcf", "vct"]


@dataclass(frozen=True, slots=True)
class Proof:
    """What threat search says of a position. The line of a win alternates attack and the longest defence.

    'none' means that there is no such win at all, 'unknown' that the search was ended first. A reply that changes
    nothing may put the end off: `plies` counts to where the win is there whatever the defence, the line often to less.
    """

    result: Literal["win", "none", "unknown"]
    line: tuple[int, ...]  # squares
    nodes: int
    attacks: int  # how many attacking moves before the fours were looked at (VCT)
    plies: int = 0  # of a win, at most


class ThreatSolver:
    """Keeps what it has proved from one question to the next. Whoever watches a clock raises `halt[0]`.

    With `only_gains` the fours that gain nothing else are left out: many more wins are found in the same time, but
    'none' is no longer certain.
    """

    def __init__(self, table_bits: int = 18, halt: np.ndarray | None = None, only_gains: bool = False) -> None:
        self.only_gains = only_gains
        self._memory = kernels.new_threats(table_bits)
        self._tables = lines.tables()
        self.halt = np.zeros(1, np.uint8) if halt is None else halt

    def forget(self) -> None:
        for kept in (self._memory.refuted, self._memory.keys, self._memory.data):
            kept[:] = 0

    def solve(
        self,
        position: Position,
        kind: Kind = "vct",
        *,
        node_limit: int | None = None,
        most_attacks: int = MOST_ATTACKS,
    ) -> Proof:
        """Whether the side to move wins by threats; ended by `halt` or by the node limit."""
        self._board = set_up(position, self._tables)
        self._color = 0 if position.to_move == BLACK else 1
        control = self._memory.control
        control[:] = 0
        control[kernels.NODE_LIMIT] = NO_LIMIT if node_limit is None else node_limit
        control[kernels.BELIEVE_WINS] = 1
        control[kernels.GAIN] = self.only_gains
        result, attacks = self._deepen(kind, most_attacks)
        line: tuple[int, ...] = ()
        if result == kernels.WIN:
            width = position.game.board.width
            found = self._memory.line[: int(control[kernels.LINE_LENGTH])]
            line = tuple(lines.square_of(int(point), width) for point in found)
        name: Literal["win", "none", "unknown"] = (
            "win" if result == kernels.WIN else "none" if result == kernels.NONE else "unknown"
        )
        return Proof(name, line, int(control[kernels.NODES]), attacks, int(control[kernels.WON_BY]) if line else 0)

    def _deepen(self, kind: Kind, most_attacks: int) -> tuple[int, int]:
        memory, control = self._memory, self._memory.control
        if kind == "vcf":
            result = int(kernels.vcf(self._board, self._tables, self._color, memory, self.halt, 0))
            control[kernels.WON_BY] = control[kernels.LINE_LENGTH]
            return result, 0
        for attacks in range(most_attacks + 1):
            control[kernels.DEPTH_CUT] = 0
            result = self._vct(attacks)
            if result == kernels.WIN:
                self._write_out(attacks)
            if result != kernels.NONE or not control[kernels.DEPTH_CUT]:
                return result, attacks
        return kernels.UNKNOWN, most_attacks

    def _vct(self, attacks: int) -> int:
        return int(kernels.vct(self._board, self._tables, self._color, self._memory, self.halt, 0, attacks))

    def _write_out(self, attacks: int) -> None:
        """Prove it again without believing the table, so that the line runs to the end; if that takes long, keep the
        line as it is."""
        memory, control = self._memory, self._memory.control
        short, known = memory.line.copy(), control.copy()
        control[kernels.BELIEVE_WINS] = 0
        control[kernels.NODE_LIMIT] = min(control[kernels.NODE_LIMIT], control[kernels.NODES] + LINE_NODES)
        if self._vct(MOST_ATTACKS) != kernels.WIN:
            memory.line[:] = short
            for word in (kernels.LINE_LENGTH, kernels.WON_BY):
                control[word] = known[word]
        control[kernels.BELIEVE_WINS] = 1
        control[kernels.NODE_LIMIT] = known[kernels.NODE_LIMIT]
