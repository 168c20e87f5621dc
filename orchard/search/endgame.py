"""Exact endgames of Reversi and Reversed Reversi.

    solver = Solver("reversi")
    solution = solver.solve(own, enemy)      # the score, a best move and the line, from the mover's view

The search is a row of null windows (MTD): "is the score at least s?", each answered by `endgame_outer` and
`endgame_inner`, which remember what they found in one table. A search that was stopped goes on from the table when it
is asked again. What other kernels may call is `solve_kernel` and `null_window`, with the address `solver.context`.
"""

# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from orchard.core.board import squares_of
from orchard.core.errors import OptionError
from orchard.evaluate import weights_file
from orchard.evaluate._pattern_tables import LANES
from orchard.games._bits import flip_mask, legal_mask
from orchard.search import endgame_inner as words
from orchard.search._stable import edge_table
from orchard.search.endgame_outer import BUSY_BUCKETS, NO_GUESS, solve_kernel
from orchard.search.endgame_table import BUCKET_BYTES, EXACT, NO_MOVE, hash_of, lookup, move_of

__all__ = ["Solution", "Solver", "solve_kernel"]

FULL = (1 << 64) - 1
UNLIMITED = 1 << 62
PASS = -1
PLIES = 140  # sixty moves and the passes between them, and the few plies of a look ahead
NO_WEIGHTS = np.zeros((0, 0), dtype=np.int16)  # sort by mobility alone
NO_WEIGHTS.setflags(write=False)


@dataclass(frozen=True, slots=True)
class Solution:
    """What is known: `lower <= score <= upper`, from the mover's view. `move` is a square, PASS, or None if unknown."""

    lower: int
    upper: int
    move: int | None
    line: tuple[int, ...]
    nodes: int
    seconds: float

    @property
    def score(self) -> int | None:
        return self.lower if self.lower == self.upper else None

    @property
    def sign(self) -> int | None:
        """1 a win, 0 a draw, -1 a loss, None while that is open."""
        if self.lower > 0:
            return 1
        if self.upper < 0:
            return -1
        return 0 if self.lower == self.upper == 0 else None


Progress = Callable[[int, int, int, float], None]


def _aligned(count: int) -> Any:
    """Zeroed words that begin on a cache line."""
    raw = np.zeros(count + 8, dtype=np.uint64)
    start = (-raw.ctypes.data % 64) // 8
    return raw[start : start + count]


def _play(own: int, enemy: int, square: int) -> tuple[int, int]:
    if square == PASS:
        return enemy, own
    turned = int(flip_mask(own, enemy, square))
    return enemy ^ turned, own ^ turned ^ (1 << square)


