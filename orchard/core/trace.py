"""One search from its first step to its last, and the player's answer that it led to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from orchard.core.choice import Choice
from orchard.core.game import Position
from orchard.core.step_words import sentences
from orchard.core.steps import Kind, Step, tree_of
from orchard.core.tree import TreeNode


@dataclass(frozen=True, slots=True)
class Trace:
    """The steps are those of the search that plays; `tree(n)` is the tree after `n` of them."""

    player: str
    kind: Kind
    position: Position
    steps: tuple[Step, ...]
    choice: Choice
    c: float | None = None  # the exploration constant of a search by playouts

    @classmethod
    def of(
        cls, player: str, kind: Kind, position: Position, steps: Sequence[Step], choice: Choice, c: float | None = None
    ) -> Trace:
        """A trace that ends with the move to play."""
        last = Step("play", move=choice.move, value=choice.value, nodes=choice.nodes)
        return cls(player, kind, position, (*steps, last), choice, c)

    def tree(self, steps: int | None = None) -> TreeNode:
        """The tree as it stands after so many steps, or at the end."""
        return tree_of(self.steps[:steps], self.kind)

    def sentences(self) -> list[str]:
        """Each step in words."""
        return list(sentences(self.steps, self.kind, self.position.to_move))

    def _repr_html_(self) -> str:
        """The steps as a list, for a notebook."""
        items = "".join(f"<li>{escape(sentence)}</li>" for sentence in self.sentences())
        return f'<ol style="max-height: 24em; overflow: auto">{items}</ol>'

    def as_json(self) -> dict[str, Any]:
        choice = self.choice
        return {
            "player": self.player,
            "game": self.position.game.name,
            "text": self.position.text,
            "kind": self.kind,
            "move": choice.move,
            "value": choice.value,
            "line": list(choice.line),
            "nodes": choice.nodes,
            "c": self.c,
            "steps": [step.as_json() for step in self.steps],
        }
