"""Plays perfectly where it has the time to solve the position: small boards, and the end of games on 8×8."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from orchard.core.board import PASS, Move
from orchard.core.choice import Choice, Limits, MoveStat
from orchard.core.clock import Deadline
from orchard.core.game import Color, Game, Position
from orchard.core.player import Option, Player
from orchard.core.watch import Watch

if TYPE_CHECKING:
    from orchard.games.reversi.search.endgame import Solution, Solver

SPARE_S = 0.008  # on a busy machine a searching thread may wait so long before it can see that time is up


class Perfect(Player):
    summary = "solves the position and plays perfectly; where that takes too long, by mobility and corners"
    games = ("reversi", "reversed_reversi")
    value_unit = "discs"
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "table": Option(64, "MB for what it knows of positions", 1, 65536),
    }
    default_seconds = 1.0

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._solvers: dict[str, Solver] = {}

    def _solver(self, game: Game) -> Solver:
        if game.name not in self._solvers:
            from orchard.games.reversi.search.endgame import Solver

            self._solvers[game.name] = Solver(game.name, self.options["table"])
        return self._solvers[game.name]

    def prepare(self, game: Game, color: Color, limits: Limits) -> None:
        self._solver(game)

    def close(self) -> None:
        self._solvers.clear()

    def think(self, position: Position, limits: Limits) -> Choice:
        solver = self._solver(position.game)
        deadline = Deadline(limits, self.default_seconds, SPARE_S)
        if limits.work is not None:
            solver.clear()  # the same work, the same answer
        watch = Watch(solver.halt)
        watch.part(deadline.remaining)
        threads = 1 if limits.work is not None else limits.threads
        solution: Solution = watch.run(
            lambda: solver.solve(position.own, position.enemy, threads=threads, node_slice=limits.work)
        )
        if solution.score is None or solution.move is None:
            return self._unproved(position, solver, solution)
        move = PASS if solution.move < 0 else position.game.board.moves[solution.move]
        value, note = float(solution.score), f"solved: {solution.verdict}"
        known = MoveStat(move, value, solution.nodes, None, "exact")
        return Choice(move, value, (move,), (known,), solution.nodes, position.empties, note=note)

    def _unproved(self, position: Position, solver: Solver, solution: Solution) -> Choice:
        """The move that looks best so far; its worth is not known."""
        legal = position.legal()
        move: Move = legal[0]
        if solution.move is not None and solution.move >= 0:
            move = position.game.board.moves[solution.move]
        elif legal != [PASS]:
            move = position.game.board.moves[solver.at_a_glance(position.own, position.enemy)]
        note = f"between {solution.lower:+} and {solution.upper:+}"
        return Choice(move, None, (move,), (MoveStat(move),), solution.nodes, 0, note=note)


PLAYER = Perfect
