"""The engine's look ahead in both Reversi games: iterative deepening over the compiled negascout.

The table is kept between moves. Threads share it and search the same depths of the same tree, each another part of it
where they can (`midgame_shared.py`); what one finds, the others meet in the table. The first thread's word counts.
"""

# mypy: ignore-errors
import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from orchard.games.reversi.bits import flip_mask, legal_mask
from orchard.games.reversi.evaluate import weights_file
from orchard.games.reversi.evaluate.patterns import read_position
from orchard.games.reversi.search import midgame_kernels as kernels
from orchard.games.reversi.search import probcut
from orchard.games.reversi.search.midgame_table import NO_MOVE, hash_of, move_of, new_table, probe
from orchard.games.reversi.search.midgame_work import EXACT_LEVEL, UNLIMITED, Worker
from orchard.search.busy import new_busy_list
from orchard.search.crew import with_helpers

Counts = tuple[int, ...]  # nodes, cut-offs, and those by the first move tried
FIRST_MOVE = 0.2  # of the time of a depth, at least, is that of its first move; later ones may replace it
EASY_LEAD = 500  # hundredths of a disc by which a move must lead to be played early
ALONE = 10  # the first depths take a millisecond, less than it takes threads to meet
LAST_LEAP = 4  # plies from the end of the game from where on the next search goes there at once,
WIDER = (1.0, 1.6, 2.4)  # with margins so many times as wide, one search after the other, and then without cut-offs


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
    looks: int = 0  # selective searches to the end of the game that were finished
    complete: bool = False  # searched to the end of the game without selective cut-offs

    @property
    def best(self) -> Line:
        return self.lines[0]


class Patience:
    """Whether another depth is worth the time, told after each depth how many seconds are left."""

    def __init__(self, remaining: Callable[[], float]) -> None:
        self.remaining = remaining
        self.budget_s = self.left_s = remaining()
        self.last_s = 0.0

    def ends_after(self, report: Report) -> bool:
        """Whether the next depth would not even finish its first move, or one move is so far ahead that it is not worth
        the time."""
        if self.budget_s == math.inf:
            return False
        left_s = self.remaining()
        this_s, last_s = self.left_s - left_s, self.last_s
        self.left_s, self.last_s = left_s, this_s
        growth = min(max(this_s / last_s, 1.5), 3.0) if last_s > 0.001 else 3.0
        if FIRST_MOVE * this_s * growth > left_s:
            return True
        values = [line.value for line in report.lines]
        lead = values[0] - values[1] if len(values) > 1 else 10**6
        return report.depth >= 10 and lead > EASY_LEAD and left_s < 0.7 * self.budget_s


def _buckets_for(nodes: int) -> int:
    """So much of a table is enough for a search of so many nodes, which meet each other in it as rarely as in a large
    one; to clear 64 MB takes longer than to search thousands of nodes."""
    return 1 << (64 * nodes - 1).bit_length()


