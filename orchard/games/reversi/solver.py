"""`orchard solve` for both Reversi games: the exact score, by the endgame solver."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from orchard.core.board import PASS, Move
from orchard.core.choice import Stop
from orchard.core.clock import seconds_left
from orchard.core.game import Game, Position
from orchard.core.offers import Question, Solved, Tell, result_of, verdict_of
from orchard.core.watch import Watch

if TYPE_CHECKING:
    from orchard.games.reversi.search.endgame import Solution


class EndgameSolver:
    OPTIONS = frozenset({"threads", "all_moves", "wld", "table_mb"})

    def __init__(self) -> None:
        self._solvers: dict[tuple[str, int], Any] = {}  # what was learned of one position serves the next

    def forget(self) -> None:
        """Begin anew, as in a fresh process."""
        self._solvers.clear()

    def knows(self, game: Game) -> bool:
        return True  # on every board they have

    def _solver(self, question: Question, game: Game) -> Any:
        from orchard.games.reversi.search.endgame import Solver

        key = game.name, question.table_mb or 64
        if key not in self._solvers:
            self._solvers = {key: Solver(*key)}
        return self._solvers[key]

    def solve(self, position: Position, question: Question, stop: Stop, tell: Tell) -> Solved:
        solver, began = self._solver(question, position.game), time.perf_counter()
        remaining = seconds_left(question.seconds, stop)
        solved = self._search(solver, position, question, remaining, tell, with_line=not question.wld)
        nodes, moves = solved.nodes, dict[str, tuple[int, int]]()
        for move in position.legal() if question.all_moves else ():
            child = self._search(solver, position.play(move), question, remaining, tell, with_line=False)
            moves[str(move)] = -child.upper, -child.lower
            nodes += child.nodes
        return Solved(
            verdict_of(position.game, solved.lower, solved.upper),
            result_of(solved.lower, solved.upper),
            tuple(_named(position, square) for square in solved.line),
            nodes,
            time.perf_counter() - began,
            None if solved.move is None else _named(position, solved.move),
            (solved.lower, solved.upper),
            dict(sorted(moves.items(), key=lambda item: -item[1][0])),
        )

    def _search(
        self, solver: Any, position: Position, question: Question, remaining: Any, tell: Tell, with_line: bool
    ) -> Solution:
        def look() -> float:
            lower, upper, nodes = solver.so_far()
            tell(f"{lower:+} to {upper:+}", nodes)
            return float(remaining())

        window = (-1, 1) if question.wld else (None, None)
        watch = Watch(solver.halt)
        watch.part(look)
        threads = question.threads
        solution: Solution = watch.run(
            lambda: solver.solve(position.own, position.enemy, *window, threads=threads, with_line=with_line)
        )
        return solution


def _named(position: Position, square: int) -> Move:
    return PASS if square < 0 else position.game.board.moves[square]


SOLVER = EndgameSolver()
