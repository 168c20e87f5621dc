"""Minimax, alpha-beta and negascout, step by step, for people to follow.

The plies that are shown are searched here, in plain Python, in the same order, with the same windows and in the same
workspace as by the kernels `minimax.py`, `alphabeta.py`, `negascout.py` and `root.py`, which each function here follows
line by line; what lies deeper is left to the kernels. So moves, values and node counts are the player's own.
"""

# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from orchard.core.board import Board, Move
from orchard.core.steps import Bound, Step
from orchard.search import negascout as kernels
from orchard.search import table
from orchard.search.lookahead import Lookahead, Searched
from orchard.search.saved import Saved
from orchard.search.table import NO_SQUARE
from orchard.search.workspace import EXACT, INFINITY, LOWER, PASS, UPPER, keep_line

SEEN: dict[Bound, Bound] = {"exact": "exact", "lower": "upper", "upper": "lower"}  # by the opponent


class HaltedError(Exception):
    """The stop byte was raised, or the budget used up, before the search was whole."""


@dataclass(frozen=True, slots=True)
class Window:
    """Alpha and beta for the side to move, and the nodes they are known from."""

    alpha: int = -INFINITY
    beta: int = INFINITY
    alpha_from: int | None = None
    beta_from: int | None = None

    def seen(self) -> Window:
        """By the opponent."""
        return Window(-self.beta, -self.alpha, self.beta_from, self.alpha_from)

    def raised(self, best: int, by: int | None) -> Window:
        return Window(best, self.beta, by, self.beta_from) if best > self.alpha else self


