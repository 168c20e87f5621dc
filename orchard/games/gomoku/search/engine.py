"""The Gomoku engine as a player holds it: a board, memory for each thread, and one deeper search after another."""

# mypy: disable-error-code="no-untyped-call"
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import numpy as np

from orchard.core.game import BLACK, Position
from orchard.games.gomoku.evaluate import shapes
from orchard.games.gomoku.evaluate.shape_board import ShapeBoard, may_play, set_up
from orchard.games.gomoku.grid import EMPTY, point_of, square_of
from orchard.games.gomoku.rules import rule_of
from orchard.games.gomoku.search.alphabeta import search
from orchard.games.gomoku.search.depths import PLY
from orchard.games.gomoku.search.memory import SearchKit, SearchStyle, SearchWork
from orchard.games.gomoku.search.quick_results import SURE, WIN
from orchard.games.gomoku.search.table import EXACT, LOWER, UPPER
from orchard.games.gomoku.search.threats import new_threat_kit
from orchard.search.busy import new_busy_list
from orchard.search.crew import with_helpers
from orchard.search.lockless import new_table

Bound = Literal["exact", "lower", "upper"]
NO_LIMIT = 1 << 60
NEAR_MB = 4
ENTRIES_PER_NODE = 64
ASPIRATION = 500  # half the width of the first window, around the value of the depth before
WIDER = 3  # how many times as far the bound that was missed is moved away, each time
FAR = 4000  # worth, or half a width, beyond which a bound is given up
FIRST_WINDOW_DEPTH = 4
FIRST_SHARED_DEPTH = 8  # before, a search takes about as long as a thread to begin
BOUNDS: dict[int, Bound] = {EXACT: "exact", LOWER: "lower", UPPER: "upper"}


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found. `wins_in` is the plies to a proved win (negative: to a proved loss), 0 if unproved."""

    depth: int
    value: int
    line: tuple[int, ...]  # squares
    complete: bool = True  # False: ended before every move at the root was looked at to this depth

    @property
    def wins_in(self) -> int:
        plies = WIN - abs(self.value) if abs(self.value) > SURE else 0
        return plies if self.value > 0 else -plies


@dataclass(frozen=True, slots=True)
class RootMove:
    """What a search knows of one move at the root, from the view of the side that plays it."""

    square: int
    value: int
    bound: Bound
    nodes: int


class KiteEngine:
    def __init__(self, tables: Any, style: SearchStyle, table_mb: float = 32) -> None:
        self.tables = tables
        self.style = style
        self.halt = np.zeros(1, np.uint8)  # raised by the thread that watches the clock
        self.helpers_halt = np.zeros(1, np.uint8)
        self.on_depth: Callable[[Found, tuple[int, ...]], None] | None = None  # hears of each depth finished
        self.kits: list[Any] = []  # one for each thread
        self._table = new_table(table_mb, entries=1)
        self._near_tables: list[Any] = []  # one for each of several threads

    def begin(
        self, position: Position, threads: int = 1, node_limit: int | None = None, forget: bool | None = None
    ) -> None:
        """Set the position up for each thread. What is remembered is kept; with `forget` (so with a node limit) it is
        not, and the same search comes out every time."""
        forget = node_limit is not None if forget is None else forget
        self._play_by(rule_of(position.game))
        self.width = position.game.board.width
        self.color = 0 if position.to_move == BLACK else 1
        while len(self.kits) < threads:
            self.kits.append(self._new_kit(self.helpers_halt if self.kits else self.halt))
        while threads > len(self._near_tables) and threads > 1:
            self._near_tables.append(new_table(NEAR_MB, entries=1))
        self.halt[0] = 0
        self._busy = new_busy_list(threads)
        part = self._table[: _entries_for(node_limit)] if forget and node_limit is not None else self._table
        for number, kit in enumerate(self.kits):
            work = kit.work
            _reset(work)
            if number < threads:
                set_up(position, self.tables, kit.board)
                work.own_busy = self._busy[number].ctypes.data
            work.table_mask = len(part) - 1
            near = part if threads == 1 else self._near_tables[number]
            work.near_table, work.near_mask = near.ctypes.data, len(near) - 1
            work.threads, work.busy = threads, self._busy.ctypes.data if threads > 1 else 0
            work.node_limit = node_limit if node_limit is not None and number == 0 else NO_LIMIT
            if forget:
                for name in ("history", "offsets", "counters"):
                    work[name][:] = 0
                kit.threats.refuted[:] = 0
        if forget:
            for table in (part, *self._near_tables):
                table[:] = 0

    def _play_by(self, rule: int) -> None:
        """Take the tables of another rule set."""
        if rule != self.tables.rule:
            self.tables = shapes.for_rule(self.tables, rule)
            self.kits = []

    def _new_kit(self, halt: Any) -> Any:
        board = ShapeBoard.new()
        threats = new_threat_kit(board, self.tables, halt, 16, vct=False)
        work = SearchWork.new()
        work.table, work.table_mask = self._table.ctypes.data, len(self._table) - 1
        return SearchKit.tuple(board, self.tables, work, threats, self.style, halt)

    def overlook(self, squares: Any) -> None:
        """Points that the search does not see on this move."""
        squares = list(squares)
        for kit in self.kits:
            kit.work.overlooks = bool(squares)
            for square in squares:
                kit.work.unseen[point_of(square, self.width)] = 1

    def exclude(self, squares: Any) -> None:
        """Moves at the root that are left out until the next `begin` or `exclude`."""
        squares = list(squares)
        for kit in self.kits:
            kit.work.root_excluded[:] = 0
            kit.work.excluded = len(squares)
            for square in squares:
                kit.work.root_excluded[point_of(square, self.width)] = 1

    def allow_nodes(self, nodes: int) -> None:
        """Let the search go on for `nodes` more nodes."""
        self.kits[0].work.node_limit = self.nodes(0) + nodes

    def spend_nodes(self, nodes: int) -> None:
        """Take nodes that were searched elsewhere off what is allowed."""
        self.kits[0].work.node_limit -= nodes

    def deepen(self, depth: int, before: Found | None, threads: int = 1) -> Found | None:
        """Search to `depth` until done, halted or out of nodes; None when nothing was found by then. Of several threads
        the one that is done first has the result."""
        if threads == 1 or depth < FIRST_SHARED_DEPTH:
            return self.run(depth, before)
        first, limit, done = self.kits[0].work, int(self.kits[0].work.node_limit), list[tuple[int, Found]]()

        def help_out(thread: int) -> None:
            found = self.run(depth, before, thread)
            if found is not None and found.complete:
                done.append((thread, found))
                first.node_limit = 0

        helpers = [partial(help_out, thread) for thread in range(1, threads)]
        found = with_helpers(lambda: self.run(depth, before), helpers, self.helpers_halt)
        first.node_limit = limit
        if done and (found is None or not found.complete):
            thread, found = done[0]
            for name in ("root_value", "root_bound", "root_nodes"):
                first[name][:] = self.kits[thread].work[name]
            self._tell(found)
        return found

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
        """Search to `depth`, first in a window around the value found before, then in wider ones on the side where the
        value lies outside; ended by `halt` or the node limit."""
        alpha, beta, reach = -WIN, WIN, ASPIRATION
        if before is not None and depth >= FIRST_WINDOW_DEPTH and abs(before.value) < SURE:
            alpha, beta = before.value - reach, before.value + reach
        kit = self.kits[thread]
        work = kit.work
        while True:
            work.aborted = 0
            for found_out in (work.root_value, work.root_bound, work.root_nodes):
                found_out[:] = 0
            value = int(search(kit, self.color, depth * PLY, alpha, beta, 0))
            if work.aborted:
                return self._unfinished(work, depth)
            reach *= WIDER
            near = max(reach, abs(value)) < FAR
            if value <= alpha and alpha > -WIN:
                alpha = value - reach if near else -WIN
            elif value >= beta and beta < WIN:
                beta = value + reach if near else WIN
            else:
                break
        line = self._line(work)
        found = Found(depth, value, line) if line else None
        if found is not None and thread == 0:
            self._tell(found)
        return found

    def _tell(self, found: Found) -> None:
        if self.on_depth is not None:
            work = self.kits[0].work
            self.on_depth(found, (self.nodes(0), int(work.cuts), int(work.first_cuts)))

    def _line(self, work: Any) -> tuple[int, ...]:
        return tuple(self.square(point) for point in work.line[0, : int(work.length[0])])

    def _unfinished(self, work: Any, depth: int) -> Found | None:
        """The best move so far: the kernel, when halted, has taken back every stone and left its best line."""
        line = self._line(work)
        if not line:
            return None
        point = point_of(line[0], self.width)
        if work.root_bound[point] == UPPER:
            return None
        value = int(work.root_value[point])
        if value < -SURE:  # this move loses; whether all do was not looked at
            value += WIN - SURE
        return Found(depth, value, line, complete=False)

    def root_moves(self) -> list[RootMove]:
        """The moves at the root that the last search looked at, best first."""
        work = self.kits[0].work
        searched = np.flatnonzero(work.root_bound)
        order = sorted(searched, key=lambda p: (work.root_bound[p] == UPPER, -work.root_value[p]))
        return [
            RootMove(self.square(p), int(work.root_value[p]), BOUNDS[int(work.root_bound[p])], int(work.root_nodes[p]))
            for p in order
        ]

    def policy(self) -> list[tuple[int, float]]:
        """(square, share) of every legal point by the policy alone, best first; the shares add up to 1."""
        board, enemy = self.kits[0].board, 1 - self.color
        empty = np.flatnonzero(board.cells == EMPTY)
        empty = empty[[bool(may_play(board, self.tables, self.color, point)) for point in empty]]
        look = (
            self.tables.policy[0, board.profiles[self.color, empty]]
            + self.tables.policy[1, board.profiles[enemy, empty]]
        ) / 1000.0
        share = np.exp(look - look.max())
        share /= share.sum()
        order = np.argsort(-share, kind="stable")
        return [(self.square(empty[at]), float(share[at])) for at in order]

    def square(self, point: Any) -> int:
        return int(square_of(int(point), self.width))

    def nodes(self, thread: int | None = None) -> int:
        """Nodes searched since `begin`, by one thread or by all."""
        kits = self.kits if thread is None else [self.kits[thread]]
        return sum(int(kit.work.nodes) + int(kit.work.vcf_nodes) for kit in kits)


def _entries_for(nodes: int) -> int:
    """So much of the table is enough for a search of so many nodes, which meet each other in it as rarely as in all of
    it; to clear 32 MB takes longer than to search thousands of nodes."""
    return 1 << (ENTRIES_PER_NODE * max(1, nodes) - 1).bit_length()


def _reset(work: Any) -> None:
    """Make a thread's work ready for another position; its history fades, how far the worth was off is forgotten."""
    for count in ("excluded", "overlooks", "nodes", "vcf_nodes", "aborted", "deepest", "cuts", "first_cuts"):
        work[count] = 0
    work.history[:] //= 8
    for array in ("unseen", "killers", "skip", "cut", "root_value", "root_bound", "root_nodes", "root_excluded"):
        work[array][:] = 0
    for array in ("errors", "errors_after", "errors_by_stones"):
        work[array][:] = 0
