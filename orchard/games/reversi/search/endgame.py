"""Exact endgames of Reversi and Reversed Reversi.

    solver = Solver("reversi")
    solution = solver.solve(own, enemy)      # the score, a best move and the line, from the mover's view

The search is a row of null windows (MTD): "is the score at least s?", each answered by `endgame_outer` and
`endgame_inner`, which remember what they found in one table. A search that was stopped goes on from the table when it
is asked again. What other kernels may call is `solve_kernel` and `null_window`, with the address `solver.context`.
"""

# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from orchard.core.board import squares_of
from orchard.core.errors import OptionError
from orchard.games.reversi.bits import flip_mask, legal_mask
from orchard.games.reversi.evaluate import weights_file
from orchard.games.reversi.evaluate.pattern_tables import LANES
from orchard.games.reversi.search import endgame_inner as words
from orchard.games.reversi.search.endgame_outer import BUSY_BUCKETS, NO_GUESS, solve_kernel
from orchard.games.reversi.search.endgame_table import BUCKET_BYTES, EXACT, NO_MOVE, hash_of, lookup, move_of
from orchard.games.reversi.search.stable import edge_table
from orchard.search.crew import with_helpers

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
    """Solves positions of one game and remembers what it learned. One search at a time; it may use many threads.

    Whoever watches a clock raises `halt[0]` ([1] uint8).
    """

    def __init__(
        self,
        game_name: str,
        table_mb: int = 64,
        weights: Any = None,
        halt: Any = None,
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
        self.halt = np.zeros(1, dtype=np.uint8) if halt is None else halt
        self._done = np.zeros(1, dtype=np.uint8)
        self._date = 0
        if weights is None:
            weights = weights_file.load(game_name) if weights_file.shipped(game_name).is_file() else NO_WEIGHTS
        self._weights = weights
        self._rows: list[Any] = []
        self._contexts = [self._new_context()]
        self._in_use = self._contexts
        self._found: tuple[int, int, int] | None = None

    # ------------------------------------------------------------------------------------------------ contexts

    @property
    def context(self) -> int:
        """The address that kernels take; valid as long as this solver lives."""
        return int(self._contexts[0].ctypes.data)

    def _new_context(self) -> Any:
        context = _aligned(words.CONTEXT_WORDS)
        context[words.NODE_LIMIT] = UNLIMITED
        context[words.STOP_FLAG] = self.halt.ctypes.data
        context[words.HALT_FLAG] = self._done.ctypes.data
        context[words.TABLE] = self._table.ctypes.data
        context[words.TABLE_MASK] = self._mask
        context[words.EDGES] = self._edges.ctypes.data
        context[words.TRUST] = EXACT
        self._rows.append(np.zeros((PLIES, LANES), dtype=np.int16))
        return context

    def _prepare(self, threads: int, node_limit: int) -> list[Any]:
        while len(self._contexts) < threads:
            self._contexts.append(self._new_context())
        contexts = self._contexts[:threads]
        for context in contexts:
            context[0] = 0
            context[words.NODE_LIMIT] = node_limit
            context[words.STOPPED] = 0
            context[words.ABORT] = 0
            context[words.LOWER], context[words.UPPER] = 0, 128
            context[words.DATE] = self._date
            context[words.BUSY] = self._busy.ctypes.data if threads > 1 else 0
        self._busy[:] = 0
        return contexts

    def clear(self) -> None:
        """Forget everything."""
        self._table[:] = 0

    def watch(self, halt: Any) -> None:
        """For kernels that ask by `context`: begin to count anew, until the byte `halt[0]` is raised."""
        self.halt = halt
        self._contexts[0][words.STOP_FLAG] = halt.ctypes.data
        self._contexts[0][words.STOPPED] = 0
        self._contexts[0][0] = 0

    # ------------------------------------------------------------------------------------------------ searching

    def solve(
        self,
        own: int,
        enemy: int,
        alpha: int = -64,
        beta: int = 64,
        *,
        threads: int = 1,
        node_slice: int | None = None,
        guess: int = NO_GUESS,
        with_line: bool = False,
    ) -> Solution:
        """The score if it lies between alpha and beta, else a bound that shows on which side.

        `halt[0]`, raised by another thread, and `node_slice` (nodes per thread) end it early with the bounds so far;
        asked again, it goes on from the table.
        """
        own, enemy = own & FULL, enemy & FULL
        if own & enemy or not own | enemy:
            raise OptionError("a position needs discs, and no square may hold two")
        self._date = self._date % 255 + 1
        self._found = None
        contexts = self._in_use = self._prepare(threads, UNLIMITED if node_slice is None else node_slice)

        def work(number: int) -> None:
            self._search(number, own, enemy, alpha, beta, guess)
            if threads > 1 and not contexts[number][words.STOPPED]:
                self._done[0] = 1  # whoever is done ends the others

        with_helpers(partial(work, 0), [partial(work, number) for number in range(1, threads)], self._done)
        if not all(context[words.STOPPED] for context in contexts):
            for context in contexts:  # stopped by a thread that had finished: that is no interruption
                context[words.STOPPED] = 0
        self._done[0] = 0
        lower, upper, nodes = self._found = self.so_far()
        move = self._move_known(own, enemy)
        line: tuple[int, ...] = ()
        if lower == upper and not contexts[0][words.STOPPED]:
            contexts[0][0] = 0
            contexts[0][words.BUSY] = 0
            line = self._line(own, enemy, lower, with_line)
            move = line[0] if line else move
            nodes += int(contexts[0][0])
        return Solution(lower, upper, move, line, nodes)

    def so_far(self) -> tuple[int, int, int]:
        """The bounds found, and the nodes it took, by the search under way or just ended."""
        return self._found or (
            max(int(context[words.LOWER]) for context in self._in_use) - 64,
            min(int(context[words.UPPER]) for context in self._in_use) - 64,
            sum(int(context[0]) for context in self._in_use),
        )

    def _search(self, number: int, own: int, enemy: int, alpha: int, beta: int, guess: int) -> None:
        """One thread's search; what it found stands in its context."""
        solve_kernel(
            own,
            enemy,
            alpha,
            beta,
            guess,
            64 - (own | enemy).bit_count(),
            self.reversed_game,
            int(self._contexts[number].ctypes.data),
            self._rows[number],
            self._weights,
        )

    # ------------------------------------------------------------------------------------------------ moves and lines

    def _is_at_most(self, own: int, enemy: int, bound: int) -> bool:
        """Whether the mover's score is no more than `bound`; False too where the search was stopped."""
        self._search(0, own, enemy, bound, bound + 1, bound)
        context = self._contexts[0]
        return int(context[words.UPPER]) - 64 <= bound and not context[words.STOPPED]

    def _move_known(self, own: int, enemy: int) -> int | None:
        """The table's move."""
        bounds = lookup(self._table.ctypes.data, self._mask, hash_of(own, enemy))
        square = int(move_of(bounds)) if bounds else NO_MOVE
        return square if square < NO_MOVE and int(legal_mask(own, enemy)) >> square & 1 else None

    def _best_move(self, own: int, enemy: int, score: int) -> int | None:
        """A move that keeps at least `score`; None where the game is over or the search was stopped."""
        moves = list(squares_of(int(legal_mask(own, enemy))))
        if not moves:
            return PASS if int(legal_mask(enemy, own)) else None
        known = self._move_known(own, enemy)
        for square in sorted(moves, key=lambda move: move != known):
            if self._is_at_most(*_play(own, enemy, square), -score):
                return square
        return None

    def _line(self, own: int, enemy: int, score: int, whole: bool) -> tuple[int, ...]:
        """Best moves from here on, or only the first."""
        line: list[int] = []
        while (square := self._best_move(own, enemy, score)) is not None:
            line.append(square)
            own, enemy = _play(own, enemy, square)
            score = -score
            if not whole:
                break
        return tuple(line)