class Midgame:
    """A searcher for one game; keeps what it learnt until `forget`. Whoever watches a clock raises `halt[0]`."""

    def __init__(
        self,
        game: str,
        *,
        weights: str = "",
        table_mb: float = 64,
        confidence: float = 1.0,
        corrected: bool = True,
        halt: np.ndarray | None = None,
    ) -> None:
        self.game = game
        self.halt = np.zeros(1, np.uint8) if halt is None else halt
        self.weights = weights_file.load_evaluation(weights or game)
        if not corrected:
            self.weights = weights_file.Evaluation(self.weights.weights)
        self.table = new_table(table_mb)
        self._part = self.table  # what the last search used of it
        self._solvers_used: set[int] = set()  # workers whose solvers have learned something since they were cleared
        self.generation = 0
        self.confidence = confidence
        self.margins = probcut.margins(game, confidence)
        self.workers: list[Worker] = []
        self.on_depth: Callable[[Report, Counts], None] | None = None  # hears of each depth, from the first thread

    def forget(self) -> None:
        self.table[:] = 0
        self.generation = 0

    def _worker(self, number: int) -> Worker:
        while len(self.workers) <= number:
            self.workers.append(Worker(self.game, self.margins))
        return self.workers[number]

    def first_look(self, own: int, enemy: int) -> list[Line]:
        """The moves by evaluation alone, best first."""
        worker = self._worker(0)
        worker.use(self.weights)
        read_position(worker.rows, 0, own, enemy)
        moves = int(legal_mask(own, enemy))
        kernels.order_moves(own, enemy, moves, kernels.DEEP, 0, 0, worker.work)
        found = sorted((int(room) for room in worker.work["room"][0, : moves.bit_count()]), reverse=True)
        return [Line(room & 255, (room >> 8) - (1 << 20), False, 1, (room & 255,)) for room in found]

    def search(
        self,
        own: int,
        enemy: int,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        threads: int = 1,
        lines: int = 1,
        looks: int | None = None,
        remaining: Callable[[], float] | None = None,
    ) -> Report:
        """Search a position that has a move, as deep as said, until `halt[0]` is 1. Where `remaining` tells the seconds
        left, it may end earlier: when the next depth would come to nothing, or one move is far ahead. With `looks` it
        ends after so many selective searches to the end of the game. A bound on nodes is for one thread, and gives the
        same answer every time."""
        self.generation = self.generation % 255 + 1
        self._part = self.table
        if nodes is not None:  # so that the same work gives the same answer, whatever came before
            self._part = self.table[: _buckets_for(nodes)]
            self._part[:] = 0
            self.generation = threads = 1
        report = Report(self.first_look(own, enemy))
        done = np.zeros(1, np.uint8)
        busy = new_busy_list(threads)
        deepest = min(depth or 60, 64 - (own | enemy).bit_count())
        for number in range(threads):
            worker = self._worker(number)
            if worker.solver.context["nodes"]:
                self._solvers_used.add(number)
            if nodes is not None and number in self._solvers_used:
                worker.solver.clear()
                self._solvers_used.remove(number)
            worker.use(self.weights, self._part, self.halt if number == 0 else done)
            worker.prepare(nodes or UNLIMITED, self.generation)
            worker.share(busy, number)

        steps = self._steps(deepest, 64 - (own | enemy).bit_count(), looks)

        def deepen(number: int, mine: Report, patience: Patience | None) -> None:
            self._deepen(own, enemy, self.workers[number], mine, steps[ALONE:], lines, patience)

        patience = None if remaining is None else Patience(remaining)
        if self._deepen(own, enemy, self.workers[0], report, steps[:ALONE], lines, patience):
            helpers = [partial(deepen, n, Report(list(report.lines)), None) for n in range(1, threads)]
            with_helpers(lambda: deepen(0, report, patience), helpers, done)
        report.nodes = sum(self.workers[n].counts()[0] for n in range(threads))
        report.lines = self._with_moves(own, enemy, report.lines)
        return report

    def _with_moves(self, own: int, enemy: int, lines: list[Line]) -> list[Line]:
        """The same with the moves that follow, as far as the table knows them."""
        return [replace(line, squares=self.line_from(own, enemy, line.square)) for line in lines]

    def _steps(self, deepest: int, empties: int, looks: int | None) -> list[tuple[int, int]]:
        """The depths to search, one after the other, each with its level. Near the end of the game it goes there at
        once: first with the usual margins, then with wider ones, and at last without selective cut-offs."""
        level = 1 if self.margins.any() else EXACT_LEVEL
        if deepest < empties or level == EXACT_LEVEL or empties <= kernels.SOLVE_FROM:
            return [(depth, level if depth < empties else EXACT_LEVEL) for depth in range(1, deepest + 1)]
        steps = [(depth, level) for depth in range(1, empties - LAST_LEAP + 1)]
        steps += [(empties, level + wider) for wider in range(len(WIDER))][:looks]
        return steps if looks else [*steps, (empties, EXACT_LEVEL)]

    def _deepen(self, own, enemy, worker, report, steps, lines, patience) -> bool:
        """Search these depths into the report; whether there is reason to go on."""
        read_position(worker.rows, 0, own, enemy)
        empties = 64 - (own | enemy).bit_count()
        for depth, level in steps:
            worker.cut(level, self.margins * WIDER[level - 1] if level < EXACT_LEVEL else 0)
            order = np.array([line.square for line in report.lines], np.int64)
            values, nodes = np.zeros(len(order), np.int64), np.zeros(len(order), np.int64)
            done = kernels.search_root(own, enemy, depth, min(lines, len(order)), order, values, nodes, worker.work)
            if done:
                report.lines = self._ranked(order, values, nodes, done, lines, report.lines)
            if done < len(order):
                return False
            report.depth = depth
            report.looks = level if depth == empties and level < EXACT_LEVEL else report.looks
            report.complete = depth == empties and level == EXACT_LEVEL
            if self.on_depth is not None and worker is self.workers[0]:
                self.on_depth(replace(report), worker.counts())
            if len(order) == 1 and depth >= 4:
                return False
            if patience is not None and patience.ends_after(report):
                return False
        return True

    def _ranked(self, order, values, nodes, done, lines, before) -> list[Line]:
        """Root moves, best first. Those a stop left unsearched follow in their old order."""
        searched = sorted(range(done), key=lambda i: -int(values[i]))
        ranked = [Line(int(order[i]), int(values[i]), rank < lines, int(nodes[i])) for rank, i in enumerate(searched)]
        return ranked + [line for line in before if line.square not in set(order[:done].tolist())]

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
            entry = probe(self._part.ctypes.data, len(self._part) - 1, hash_of(own, enemy))
            square = int(move_of(entry)) if entry else NO_MOVE
            if square >= NO_MOVE or not moves >> square & 1:
                break
        return tuple(line)
