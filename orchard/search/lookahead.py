"""One fixed-depth search after another, for players: arrays in, plain values out.

A `Lookahead` owns the memory of a search (workspaces, table) and runs the kernels. It knows no clock: the caller of
`run` may end it from another thread with the stop byte.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

import numpy as np

from orchard.core.dynamics import MOST_MOVES
from orchard.core.errors import OptionError
from orchard.core.evaluation import Evaluation
from orchard.core.game import Position
from orchard.search import workspace as ws
from orchard.search.crew import with_helpers
from orchard.search.lockless import new_table
from orchard.search.root import ALPHABETA, MINIMAX, NEGASCOUT, search_inside, search_root
from orchard.search.table import AGES, ENTRIES, NO_SQUARE, position_key, recall, square_of

Bound = Literal["exact", "lower", "upper"]
BOUNDS: tuple[Bound, ...] = ("exact", "lower", "upper")
SEARCH_ROOT: Any = search_root
SEARCH_INSIDE: Any = search_inside
ALGORITHMS = {"minimax": MINIMAX, "alphabeta": ALPHABETA, "negascout": NEGASCOUT}


@dataclass(frozen=True, slots=True)
class LookaheadSettings:
    """How to search. The switches are those of `negascout.py`; minimax and plain alpha-beta have none."""

    algorithm: str = "alphabeta"
    scout: bool = False
    table_mb: float = 0
    history: bool = False
    ordering: bool = False

    def __post_init__(self) -> None:
        if self.algorithm not in ALGORITHMS:
            raise OptionError(f"no algorithm {self.algorithm!r}; there are {', '.join(ALGORITHMS)}")

    @classmethod
    def switched(cls, scout: bool, table_mb: float, history: bool, ordering: bool) -> LookaheadSettings:
        """Alpha-beta with the given enhancements; the plain kernel without any."""
        any_on = scout or table_mb > 0 or history or ordering
        return cls("negascout" if any_on else "alphabeta", scout, table_mb, history, ordering)


@dataclass(frozen=True, slots=True)
class RootMove:
    square: int
    value: int
    bound: Bound
    nodes: int


@dataclass(frozen=True, slots=True)
class Searched:
    """What one search found out; values are in the steps of the evaluation, from the mover's view."""

    depth: int
    moves: tuple[RootMove, ...]  # those that were finished, in the order they were searched
    line: tuple[int, ...]  # squares, -1 for a pass
    complete: bool  # whether all moves were finished
    solved: bool  # whether every line ended the game, so that the value is the true result
    nodes: int

    @property
    def best(self) -> RootMove:
        """The first of the best moves."""
        return max(self.moves, key=lambda move: move.value)


