"""Exact endgames of Reversi and Reversed Reversi.

    solver = Solver("reversi")
    solution = solver.solve(own, enemy)      # the score, a best move and the line, from the mover's view

The search is a row of null windows (MTD): "is the score at least s?", each answered by `endgame_outer` and
`endgame_inner`, which remember what they found in one table. A search that was stopped goes on from the table when it
is asked again. What other kernels may call is `solve_kernel` and `null_window`, with `solver.context` (see
endgame_context.py).
"""

# mypy: disable-error-code="no-untyped-call"
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

import numpy as np

from orchard.core.board import Board, squares_of
from orchard.core.errors import OptionError
from orchard.games.reversi.bits import flip_mask, legal_mask
from orchard.games.reversi.evaluate import weights_file
from orchard.games.reversi.evaluate.pattern_tables import LANES
from orchard.games.reversi.evaluate.patterns import PLIES
from orchard.games.reversi.search.endgame_context import Context, square_values
from orchard.games.reversi.search.endgame_look import glance
from orchard.games.reversi.search.endgame_near import new_near_table
from orchard.games.reversi.search.endgame_outer import NO_GUESS, solve_kernel
from orchard.games.reversi.search.endgame_table import ENTRIES, EXACT, NO_MOVE, hash_of, lookup, move_of
from orchard.games.reversi.search.stable import edge_table
from orchard.games.reversi.small import KERNEL_WIDTH, WIDTHS, placement
from orchard.search.busy import new_busy_list
from orchard.search.crew import with_helpers
from orchard.search.lockless import new_table

UNLIMITED = 1 << 62
PASS = -1
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

    @property
    def verdict(self) -> str:
        """The result for people, with the score where it is known: "a win by 6". For a solution whose sign is known."""
        won = {1: "a win", 0: "a draw", -1: "a loss"}[cast(int, self.sign)]
        return f"{won} by {abs(self.score)}" if self.score else won


def _play(own: int, enemy: int, square: int) -> tuple[int, int]:
    if square == PASS:
        return enemy, own
    turned = int(flip_mask(own, enemy, square))
    return enemy ^ turned, own ^ turned ^ (1 << square)


