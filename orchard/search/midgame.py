"""The engine's look ahead in both Reversi games: iterative deepening over the compiled negascout.

The table is kept between moves. Threads share it and otherwise search the same tree on their own, half of them one
ply deeper; what one finds, the others meet in the table. The first thread's word counts.
"""

# mypy: ignore-errors
from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from orchard.core.choice import Limits
from orchard.evaluate import weights_file
from orchard.evaluate.patterns import read_position
from orchard.games._bits import flip_mask, legal_mask
from orchard.search import _midgame_kernels as kernels
from orchard.search import probcut
from orchard.search._midgame_table import NO_MOVE, hash_of_word, move_of_word, new_table, probe
from orchard.search.endgame import Solver

Counts = tuple[int, ...]  # nodes, cut-offs, and those by the first move tried
POLL_S = 0.005
EASY_LEAD = 500  # hundredths of a disc by which a move must lead to be played early


@dataclass(frozen=True)
class Line:
    """One root move: value in 1/100 disc, whether it is exact or only an upper bound, and what it cost."""

    square: int
    value: int
    exact: bool
    nodes: int
    squares: tuple[int, ...] = ()


@dataclass
class Report:
    """What a search found, best move first. `depth` is the last depth that was finished."""

    lines: list[Line] = field(default_factory=list)
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    complete: bool = False  # searched to the end of the game without selective cut-offs

    @property
    def best(self) -> Line:
        return self.lines[0]


class Worker:
    """One thread's own memory."""

    def __init__(self, game: str) -> None:
        self.solver = Solver(game, 4)
        self.rows = np.zeros((kernels.MAX_PLY, 64), np.int16)
        self.room = np.zeros((kernels.MAX_PLY, kernels.MAX_MOVES), np.int64)
        self.control = np.zeros(kernels.CONTROL_WORDS, np.int64)
        self.control[kernels.REVERSED] = game == "reversed_reversi"
        self.control[kernels.SOLVER] = self.solver.context

    def prepare(self, node_limit: int, level: int, generation: int) -> None:
        self.control[kernels.NODES] = 0
        self.control[kernels.NODE_LIMIT] = node_limit
        self.control[kernels.ABORTED] = 0
        self.control[kernels.LEVEL] = level
        self.control[kernels.GENERATION] = generation
        self.control[kernels.UNCUT :] = 0

    def counts(self) -> Counts:
        """Nodes, cut-offs, and those by the first move tried, since `prepare`."""
        first, later = int(self.control[kernels.FIRST_CUTS]), int(self.control[kernels.LATER_CUTS])
        return int(self.control[kernels.NODES]), first + later, first


