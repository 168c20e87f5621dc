"""A puzzle: a position with one task, and the moves that are proved to solve it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from orchard.core.board import Move
from orchard.core.game import Position

Phase = Literal["opening", "middle", "end"]


@dataclass(frozen=True)
class Puzzle:
    """`kind` names the task, which a shell puts into words; every move that is not accepted fails it, for certain."""

    position: Position
    kind: str
    accepted: tuple[Move, ...]
    number: int = 0  # what the kind counts: moves to a win, or points that the best move is ahead of the next
    tags: tuple[str, ...] = ()  # kinds of facts that speak for the accepted moves, see `Fact`
    rating: int | None = None  # on the scale of the levels: a player of this rating solves it in half of the cases

    @property
    def phase(self) -> Phase:
        return phase_of(self.position)

    @cached_property
    def id(self) -> str:
        """The same for all mirror images of a position, and for the same position with colours exchanged."""
        own, enemy = mirror_free(self.position)
        text = f"{self.position.game.name} {own:x} {enemy:x}"
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "game": self.position.game.name,
            "position": self.position.text,
            "accepted": list(self.accepted),
            "kind": self.kind,
            "number": self.number,
            "rating": self.rating,
            "phase": self.phase,
            "tags": list(self.tags),
        }


def phase_of(position: Position) -> Phase:
    """By the number of moves made, as the game divides itself."""
    middle, end = position.game.phases
    return "opening" if position.ply < middle else "middle" if position.ply < end else "end"


def mirror_free(position: Position) -> tuple[int, int]:
    """The stones of the side to move and of the other, the same for all mirror images of a position."""
    board = position.game.board
    images = position.game.symmetries
    return min((board.transform_mask(position.own, k), board.transform_mask(position.enemy, k)) for k in images)