class PlyTracer:
    """Runs the searches of a `Lookahead` that has begun; `steps` is what they did."""

    def __init__(
        self, lookahead: Lookahead, board: Board, unit: float, plies: int, most: int, halt: Any, counted: int = 0
    ) -> None:
        """`counted`: how many positions may be visited to count what plain alpha-beta saves."""
        self.lookahead, self.board, self.unit, self.halt = lookahead, board, unit, halt
        self.plies, self.most = plies, most
        self.steps: list[Step] = []
        self.algorithm = lookahead.settings.algorithm
        self.prunes = self.algorithm != "minimax"
        self.used = 0  # numbers of nodes
        self.saved = Saved(lookahead, counted, halt) if counted and self.algorithm == "alphabeta" else None

    @property
    def work(self) -> Any:
        return self.lookahead.work

    # ----------------------------------------------------------------- the root

    def run(self, order: list[int], depth: int) -> Searched:
        """Search the moves of `order` to `depth` plies, like `search_root`."""
        work, before = self.work, int(self.work["nodes"])
        work["stopped"] = work["guesses"] = work["root_done"] = 0
        self.used = 0
        self.steps.append(Step("depth", depth=depth))
        try:
            self._root(order, depth)
        except HaltedError:
            work["stopped"] = 1
        return self.lookahead.found(work, order, depth, before)

    def _root(self, order: list[int], depth: int) -> None:
        work = self.work
        work["lengths"][0] = 0
        self._count()
        best, best_node = -INFINITY, None
        for i, square in enumerate(order):
            before = int(work["nodes"])
            self._go_down(0, square)
            value, again = 0, True
            window = Window().raised(best, best_node)
            if self.algorithm == "negascout" and work["use_scout"] and i > 0 and depth > 1:
                scout = Window(best, best + 1, best_node, best_node)
                value, node = self._child(0, square, -1, depth - 1, 1, scout, best)
                again = value > best
            if again:
                value, node = self._child(0, square, -1, depth - 1, 1, window, best)
            work["root_values"][i] = value
            work["root_nodes"][i] = int(work["nodes"]) - before
            work["root_bounds"][i] = EXACT if self.algorithm == "minimax" or value > best else UPPER
            work["root_done"] = i + 1
            if value > best:
                best, best_node = value, node
                keep_line(work, 0, square)
        self.steps.append(Step("back", 0, value=best / self.unit, bound="exact"))

    # ----------------------------------------------------------------- inside

    def _child(
        self, parent: int, square: int, side: int, depth: int, ply: int, window: Window, best: int
    ) -> tuple[int, int]:
        """The value of a move for the side that plays it, within its window, and the node after it."""
        self.used += 1
        node, move, mine = self.used, self.board.move_at(square), window.seen()
        moves = self._legal(ply)
        shown: dict[str, Any] = {"parent": parent, "move": move, "depth": depth, **self._window(window)}
        if depth == 0 or not moves or ply >= self.plies or len(self.steps) >= self.most:
            before = int(self.work["nodes"])
            if depth == 0 or not moves:
                self._count()
                value = -self.lookahead.leaf_inside(side, ply)
            else:
                value = -self.lookahead.value_inside(side, depth, ply, mine.alpha, mine.beta, self.halt)
                self._check()
            kind = "end" if not moves else "leaf" if depth == 0 else "below"
            nodes = int(self.work["nodes"]) - before if kind == "below" else None
            saved = self._saved_below(ply, depth, nodes) if nodes else None
            self.steps.append(Step(kind, node, nodes=nodes, saved=saved, **self._found(value, window, best), **shown))
            return value, node
        self._count()
        self.steps.append(Step("visit", node, **shown))
        value = -self._inner(node, side, depth, ply, mine, moves)
        self.steps.append(Step("back", node, **self._found(value, window, best)))
        return value, node

    def _inner(self, node: int, side: int, depth: int, ply: int, window: Window, moves: list[int]) -> int:
        """The value of the position at `ply` for the side to move: `minimax`, `alphabeta` or `negascout`."""
        work = self.work
        work["lengths"][ply] = 0
        if self.algorithm == "negascout":
            return self._negascout(node, side, depth, ply, window, moves)
        best, best_node = -INFINITY, None
        for at, square in enumerate(moves):
            self._go_down(ply, square)
            inside = window.raised(best, best_node) if self.prunes else Window()
            value, child = self._child(node, square, -side, depth - 1, ply + 1, inside, best)
            if value > best:
                best, best_node = value, child
                keep_line(work, ply, square)
                if self.prunes and best >= window.beta:
                    if square != PASS:
                        work["cuts"] += 1
                        work["first_cuts"] += at == 0
                    self._cut(node, square, best, window, moves[at + 1 :], ply, depth)
                    break
        return best

    def _negascout(self, node: int, side: int, depth: int, ply: int, window: Window, moves: list[int]) -> int:
        work, alpha, beta = self.work, window.alpha, window.beta
        if moves[0] == PASS:
            self._go_down(ply, PASS)
            value, _ = self._child(node, PASS, -side, depth - 1, ply + 1, window, -INFINITY)
            keep_line(work, ply, PASS)
            return value
        key, known, guesses = 0, NO_SQUARE, int(work["guesses"])
        if work["use_table"]:
            key = table.position_key(work["states"][ply], work["words"], side, work["salt"])
            data = table.recall(work["table"], work["table_mask"], key)
            if kernels.answers(work, data, depth, ply, alpha, beta):
                value = int(table.value_of(data))
                bound = self._bound(-value, window.seen())
                self.steps.append(Step("known", node, value=-value / self.unit, bound=bound, nodes=0))
                return value
            known = int(table.square_of(data)) if data else NO_SQUARE
        self._order(node, side, depth, ply, moves, known, guesses)
        best, best_square, best_node = -INFINITY, NO_SQUARE, None
        for at in range(len(moves)):
            square = int(kernels.take_best(work, ply, at, len(moves)))
            self._go_down(ply, square)
            inside = window.raised(best, best_node)
            value, again = 0, True
            if work["use_scout"] and at > 0 and depth > 1 and beta - inside.alpha > 1:
                scout = Window(inside.alpha, inside.alpha + 1, inside.alpha_from, inside.alpha_from)
                value, child = self._child(node, square, -side, depth - 1, ply + 1, scout, best)
                again = inside.alpha < value < beta
            if again:
                value, child = self._child(node, square, -side, depth - 1, ply + 1, inside, best)
            if value > best:
                best, best_square, best_node = value, square, child
                if value > alpha:
                    keep_line(work, ply, square)
                if best >= beta:
                    work["cuts"] += 1
                    work["first_cuts"] += at == 0
                    if work["use_history"]:
                        kernels.note_cut(work, side, ply, square, depth)
                    rest = [int(other) for other in work["moves"][ply, at + 1 : len(moves)]]
                    self._cut(node, square, best, window, rest, ply, depth)
                    break
        if work["use_table"]:
            kind = EXACT if alpha < best < beta else (LOWER if best >= beta else UPPER)
            solved = int(work["guesses"] == guesses)
            found = table.pack(best, best_square, depth, kind, solved, work["salt"])
            table.remember(work["table"], work["table_mask"], key, found)
        return best

    def _order(self, node: int, side: int, depth: int, ply: int, moves: list[int], known: int, guesses: int) -> None:
        """Score the moves: how early to try each."""
        work, before = self.work, int(self.work["nodes"])
        shallow = bool(work["use_ordering"]) and depth >= kernels.ORDERING_DEPTH and known == NO_SQUARE
        for at, square in enumerate(moves):
            score = int(kernels.habit(work, side, ply, square)) if work["use_history"] else 0
            if shallow:
                self._go_down(ply, square)
                below = (depth - kernels.ORDERING_DEPTH) // 3
                value = -self.lookahead.value_inside(-side, below, ply + 1, -INFINITY, INFINITY, self.halt)
                self._check()
                work["guesses"] = guesses
                score += value << 20
            work["scores"][ply, at] = kernels.ABOVE_ALL if square == known else score
        scores = [int(score) for score in work["scores"][ply, : len(moves)]]
        if any(scores):
            ranked = sorted(range(len(moves)), key=lambda at: -scores[at])
            names = tuple(self.board.move_at(moves[at]) for at in ranked)
            self.steps.append(Step("order", node, moves=names, nodes=int(work["nodes"]) - before))

    # ----------------------------------------------------------------- what they share

    def _legal(self, ply: int) -> list[int]:
        moves = self.work["moves"][ply]
        return [int(square) for square in moves[: self.lookahead.dynamics.moves(self.work["states"][ply], moves)]]

    def _go_down(self, ply: int, square: int) -> None:
        states = self.work["states"]
        states[ply + 1] = states[ply]
        self.lookahead.dynamics.play(states[ply + 1], square)

    def _count(self) -> None:
        """Count one visited position, like `must_stop`."""
        if self.halt[0] or self.work["nodes"] >= self.work["budget"]:
            raise HaltedError
        self.work["nodes"] += 1

    def _check(self) -> None:
        """Whether the kernels were stopped."""
        if self.work["stopped"]:
            raise HaltedError

    def _bound(self, value: int, window: Window) -> Bound:
        if not self.prunes:
            return "exact"
        return "lower" if value >= window.beta else "upper" if value <= window.alpha else "exact"

    def _found(self, value: int, window: Window, best: int) -> dict[str, Any]:
        return {"value": value / self.unit, "bound": self._bound(value, window), "best": value > best}

    def _window(self, window: Window) -> dict[str, Any]:
        if not self.prunes:
            return {}
        return {
            "alpha": None if window.alpha <= -INFINITY else window.alpha / self.unit,
            "beta": None if window.beta >= INFINITY else window.beta / self.unit,
            "alpha_from": window.alpha_from,
            "beta_from": window.beta_from,
        }

    def _cut(self, node: int, square: int, best: int, window: Window, rest: list[int], ply: int, depth: int) -> None:
        if rest:
            seen = window.seen()
            left: tuple[Move, ...] = tuple(map(self.board.move_at, rest))
            reason = {**self._window(seen), "value": -best / self.unit, "move": self.board.move_at(square)}
            saved = None if self.saved is None else self.saved.after(self.work["states"][ply], rest, depth - 1)
            self.steps.append(Step("cut", node, moves=left, saved=saved, **reason))

    def _saved_below(self, ply: int, depth: int, visited: int) -> int | None:
        whole = None if self.saved is None else self.saved.at(self.work["states"][ply], depth)
        return None if whole is None else whole - visited