class Solver:
    """Solves positions of one game and remembers what it learned. One search at a time; it may use many threads."""

    def __init__(
        self,
        game_name: str,
        table_mb: int = 64,
        weights: Any = None,
    ) -> None:
        if game_name not in ("reversi", "reversed_reversi"):
            raise OptionError(f"no endgame solver for {game_name!r}; there is one for reversi and reversed_reversi")
        if table_mb < 1:
            raise OptionError(f"table_mb={table_mb} is out of range: at least 1")
        self.reversed_game = int(game_name == "reversed_reversi")
        buckets = 1 << ((table_mb << 20) // BUCKET_BYTES).bit_length() - 1
        self._table = _aligned(buckets * (BUCKET_BYTES // 8))
        self._mask = buckets - 1
        self._busy = _aligned(BUSY_BUCKETS * 8)
        self._edges = edge_table()
        self._halt = np.zeros(1, dtype=np.uint8)
        self._no_stop = np.zeros(1, dtype=np.uint8)
        self._date = 0
        if weights is None:
            weights = weights_file.load(game_name) if weights_file.shipped(game_name).is_file() else NO_WEIGHTS
        self._weights = weights
        self._rows: list[Any] = []
        self._contexts = [self._new_context()]

    # ------------------------------------------------------------------------------------------------ contexts

    @property
    def context(self) -> int:
        """The address that kernels take; valid as long as this solver lives."""
        return int(self._contexts[0].ctypes.data)

    def _new_context(self) -> Any:
        context = _aligned(words.CONTEXT_WORDS)
        context[words.NODE_LIMIT] = UNLIMITED
        context[words.STOP_FLAG] = self._no_stop.ctypes.data
        context[words.HALT_FLAG] = self._halt.ctypes.data
        context[words.TABLE] = self._table.ctypes.data
        context[words.TABLE_MASK] = self._mask
        context[words.EDGES] = self._edges.ctypes.data
        context[words.TRUST] = EXACT
        self._rows.append(np.zeros((PLIES, LANES), dtype=np.int16))
        return context

    def _prepare(self, threads: int, stop_flag: Any, node_limit: int) -> list[Any]:
        while len(self._contexts) < threads:
            self._contexts.append(self._new_context())
        contexts = self._contexts[:threads]
        for context in contexts:
            context[0] = 0
            context[words.NODE_LIMIT] = node_limit
            context[words.STOP_FLAG] = (self._no_stop if stop_flag is None else stop_flag).ctypes.data
            context[words.STOPPED] = 0
            context[words.ABORT] = 0
            context[words.LOWER], context[words.UPPER] = 0, 128
            context[words.DATE] = self._date
            context[words.BUSY] = self._busy.ctypes.data if threads > 1 else 0
        self._halt[0] = 0
        self._busy[:] = 0
        return contexts

    def clear(self) -> None:
        """Forget everything."""
        self._table[:] = 0

    # ------------------------------------------------------------------------------------------------ searching

    def solve(
        self,
        own: int,
        enemy: int,
        alpha: int = -64,
        beta: int = 64,
        *,
        stop_flag: Any = None,
        threads: int = 1,
        node_slice: int | None = None,
        guess: int = NO_GUESS,
        on_progress: Progress | None = None,
        with_line: bool = False,
    ) -> Solution:
        """The score if it lies between alpha and beta, else a bound that shows on which side.

        `stop_flag` ([1] uint8) and `node_slice` (nodes per thread) end it early with the bounds so far; asked again,
        it goes on from the table. With `on_progress(lower, upper, nodes, seconds)`, called ten times a second, or
        with several threads the search runs beside the calling thread, so that Ctrl-C works.
        """
        started = time.perf_counter()
        own, enemy = own & FULL, enemy & FULL
        if own & enemy or not own | enemy:
            raise OptionError("a position needs discs, and no square may hold two")
        self._date = self._date % 255 + 1
        contexts = self._prepare(threads, stop_flag, UNLIMITED if node_slice is None else node_slice)
        lower, upper = self._search(contexts, own, enemy, alpha, beta, guess, on_progress, started)
        nodes = sum(int(context[0]) for context in contexts)
        move = self._move_known(own, enemy)
        line: tuple[int, ...] = ()
        if lower == upper and not contexts[0][words.STOPPED]:
            contexts[0][0] = 0
            contexts[0][words.BUSY] = 0
            self._halt[0] = 0
            line = self._line(contexts[0], own, enemy, lower, with_line)
            move = line[0] if line else None
            nodes += int(contexts[0][0])
        return Solution(lower, upper, move, line, nodes, time.perf_counter() - started)

    def _search(
        self,
        contexts: list[Any],
        own: int,
        enemy: int,
        alpha: int,
        beta: int,
        guess: int,
        on_progress: Progress | None,
        started: float,
    ) -> tuple[int, int]:
        """The bounds after a search by one thread per context."""
        empties = 64 - (own | enemy).bit_count()

        def work(context: Any, rows: Any) -> None:
            solve_kernel(
                own,
                enemy,
                alpha,
                beta,
                guess,
                empties,
                self.reversed_game,
                int(context.ctypes.data),
                rows,
                self._weights,
            )
            if len(contexts) > 1 and not context[words.STOPPED]:
                self._halt[0] = 1

        if len(contexts) == 1 and on_progress is None:
            work(contexts[0], self._rows[0])
        else:
            workers = [
                threading.Thread(target=work, args=(context, rows), daemon=True)
                for context, rows in zip(contexts, self._rows, strict=False)
            ]
            for worker in workers:
                worker.start()
            try:
                for worker in workers:
                    while worker.is_alive():
                        worker.join(0.1)
                        if on_progress is not None:
                            nodes = sum(int(context[0]) for context in contexts)
                            lower, upper = _bounds(contexts)
                            on_progress(lower, upper, nodes, time.perf_counter() - started)
            except BaseException:
                self._halt[0] = 1
                for worker in workers:
                    worker.join()
                raise
            if self._halt[0]:
                for context in contexts:  # stopped by a thread that had finished: that is no interruption
                    context[words.STOPPED] = 0
        return _bounds(contexts)

    # ------------------------------------------------------------------------------------------------ moves and lines

    def _is_at_most(self, context: Any, own: int, enemy: int, bound: int) -> bool:
        """Whether the mover's score is no more than `bound`; False too where the search was stopped."""
        _, upper = self._search([context], own, enemy, bound, bound + 1, bound, None, 0.0)
        return upper <= bound and not context[words.STOPPED]

    def _move_known(self, own: int, enemy: int) -> int | None:
        """The table's move."""
        bounds = lookup(self._table.ctypes.data, self._mask, hash_of(own, enemy))
        square = int(move_of(bounds)) if bounds else NO_MOVE
        return square if square < NO_MOVE and int(legal_mask(own, enemy)) >> square & 1 else None

    def _best_move(self, context: Any, own: int, enemy: int, score: int) -> int | None:
        """A move that keeps at least `score`; None where the game is over or the search was stopped."""
        moves = list(squares_of(int(legal_mask(own, enemy))))
        if not moves:
            return PASS if int(legal_mask(enemy, own)) else None
        known = self._move_known(own, enemy)
        for square in sorted(moves, key=lambda move: move != known):
            if self._is_at_most(context, *_play(own, enemy, square), -score):
                return square
        return None

    def _line(self, context: Any, own: int, enemy: int, score: int, whole: bool) -> tuple[int, ...]:
        """Best moves from here on, or only the first."""
        line: list[int] = []
        while (square := self._best_move(context, own, enemy, score)) is not None:
            line.append(square)
            own, enemy = _play(own, enemy, square)
            score = -score
            if not whole:
                break
        return tuple(line)


def _bounds(contexts: list[Any]) -> tuple[int, int]:
    """The tightest bounds any thread has found."""
    return (
        max(int(context[words.LOWER]) for context in contexts) - 64,
        min(int(context[words.UPPER]) for context in contexts) - 64,
    )