class Solver:
    """Solves positions of one game and remembers what it learned. One search at a time; it may use many threads.

    Whoever watches a clock raises `halt[0]` ([1] uint8).
    """

    def __init__(self, game_name: str, table_mb: int = 64, weights: Any = None, halt: Any = None) -> None:
        base, _, option = game_name.partition(":")
        if base not in ("reversi", "reversed_reversi") or (option or "8") not in map(str, WIDTHS):
            raise OptionError(f"no endgame solver for {game_name!r}; there is one for reversi and reversed_reversi")
        if table_mb < 1:
            raise OptionError(f"table_mb={table_mb} is out of range: at least 1")
        self.reversed_game = int(base == "reversed_reversi")
        self.placement = placement(int(option or 8))
        self.most = self.placement.width**2  # no score is higher
        self._table: Any = new_table(table_mb, ENTRIES)
        self._edges = edge_table()
        self.halt = np.zeros(1, dtype=np.uint8) if halt is None else halt
        self._done = np.zeros(1, dtype=np.uint8)
        self._date = 0
        if weights is None:
            trained = not option and weights_file.shipped(base).is_file()
            weights = weights_file.load(base) if trained else NO_WEIGHTS
        self._weights = weights
        self._rows: list[Any] = []
        self._near: list[Any] = []
        self._contexts = [self._new_context()]
        self._in_use = self._contexts
        self._found: tuple[int, int, int] | None = None

    # ------------------------------------------------------------------------------------------------ contexts

    @property
    def context(self) -> Any:
        """The record that kernels take."""
        return self._contexts[0]

    def _new_context(self) -> Any:
        context, rows = Context.new(), np.zeros((PLIES, LANES), dtype=np.int16)
        near = new_near_table()
        self._rows.append(rows)
        self._near.append(near)
        context["near"] = near.ctypes.data
        context["board"], context["squares"] = self.placement.mask, self.most
        context["corners"] = self.placement.corners
        context["square_value"] = square_values(self.placement.width)
        context["edges"] = self._edges.ctypes.data
        context["reversed_game"] = self.reversed_game
        context["node_limit"] = UNLIMITED
        context["stop_flag"], context["halt_flag"] = self.halt.ctypes.data, self._done.ctypes.data
        context["table"], context["table_mask"] = self._table.ctypes.data, len(self._table) - 1
        context["trust"] = EXACT
        context["rows"] = rows.ctypes.data
        context["weights"] = self._weights.ctypes.data if self._weights.size else 0
        return context

    def _prepare(self, threads: int, node_limit: int) -> list[Any]:
        while len(self._contexts) < threads:
            self._contexts.append(self._new_context())
        contexts = self._contexts[:threads]
        self._busy = new_busy_list(threads)
        for context, row in zip(contexts, self._busy, strict=True):
            context["nodes"] = context["stopped"] = context["abort"] = 0
            context["node_limit"] = node_limit
            context["lower"], context["upper"] = -self.most, self.most
            context["date"] = self._date
            context["threads"] = threads
            context["busy"] = self._busy.ctypes.data if threads > 1 else 0
            context["own_busy"] = row.ctypes.data
        return contexts

    def clear(self) -> None:
        """Forget everything."""
        self._table[:] = 0
        for near in self._near:
            near[:] = 0

    def watch(self, halt: Any) -> None:
        """For kernels that ask by `context`: count nodes from 0, until the byte `halt[0]` is raised."""
        self.halt = halt
        self.context["stop_flag"] = halt.ctypes.data
        self.context["stopped"] = self.context["nodes"] = 0

    # ------------------------------------------------------------------------------------------------ searching

    def solve(
        self,
        own: int,
        enemy: int,
        alpha: int | None = None,
        beta: int | None = None,
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
        board = (1 << self.most) - 1
        own, enemy = self.placement.spread(own & board), self.placement.spread(enemy & board)
        if own & enemy or not own | enemy:
            raise OptionError("a position needs discs, and no square may hold two")
        alpha, beta = -self.most if alpha is None else alpha, self.most if beta is None else beta
        self._date = self._date % 255 + 1
        self._found = None
        contexts = self._in_use = self._prepare(threads, UNLIMITED if node_slice is None else node_slice)

        def work(number: int) -> None:
            self._search(number, own, enemy, alpha, beta, guess)
            if threads > 1 and not contexts[number]["stopped"]:
                self._done[0] = 1  # whoever is done ends the others

        with_helpers(partial(work, 0), [partial(work, number) for number in range(1, threads)], self._done)
        if not all(context["stopped"] for context in contexts):
            for context in contexts:  # stopped by a thread that had finished: that is no interruption
                context["stopped"] = 0
        self._done[0] = 0
        lower, upper, nodes = self._found = self.so_far()
        move = self._move_known(own, enemy)
        line: tuple[int, ...] = ()
        if lower == upper and not contexts[0]["stopped"]:
            contexts[0]["nodes"] = contexts[0]["busy"] = 0
            line = self._line(own, enemy, lower, with_line)
            move = line[0] if line else move
            nodes += int(contexts[0]["nodes"])
        square = self.placement.square
        return Solution(lower, upper, None if move is None else square(move), tuple(map(square, line)), nodes)

    def so_far(self) -> tuple[int, int, int]:
        """The bounds found, and the nodes it took, by the search under way or just ended."""
        return self._found or (
            max(int(context["lower"]) for context in self._in_use),
            min(int(context["upper"]) for context in self._in_use),
            sum(int(context["nodes"]) for context in self._in_use),
        )

    def _search(self, number: int, own: int, enemy: int, alpha: int, beta: int, guess: int) -> None:
        """One thread's search; what it found stands in its context."""
        self._contexts[number]["root_moves"] = self._first_moves(own, enemy)
        solve_kernel(own, enemy, alpha, beta, guess, self._empties(own, enemy), self._contexts[number])

    def _first_moves(self, own: int, enemy: int) -> int:
        """The squares to begin on: all, or one of each kind where a small board is symmetric, as it is at the start."""
        place = self.placement
        if place.width == KERNEL_WIDTH:  # nobody solves positions so early in the game
            return place.mask
        board = Board.square(place.width, row_one_at_top=True)
        mine, theirs, moves = place.gather(own), place.gather(enemy), place.gather(self._legal(own, enemy))
        for k in board.symmetries[1:]:
            if board.transform_mask(mine, k) == mine and board.transform_mask(theirs, k) == theirs:
                for square in squares_of(moves):
                    image = board.symmetry(k)[square]
                    if image > square and moves >> square & 1:
                        moves &= ~(1 << image)
        return place.spread(moves)

    def _empties(self, own: int, enemy: int) -> int:
        return self.most - (own | enemy).bit_count()

    def _legal(self, own: int, enemy: int) -> int:
        return int(legal_mask(own, enemy)) & self.placement.mask

    # ------------------------------------------------------------------------------------------------ moves and lines

    def _is_at_most(self, own: int, enemy: int, bound: int) -> bool:
        """Whether the mover's score is no more than `bound`; False too where the search was stopped."""
        self._search(0, own, enemy, bound, bound + 1, bound)
        context = self._contexts[0]
        return int(context["upper"]) <= bound and not context["stopped"]

    def _move_known(self, own: int, enemy: int) -> int | None:
        """The table's move."""
        bounds = lookup(self._table.ctypes.data, len(self._table) - 1, hash_of(own, enemy))
        square = int(move_of(bounds)) if bounds else NO_MOVE
        return square if square < NO_MOVE and self._legal(own, enemy) >> square & 1 else None

    def at_a_glance(self, own: int, enemy: int, depth: int = 3) -> int:
        """The square to play on by mobility and corners a few plies ahead, where there is a move; nothing is proved."""
        own, enemy = self.placement.spread(own), self.placement.spread(enemy)

        def worth(square: int) -> int:
            mine, theirs = _play(own, enemy, square)
            return -int(glance(mine, theirs, self._legal(mine, theirs), -UNLIMITED, UNLIMITED, depth, self.context))

        return self.placement.square(max(squares_of(self._legal(own, enemy)), key=worth))

    def _best_move(self, own: int, enemy: int, score: int) -> int | None:
        """A move that keeps at least `score`; None where the game is over or the search was stopped."""
        moves = list(squares_of(self._legal(own, enemy)))
        if not moves:
            return PASS if self._legal(enemy, own) else None
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
