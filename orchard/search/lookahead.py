"""One fixed-depth search after another, for players: arrays in, plain values out.

A `Lookahead` owns the memory of a search (workspaces, table) and runs the kernels. It knows no clock: whoever calls
`run` may end it from another thread with the stop byte.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

import numpy as np

from orchard.core.board import PASS_SQUARE, squares_of
from orchard.core.errors import OptionError
from orchard.core.game import Position
from orchard.evaluate import Evaluation
from orchard.games import _bits
from orchard.search import workspace as ws
from orchard.search.crew import with_helpers
from orchard.search.root import ALPHABETA, MINIMAX, NEGASCOUT, search_root
from orchard.search.table import AGES, data_square, new_table, position_key, recall

Bound = Literal["exact", "lower", "upper"]
BOUNDS: tuple[Bound, ...] = ("exact", "lower", "upper")
BITS: Any = _bits
ALGORITHMS = {"minimax": MINIMAX, "alphabeta": ALPHABETA, "negascout": NEGASCOUT}


@dataclass(frozen=True, slots=True)
class Settings:
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
    def switched(cls, scout: bool, table_mb: float, history: bool, ordering: bool) -> Settings:
        """Alpha-beta with the helps that are switched on; the plain kernel where none is."""
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

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._table: np.ndarray[Any, Any] = new_table(settings.table_mb)
        self._works: list[np.ndarray[Any, Any]] = []
        self._searches = 0
        self.halt: np.ndarray[Any, Any] = np.zeros(1, np.uint8)  # a stop byte for whoever watches a clock

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
        self.own, self.enemy = position.own, position.enemy
        self.evaluation, self.weights = evaluation, weights
        self.squares = list(squares_of(position.legal_mask())) or [PASS_SQUARE]
        self._searches += 1
        if self._searches % AGES == 0:
            self._table[:] = 0
        while len(self._works) < threads:
            self._works.append(ws.new_workspace())
        for number, work in enumerate(self._works):
            work[: ws.ROOT_MOVES] = 0
            work[ws.HISTORY : ws.KILLERS] = 0
            work[ws.KILLERS : ws.SQUARES] = ws.PASS
            work[ws.BUDGET] = budget if budget is not None and number == 0 else ws.INFINITY << 20
            work[ws.REVERSED] = position.game.base_name == "reversed_reversi"
            work[ws.WON], work[ws.PER_DISC] = evaluation.won, evaluation.per_disc
            work[ws.USE_SCOUT] = self.settings.scout
            work[ws.USE_TABLE] = self.settings.table_mb > 0
            work[ws.USE_HISTORY] = self.settings.history
            work[ws.USE_ORDERING] = self.settings.ordering
            work[ws.SALT] = self._searches

    def run(self, order: list[int], depth: int, stop: np.ndarray[Any, Any], thread: int = 0) -> Searched:
        """Search the moves of `order` to `depth` plies, with the workspace of one thread."""
        work = self._works[thread]
        before = int(work[ws.NODES])
        work[ws.STOPPED] = work[ws.GUESSES] = 0
        work[ws.ROOT_MOVES : ws.ROOT_MOVES + len(order)] = order
        search_root(
            ALGORITHMS[self.settings.algorithm],
            self.own,
            self.enemy,
            len(order),
            depth,
            self.evaluation.function,
            self.weights,
            work,
            self._table,
            stop,
        )
        done = int(work[ws.ROOT_DONE])
        moves = tuple(
            RootMove(
                order[i],
                int(work[ws.ROOT_VALUES + i]),
                BOUNDS[int(work[ws.ROOT_BOUNDS + i])],
                int(work[ws.ROOT_NODES + i]),
            )
            for i in range(done)
        )
        line = tuple(int(square) for square in work[ws.LINES : ws.LINES + int(work[ws.LENGTHS])])
        complete = done == len(order)
        solved = complete and not work[ws.GUESSES]
        return Searched(depth, moves, line, complete, solved, int(work[ws.NODES]) - before)

    def run_together(self, order: list[int], depth: int, halt: np.ndarray[Any, Any], threads: int) -> Searched:
        """The same by several threads, where they can meet in a table: helpers come from the back of the list."""

        def help_out(number: int) -> Searched:
            return self.run(order[:1] + order[:0:-1], min(depth + (number + 1) % 2, ws.MAX_DEPTH), done, number)

        done = np.zeros(1, np.uint8)
        helpers = [partial(help_out, number) for number in range(1, threads) if self.settings.table_mb]
        return with_helpers(lambda: self.run(order, depth, halt), helpers, done)

    def nodes(self, thread: int | None = None) -> int:
        """Positions visited since `begin`, by one thread or by all."""
        works = self._works if thread is None else [self._works[thread]]
        return sum(int(work[ws.NODES]) for work in works)

    def judge(self) -> Searched:
        """Each move by what the evaluation says right after it: the answer when there was no time to search.

        It needs no memory of a search, heeds neither clock nor stop flag, and counts no nodes.
        """
        scratch = Lookahead(replace(self.settings, algorithm="minimax", table_mb=0))
        scratch._works = [ws.new_workspace()]
        scratch._works[0][: ws.NODES] = self._works[0][: ws.NODES]
        scratch._works[0][ws.BUDGET] = ws.INFINITY
        scratch.own, scratch.enemy = self.own, self.enemy
        scratch.evaluation, scratch.weights = self.evaluation, self.weights
        return replace(scratch.run(self.squares, 1, np.zeros(1, np.uint8)), nodes=0)

    def extend(self, line: tuple[int, ...], depth: int) -> tuple[int, ...]:
        """A line that ended at a table entry, carried on by the best moves that the table knows."""
        own, enemy, side = self.own, self.enemy, 1
        squares = list(line)
        at = 0
        while True:
            if at == len(squares):
                if len(squares) >= depth or not self.settings.table_mb:
                    break
                moves = int(BITS.legal_mask(own, enemy))
                if not moves:
                    break
                data = recall(self._table, position_key(own, enemy, side, self._searches))
                square = int(data_square(data)) if data else -1
                if square < 0 or square > 63 or not moves >> square & 1:
                    break
                squares.append(square)
            square = squares[at]
            if square != PASS_SQUARE:
                turned = int(BITS.flip_mask(own, enemy, square))
                own, enemy = own ^ turned ^ (1 << square), enemy ^ turned
            own, enemy, side, at = enemy, own, -side, at + 1
        return tuple(squares)
