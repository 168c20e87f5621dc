"""What an evaluation offers to a search: one compiled function, and the weights it is called with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

# int64(own, enemy, side, weights): the value of an unfinished position for the side to move, whose discs are `own`.
# `side` is 1 where that is the side the search began with ("we") and -1 where it is the opponent, for evaluations
# that do not judge both sides alike.
SIGNATURE = "int64(uint64, uint64, int64, int64[::1])"


def evaluate_type() -> Any:
    """The type under which kernels take an evaluation as an argument."""
    from orchard.core.jit import function_type, numba

    types = numba.types
    weights = types.Array(types.int64, 1, "C")
    return function_type(types.int64(types.uint64, types.uint64, types.int64, weights))


@dataclass(frozen=True)
class Evaluation:
    """A value in whole steps of 1/`unit`. A finished game is worth ±`won`, plus `per_disc` per disc of its score."""

    name: str
    summary: str
    function: Any  # compiled with SIGNATURE
    weights: Mapping[str, Sequence[int]]  # by game
    unit: int = 1
    won: int = 0
    per_disc: int = 1
    adapt: Callable[[list[int], int, int], list[int]] | None = None  # (weights, own, enemy) at the root of a search

    def weights_for(self, game: str, own: int, enemy: int) -> np.ndarray[Any, Any]:
        """The weights for a search from this position: [n] int64."""
        import numpy as np

        weights = list(self.weights[game])
        if self.adapt is not None:
            weights = self.adapt(weights, own, enemy)
        return np.array(weights, dtype=np.int64)

    def value(self, game: str, own: int, enemy: int) -> float:
        """What the position is worth to the side to move, without looking ahead."""
        return int(self.function(own, enemy, 1, self.weights_for(game, own, enemy))) / self.unit
