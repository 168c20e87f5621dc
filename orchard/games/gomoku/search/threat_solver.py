"""Proofs of Gomoku wins by threats: VCF and VCT from a position, deeper and deeper until proved, refuted or stopped."""

# mypy: disable-error-code="no-untyped-call"
from dataclasses import dataclass
from typing import Literal

import numpy as np

from orchard.core.game import BLACK, Position
from orchard.games.gomoku.evaluate.shape_board import ShapeBoard, set_up
from orchard.games.gomoku.evaluate.shapes import tables
from orchard.games.gomoku.grid import square_of
from orchard.games.gomoku.rules import rule_of
from orchard.games.gomoku.search.threats import NONE, UNKNOWN, WON, new_threat_kit, vcf
from orchard.games.gomoku.search.vct import vct

NO_LIMIT = 1 << 60
MOST_ATTACKS = 40  # attacking moves before the fours
LINE_NODES = 200_000  # for writing a proved win out in full
Kind = Literal["vcf", "vct"]
Result = Literal["win", "none", "unknown"]
RESULTS: dict[int, Result] = {WON: "win", NONE: "none", UNKNOWN: "unknown"}


@dataclass(frozen=True, slots=True)
class Proof:
    """What threat search says of a position. The line of a win alternates attack and the longest defence.

    'none' means that there is no such win at all, 'unknown' that the search was ended first. A reply that changes
    nothing may put the end off: `plies` counts to where the win is there whatever the defence, the line often to less.
    """

    result: Result
    line: tuple[int, ...]  # squares
    nodes: int
    attacks: int  # how many attacking moves before the fours were looked at (VCT)
    plies: int = 0  # of a win, at most
    fragile: bool = False  # of a win by fours: whether a reply far from its line might spoil it, as in renju


class ThreatSolver:
    """Keeps what it has proved from one question to the next. The thread that watches the clock raises `halt[0]`.

    With `only_gains` the fours that gain nothing else are left out: many more wins are found in the same time, but
    'none' is no longer certain.
    """

    def __init__(self, table_bits: int = 18, halt: np.ndarray | None = None, only_gains: bool = False) -> None:
        self.only_gains = only_gains
        self.halt = np.zeros(1, np.uint8) if halt is None else halt
        self._kit = new_threat_kit(ShapeBoard.new(), tables(), self.halt, table_bits)

    def forget(self) -> None:
        for kept in (self._kit.refuted, self._kit.keys, self._kit.data):
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
        rule = rule_of(position.game)
        if rule != self._kit.tables.rule:
            self._kit = self._kit._replace(tables=tables(rule=rule))
        set_up(position, self._kit.tables, self._kit.board)
        self._color = 0 if position.to_move == BLACK else 1
        work = self._kit.work
        work.nodes, work.depth_cut, work.line_length, work.won_by = 0, 0, 0, 0
        work.node_limit = NO_LIMIT if node_limit is None else node_limit
        work.believe_wins, work.only_gains = True, self.only_gains
        result, attacks = self._deepen(kind, most_attacks)
        line: tuple[int, ...] = ()
        if result == WON:
            width = position.game.board.width
            line = tuple(int(square_of(point, width)) for point in work.line[: int(work.line_length)])
        won_by = int(work.won_by) if line else 0
        return Proof(RESULTS[result], line, int(work.nodes), attacks, won_by, bool(line and work.fragile))

    def _deepen(self, kind: Kind, most_attacks: int) -> tuple[int, int]:
        work = self._kit.work
        if kind == "vcf":
            result = int(vcf(self._kit, self._color, 0))
            work.won_by = work.line_length
            return result, 0
        for attacks in range(most_attacks + 1):
            work.depth_cut = 0
            result = self._vct(attacks)
            if result == WON:
                self._write_out()
            if result != NONE or not work.depth_cut:
                return result, attacks
        return UNKNOWN, most_attacks

    def _vct(self, attacks: int) -> int:
        return int(vct(self._kit, self._color, 0, attacks))

    def _write_out(self) -> None:
        """Prove it again without believing the table, so that the line runs to the end; if that takes long, keep the
        line as it is."""
        work = self._kit.work
        limit, known = int(work.node_limit), (work.line.copy(), int(work.line_length), int(work.won_by))
        work.believe_wins = False
        work.node_limit = min(limit, int(work.nodes) + LINE_NODES)
        if self._vct(MOST_ATTACKS) != WON:
            work.line[:], work.line_length, work.won_by = known
        work.believe_wins = True
        work.node_limit = limit
