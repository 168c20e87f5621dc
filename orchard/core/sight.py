"""What a player sees in a position: its own numbers, for people to look at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Sight:
    """One named thing: a number for each of some squares, or one for each side with the weight that it counts with.

    `ours` is the side to move. What the features add up to is the value without looking ahead.
    """

    name: str
    squares: Mapping[str, float] = field(default_factory=dict)  # by the name of the square
    ours: float | None = None
    theirs: float | None = None
    our_weight: float = 0.0
    their_weight: float = 0.0

    @property
    def worth(self) -> float:
        """What a feature adds to the value."""
        return self.our_weight * (self.ours or 0.0) + self.their_weight * (self.theirs or 0.0)

    def as_json(self) -> dict[str, Any]:
        if self.squares:
            return {"name": self.name, "squares": dict(self.squares)}
        sides = {"ours": self.ours, "theirs": self.theirs}
        weights = {"our_weight": self.our_weight, "their_weight": self.their_weight, "worth": self.worth}
        return {"name": self.name, **sides, **weights}