class Midgame:
    """A searcher for one game; keeps what it learnt until `forget`."""

    def __init__(self, game: str, *, weights: str = "", table_mb: float = 64, confidence: float = 1.0) -> None:
        self.game = game
        self.weights = weights_file.load(weights or game)
        self.table = new_table(table_mb)
        self.generation = 0
        self.confidence = confidence
        self.margins = probcut.margins(game, confidence)
        self.level = 1 if self.margins.any() else kernels.EXACT_LEVEL
        self.workers: list[Worker] = []
        self.on_depth: Callable[[Report, Counts], None] | None = None  # hears of each depth, from the first thread

    def forget(self) -> None:
        self.table[:] = 0
        self.generation = 0

    def _worker(self, number: int) -> Worker:
        while len(self.workers) <= number:
            self.workers.append(Worker(self.game))
        return self.workers[number]

    def first_look(self, own: int, enemy: int) -> list[Line]:
        """The moves by evaluation alone, best first."""
        worker = self._worker(0)
        read_position(worker.rows, 0, own, enemy)
        count = kernels.order_moves(
            own,
            enemy,
            legal_mask(own, enemy),
            NO_MOVE,
            kernels.DEEP,
            0,
            worker.rows,
            worker.room,
            self.weights,
            worker.control,
        )
        found = sorted((int(room) for room in worker.room[0, :count]), reverse=True)
        return [Line(room & 255, (room >> 8) - (1 << 20), False, 1, (room & 255,)) for room in found]

    def search(
        self,
        own: int,
        enemy: int,
        limits: Limits,
        *,
        lines: int = 1,
        patience: bool = True,
        max_depth: int = 60,
    ) -> Report:
        """Search a position that has a move, within the limits. Without `patience` the time is used to the end."""
        started = time.perf_counter()
        self.generation = self.generation % 255 + 1
        if limits.work is not None:
            self.forget()  # so that the same work gives the same answer, whatever came before
            self.generation = 1
        report = Report(self.first_look(own, enemy))
        halt = np.zeros(1, np.uint8)
        finished = threading.Event()
        empties = 64 - (own | enemy).bit_count()
        deepest = min(max_depth, limits.depth or 60, empties)
        threads = 1 if limits.work is not None else limits.threads
        deadline = started + limits.seconds if limits.seconds is not None else float("inf")
        errors: list[BaseException] = []

        def deepen(number: int) -> None:
            try:
                worker = self._worker(number)
                worker.prepare(limits.work or 1 << 62, self.level, self.generation)
                mine = report if number == 0 else Report(list(report.lines))
                self._deepen(own, enemy, worker, mine, halt, deepest, lines, number % 2, started, deadline, patience)
            except BaseException as error:
                errors.append(error)
            finally:
                if number == 0:
                    halt[0] = 1
                    finished.set()

        for number in range(threads):
            self._worker(number)
        running = [threading.Thread(target=deepen, args=(number,), daemon=True) for number in range(threads)]
        for thread in running:
            thread.start()
        try:
            while not finished.wait(max(0.0, min(POLL_S, deadline - time.perf_counter()))):
                if limits.stop.is_set() or time.perf_counter() >= deadline:
                    halt[0] = 1
        finally:
            halt[0] = 1
            for thread in running:
                thread.join()
        if errors:
            raise errors[0]
        report.nodes = sum(int(self.workers[n].control[kernels.NODES]) for n in range(threads))
        report.seconds = time.perf_counter() - started
        report.lines = self._with_moves(own, enemy, report.lines)
        return report

    def _with_moves(self, own: int, enemy: int, lines: list[Line]) -> list[Line]:
        """The same with the moves that follow, as far as the table knows them."""
        return [replace(line, squares=self.line_from(own, enemy, line.square)) for line in lines]

    def _deepen(self, own, enemy, worker, report, halt, deepest, lines, ahead, started, deadline, patience) -> None:
        read_position(worker.rows, 0, own, enemy)
        last_s = 0.0
        for depth in range(1, deepest + 1):
            begun = time.perf_counter()
            order = np.array([line.square for line in report.lines], np.int64)
            values, nodes = np.zeros(len(order), np.int64), np.zeros(len(order), np.int64)
            asked = min(depth + ahead, deepest)
            done = kernels.search_root(
                own, enemy, asked, min(lines, len(order)), order, values, nodes,
                worker.rows, worker.room, self.weights, self.table, self.margins, worker.control, halt,
            )  # fmt: skip
            if done:
                report.lines = self._ranked(order, values, nodes, done, lines, report.lines)
            if done < len(order):
                return
            report.depth = asked
            report.complete = asked == 64 - (own | enemy).bit_count()
            if self.on_depth is not None and worker is self.workers[0]:
                self.on_depth(replace(report, lines=self._with_moves(own, enemy, report.lines[:1])), worker.counts())
            if len(order) == 1 and depth >= 4:
                return
            now = time.perf_counter()
            if (
                patience
                and deadline < float("inf")
                and self._enough(report, started, deadline, now, now - begun, last_s)
            ):
                return
            last_s = now - begun

    def _ranked(self, order, values, nodes, done, lines, before) -> list[Line]:
        """Root moves, best first. Those a stop left unsearched follow in their old order."""
        searched = sorted(range(done), key=lambda i: -int(values[i]))
        ranked = [Line(int(order[i]), int(values[i]), rank < lines, int(nodes[i])) for rank, i in enumerate(searched)]
        return ranked + [line for line in before if line.square not in set(order[:done].tolist())]

    def _enough(self, report, started, deadline, now, this_s, last_s) -> bool:
        """Whether the next depth would hardly finish, or one move is so far ahead that it is not worth the time."""
        left, budget = deadline - now, deadline - started
        growth = min(max(this_s / last_s, 1.5), 6.0) if last_s > 0.001 else 3.0
        if left < 0.4 * budget and this_s * growth > 2.0 * left:
            return True
        values = [line.value for line in report.lines]
        lead = values[0] - values[1] if len(values) > 1 else 10**6
        return report.depth >= 10 and lead > EASY_LEAD and now - started > 0.3 * budget

    def line_from(self, own: int, enemy: int, square: int, longest: int = 20) -> tuple[int, ...]:
        """The moves the table expects after a root move; -1 is a pass."""
        line = []
        while len(line) < longest:
            turned = int(flip_mask(own, enemy, square))
            if not turned:
                break
            line.append(square)
            own, enemy = enemy ^ turned, own ^ turned ^ (1 << square)
            moves = int(legal_mask(own, enemy))
            if not moves:
                if not legal_mask(enemy, own):
                    break
                line.append(-1)
                own, enemy = enemy, own
                moves = int(legal_mask(own, enemy))
            entry = probe(self.table, hash_of_word(own, enemy))
            square = int(move_of_word(entry)) if entry else NO_MOVE
            if square >= NO_MOVE or not moves >> square & 1:
                break
        return tuple(line)
