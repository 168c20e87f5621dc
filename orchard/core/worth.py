"""What moves and positions are worth, as values that an analysis gives and shells show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from orchard.core.board import Move
from orchard.core.game import Position
from orchard.core.plain import plain

Unit = Literal["chance", "discs"]


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A legal move and its worth for the side to move; `bound` where the search only knows "at most" or "at least"."""

    move: Move
    value: float | None
    visits: int = 0
    exact: bool = False  # known for certain, by a search to the end of the game
    bound: Literal["lower", "upper"] | None = None
    wins_in: int | None = None  # proved: the side to move wins with its n-th move, or loses to the enemy's (negative)
    line: tuple[Move, ...] = ()  # the line that shows a proof


@dataclass(frozen=True, slots=True)
class Analysis:
    """`value` and `line` belong to the best move; everything is from the view of the side to move."""

    best: Move
    value: float | None
    unit: Unit
    moves: tuple[MoveValue, ...]
    line: tuple[Move, ...]
    exact: bool
    depth: int
    nodes: int
    seconds: float
    by: str
    wins_in: int | None = None  # as of a MoveValue

    def as_json(self) -> dict[str, Any]:
        answer = {**plain(self), "seconds": round(self.seconds, 3)}
        del answer["moves"]  # they come last, the best of them first
        return {**answer, "moves": [plain(move) for move in sorted(self.moves, key=self._rank, reverse=True)]}

    def _rank(self, entry: MoveValue) -> tuple[bool, float, int]:
        """The best first; then by value; of proved wins the quickest, of proved losses the slowest."""
        return entry.move == self.best, or_least(entry.value), -(entry.wins_in or 0)


def or_least(value: float | None) -> float:
    return -1e9 if value is None else value


def other_side(value: float, unit: Unit) -> float:
    """The same worth, for the other side."""
    return -value if unit == "discs" else 1.0 - value


def worth_at_end(position: Position, unit: Unit) -> float | None:
    """What a finished game is worth for the side to move; None while it goes on."""
    outcome = position.outcome
    if outcome is None:
        return None
    score = outcome.score_for(position.to_move)
    return float(score) if unit == "discs" else 0.5 + 0.5 * ((score > 0) - (score < 0))