class Lookahead:
    """The memory of a search from one root position. `begin` starts a new one, `run` searches to one depth."""

    def __init__(self, settings: LookaheadSettings) -> None:
        self.settings = settings
        self._table: Any = new_table(settings.table_mb, ENTRIES)
        self._searches = 0
        self.halt: np.ndarray[Any, Any] = np.zeros(1, np.uint8)  # stop byte for the thread that watches the clock

    def begin(
        self,
        position: Position,
        evaluation: Evaluation,
        weights: np.ndarray[Any, Any],
        *,
        threads: int = 1,
        budget: int | None = None,
    ) -> None:
        """Forget the last search and prepare for this position."""
        self.dynamics, self.state = position.game.dynamics, position.game.state(position)
        self.evaluation, self.weights = evaluation, weights
        self.squares: list[int] = [move.square for move in position.legal()]
        self._searches += 1
        if self._searches % AGES == 0:
            self._table[:] = 0
        self._works = [self.new_work() for _ in range(threads)]
        if budget is not None:
            self._works[0]["budget"] = budget

    def new_work(self) -> Any:
        """A workspace for this position."""
        work = ws.Workspace.new()
        work["killers"], work["budget"] = ws.PASS, ws.UNBOUNDED
        work["words"] = len(self.state)
        work["states"][0, : len(self.state)] = self.state
        work["won"], work["per_point"] = self.evaluation.won, self.evaluation.per_point
        work["use_scout"], work["use_table"] = self.settings.scout, self.settings.table_mb > 0
        work["use_history"], work["use_ordering"] = self.settings.history, self.settings.ordering
        work["table"], work["table_mask"] = self._table_for_kernels
        work["salt"] = self._searches
        return work

    @property
    def _table_for_kernels(self) -> tuple[int, int]:
        return self._table.ctypes.data, len(self._table) - 1

    def rules(self) -> tuple[Any, ...]:
        """What kernels take to search this position, the stop byte apart."""
        rules = self.dynamics
        return rules.moves, rules.over, rules.play, rules.score, self.evaluation.function, self.weights

    def run(self, order: list[int], depth: int, stop: np.ndarray[Any, Any], thread: int = 0) -> Searched:
        """Search the moves of `order` to `depth` plies, with the workspace of one thread."""
        return self._run(self._works[thread], ALGORITHMS[self.settings.algorithm], order, depth, stop)

    def _run(self, work: Any, algorithm: int, order: list[int], depth: int, stop: np.ndarray[Any, Any]) -> Searched:
        before = int(work["nodes"])
        work["stopped"] = work["guesses"] = 0
        work["root_moves"][: len(order)] = order
        SEARCH_ROOT(algorithm, work, len(order), depth, *self.rules(), stop)
        return self.found(work, order, depth, before)

    def found(self, work: Any, order: list[int], depth: int, before: int) -> Searched:
        """What a search from the root left in its workspace, which had visited so many nodes before it."""
        done = int(work["root_done"])
        found = zip(order[:done], work["root_values"], work["root_bounds"], work["root_nodes"], strict=False)
        moves = tuple(RootMove(square, int(value), BOUNDS[bound], int(nodes)) for square, value, bound, nodes in found)
        line = tuple(int(square) for square in work["lines"][0, : int(work["lengths"][0])])
        complete = done == len(order)
        solved = complete and not work["guesses"]
        return Searched(depth, moves, line, complete, solved, int(work["nodes"]) - before)

    def run_together(self, order: list[int], depth: int, halt: np.ndarray[Any, Any], threads: int) -> Searched:
        """The same by several threads, where they can meet in a table: helpers come from the back of the list."""

        def help_out(number: int) -> Searched:
            return self.run(order[:1] + order[:0:-1], min(depth + (number + 1) % 2, ws.MAX_DEPTH), done, number)

        done = np.zeros(1, np.uint8)
        helpers = [partial(help_out, number) for number in range(1, threads) if self.settings.table_mb]
        return with_helpers(lambda: self.run(order, depth, halt), helpers, done)

    def value_inside(self, side: int, depth: int, ply: int, alpha: int, beta: int, stop: np.ndarray[Any, Any]) -> int:
        """The value of the position at `ply` of the first workspace for its side to move, ours (1) or not (-1)."""
        algorithm = ALGORITHMS[self.settings.algorithm]
        return int(SEARCH_INSIDE(algorithm, self.work, side, depth, ply, alpha, beta, *self.rules(), stop))

    def leaf_inside(self, side: int, ply: int) -> int:
        """The same without looking ahead, as `leaf_value` does it; calling that kernel takes a hundred times longer."""
        work, state = self.work, self.work["states"][ply]
        work["lengths"][ply] = 0
        if not self.dynamics.over(state):
            work["guesses"] += 1
            return int(self.evaluation.function(state, side, self.weights))
        score = int(self.dynamics.score(state))
        return int(work["per_point"]) * score + int(work["won"]) * ((score > 0) - (score < 0))

    @property
    def work(self) -> Any:
        """The workspace of the first thread."""
        return self._works[0]

    def nodes(self) -> int:
        """Positions visited since `begin`, by all threads."""
        return sum(int(work["nodes"]) for work in self._works)

    def counts(self) -> tuple[int, ...]:
        """Nodes and cut-offs of each kind since `begin`, by the first thread."""
        return tuple(int(self._works[0][name]) for name in ("nodes", "cuts", "first_cuts", "table_cuts"))

    def first_glance(self) -> Searched:
        """Each move by what the evaluation says right after it: the answer when there was no time to search.

        It needs no memory of a search, ignores clock and stop flag, and counts no nodes.
        """
        return replace(self._run(self.new_work(), MINIMAX, self.squares, 1, np.zeros(1, np.uint8)), nodes=0)

    def extend(self, line: tuple[int, ...], depth: int) -> tuple[int, ...]:
        """A line that ended at a table entry, carried on by the best moves that the table knows."""
        if not self.settings.table_mb:
            return line
        squares, state, side = list(line), self.state.copy(), 1
        for square in line:
            self.dynamics.play(state, square)
            side = -side
        legal = np.empty(MOST_MOVES, np.int16)
        while len(squares) < depth:
            moves = legal[: self.dynamics.moves(state, legal)].tolist()
            data = recall(*self._table_for_kernels, position_key(state, len(state), side, self._searches))
            square = int(square_of(data)) if data else NO_SQUARE
            if square not in moves:
                break
            squares.append(square)
            self.dynamics.play(state, square)
            side = -side
        return tuple(squares)
