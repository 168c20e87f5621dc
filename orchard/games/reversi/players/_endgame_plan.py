"""What sage asks the endgame solver, given its time, and what it makes of the answers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from orchard.games.reversi.search.endgame import Solution

SOLVED_AT_ONCE = 14  # so many empty squares are solved before anything else would be decided
SIGN_SHARE = 0.35  # of the nodes for an exact score, to know who wins
LIKELY_FROM = 18  # from so many empty squares on, the solver has selective passes,
LIKELY_PASSES = 2  # and so many come before it is asked who wins
HOPEFUL = 0.7  # of the time may be what the solver is expected to take


class Solving(NamedTuple):
    """What the solver takes on average, by games between equals; docs/lab/sage.md has the measurements."""

    nodes: float  # for an exact score with 18 empty squares,
    growth: float  # and how many times more with each square more
    likely_nodes: float  # for a first selective pass with 18 empty squares,
    likely_growth: float
    per_second: float

    def expected_nodes(self, empties: int) -> float:
        return float(self.nodes * self.growth ** (empties - LIKELY_FROM))

    def expected_likely_nodes(self, empties: int) -> float:
        return float(self.likely_nodes * self.likely_growth ** (empties - LIKELY_FROM))


SOLVING = {
    "reversi": Solving(0.75e6, 2.05, 0.15e6, 1.7, 24e6),
    "reversed_reversi": Solving(6.7e6, 2.15, 1.3e6, 2.1, 45e6),
}


def questions(game: str, empties: int, nodes: float) -> tuple[str, ...]:
    """What to ask where there is time for so many nodes: nothing; "exact", the score; before that "sign", who wins;
    and before that "likely", which move a few selective passes to the end of the game like best."""
    solving = SOLVING[game]
    if empties <= SOLVED_AT_ONCE and solving.expected_nodes(empties) <= nodes:
        return ("exact",)
    if empties < LIKELY_FROM:
        return ("sign", "exact") if SIGN_SHARE * solving.expected_nodes(empties) <= HOPEFUL * nodes else ()
    return ("likely", "sign", "exact") if solving.expected_likely_nodes(empties) <= HOPEFUL * nodes else ()


def joined(before: Solution | None, now: Solution, question: str) -> Solution:
    """What is known after one more question. Only passes over the whole window know which move is likely the best."""
    if before is None:
        return now if question != "sign" else replace(now, likely=None, likely_move=None)
    surer = before if now.sign is None or (now.score is None and now.lower <= before.lower) else now
    further = before if question == "sign" or now.likely is None else now
    likely, likely_move = further.likely, further.likely_move
    return replace(surer, nodes=before.nodes + now.nodes, likely=likely, likely_move=likely_move)


def chosen_by(solution: Solution | None) -> tuple[int | None, float, Any]:
    """The square that the solver would play, its worth, and whether that is exact, a lower bound, or likely (None)."""
    if solution is None:
        return None, 0.0, None
    if solution.score is not None and solution.move is not None:
        return solution.move, float(solution.score), "exact"
    if (solution.sign or 0) > 0 and solution.move is not None:
        return solution.move, float(solution.lower), "lower"
    return solution.likely_move, float(solution.likely or 0), None
