"""What sage asks the endgame solver, given its time, and what it makes of the answers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from orchard.games.reversi.search.endgame import Solution

SOLVED_AT_ONCE = 14  # so many empty squares are solved before anything else would be decided
SIGN_SHARE = 0.35  # of the nodes for an exact score, to know who wins
LOOKS_FROM = 18  # from so many empty squares on, selective searches to the end of the game come first:
LOOKS = 3  # so many, each with wider margins,
ONE_LOOK = 0.3  # or one alone, where the solver is expected to take less than this share of the time
HOPEFUL = 0.7  # of the time may be what the solver is expected to take


class Solving(NamedTuple):
    """What the solver takes on average, by games between equals; docs/lab/sage.md has the measurements."""

    nodes: float  # for an exact score with 18 empty squares,
    growth: float  # and how many times more with each square more
    per_second: float

    def expected_nodes(self, empties: int) -> float:
        return float(self.nodes * self.growth ** (empties - 18))


SOLVING = {
    "reversi": Solving(0.75e6, 2.05, 24e6),
    "reversed_reversi": Solving(6.7e6, 2.15, 45e6),
}


class Plan(NamedTuple):
    """How a position near the end of the game is thought about."""

    looks: int = 0  # selective searches to the end of the game,
    questions: tuple[str, ...] = ()  # and what the solver is then asked: "sign", who wins, or "exact", by how much


def plan_for(game: str, empties: int, nodes: float, selective: bool) -> Plan:
    """The plan where there is time for so many nodes."""
    expected = SOLVING[game].expected_nodes(empties)
    if empties <= SOLVED_AT_ONCE and expected <= nodes:
        return Plan(0, ("exact",))
    if empties >= LOOKS_FROM and selective:
        return Plan(1 if expected <= ONE_LOOK * nodes else LOOKS, ("sign", "exact"))
    return Plan(0, ("sign", "exact")) if SIGN_SHARE * expected <= HOPEFUL * nodes else Plan()


def joined(before: Solution | None, now: Solution) -> Solution:
    """What is known after one more question."""
    if before is None:
        return now
    surer = before if now.sign is None or (now.score is None and now.lower <= before.lower) else now
    return replace(surer, nodes=before.nodes + now.nodes)


def chosen_by(solution: Solution | None) -> tuple[int | None, float, Any]:
    """The square that the solver would play, its worth, and whether that is exact or a lower bound; else None."""
    if solution is not None and solution.move is not None:
        if solution.score is not None:
            return solution.move, float(solution.score), "exact"
        if (solution.sign or 0) > 0:
            return solution.move, float(solution.lower), "lower"
    return None, 0.0, None
