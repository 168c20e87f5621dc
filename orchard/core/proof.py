"""Proof trees: one move of the side that proves its claim against every answer of the other, down to a plain end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from orchard.core.board import Move
from orchard.core.game import Color, Position

MOST_NODES = 5000


class TooLargeError(Exception):
    """The proof has more nodes than people can look at."""


@dataclass(frozen=True, slots=True)
class ProofNode:
    """A position. Where the prover is to move it has one child, else one for each answer.

    With `otherwise`, the answers that are not listed all lose at once to that move.
    """

    move: Move | None  # None at the root
    children: tuple[ProofNode, ...] = ()
    otherwise: Move | None = None
    score: int | None = None  # of the prover, where the game is over

    def walk(self) -> Iterator[ProofNode]:
        yield self
        for child in self.children:
            yield from child.walk()

    def as_json(self) -> dict[str, Any]:
        shown: dict[str, Any] = {"move": self.move}
        if self.otherwise is not None:
            shown["otherwise"] = self.otherwise
        if self.score is not None:
            shown["score"] = self.score
        if self.children:
            shown["children"] = [child.as_json() for child in self.children]
        return shown


@dataclass(frozen=True, slots=True)
class Proof:
    """That `prover` gets at least `score` from a position, whatever the other side plays."""

    prover: Color
    score: int
    root: ProofNode

    def as_json(self) -> dict[str, Any]:
        return {"prover": self.prover, "score": self.score, "tree": self.root.as_json()}


def prove_score(
    position: Position, prover: Color, score: int, best: Callable[[Position], Move], most: int = MOST_NODES
) -> Proof:
    """The proof that `prover` gets at least `score`, where its `best` move always does."""
    count = 0

    def node(move: Move | None, here: Position) -> ProofNode:
        nonlocal count
        count += 1
        if count > most:
            raise TooLargeError
        outcome = here.outcome
        if outcome is not None:
            return ProofNode(move, score=outcome.score_for(prover))
        answers = [best(here)] if here.to_move == prover else here.legal()
        return ProofNode(move, tuple(node(answer, here.game.after(here, answer)) for answer in answers))

    return Proof(prover, score, node(None, position))
