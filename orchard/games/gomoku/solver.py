"""`orchard solve` for Gomoku: is there a forced win by threats?"""

import time
from typing import Literal, cast

from orchard.core.choice import Stop
from orchard.core.clock import seconds_left
from orchard.core.errors import OptionError
from orchard.core.game import Game, Position
from orchard.core.offers import Question, Solved, Tell
from orchard.core.watch import Watch

KINDS = {"vcf": "fours", "vct": "fours and threes"}
DEFAULT_S = 10.0


class ThreatProver:
    OPTIONS = frozenset({"kind"})

    def knows(self, game: Game) -> bool:
        return True

    def solve(self, position: Position, question: Question, stop: Stop, tell: Tell) -> Solved:
        from orchard.games.gomoku.search.threat_solver import ThreatSolver

        kind = cast(Literal["vcf", "vct"], question.kind or "vct")
        if kind not in KINDS:
            raise OptionError(f"kind={kind} is unknown: {' | '.join(KINDS)}")
        began, solver = time.perf_counter(), ThreatSolver(20)
        watch = Watch(solver.halt)
        watch.part(seconds_left(DEFAULT_S if question.seconds is None else question.seconds, stop))
        proof = watch.run(lambda: solver.solve(position, kind))
        spent = time.perf_counter() - began
        moves = (proof.plies + 1) // 2
        verdict = {
            "win": f"wins in {moves} by {KINDS[kind]}",
            "none": f"no win by {KINDS[kind]}",
            "unknown": f"not known: no win by {KINDS[kind]} found in {spent:.1f} s",
        }[proof.result]
        line = tuple(position.game.board.moves[square] for square in proof.line)
        more = {"kind": kind, "wins_in": moves if line else None}
        return Solved(verdict, proof.result, line, proof.nodes, spent, more=more)


SOLVER = ThreatProver()
