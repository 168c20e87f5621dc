"""What an evaluation offers to a search: one compiled function, and the weights it is called with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from orchard.core.errors import OptionError

if TYPE_CHECKING:
    import numpy as np

    from orchard.core.game import Game, Position

# int64(state, side, weights): the value of an unfinished position for the side to move, whose view the state is (see
# `core/dynamics.py`). `side` is 1 where that is the side the search began with ("we") and -1 where it is the opponent,
# for evaluations that do not judge both sides alike.
SIGNATURE = "int64(uint64[::1], int64, int64[::1])"


def evaluate_type() -> Any:
    """The type under which kernels take an evaluation as an argument."""
    from orchard.core.jit import numba

    types = numba.types
    return types.FunctionType(types.int64(types.uint64[::1], types.int64, types.int64[::1]))


@dataclass(frozen=True)
class Evaluation:
    """A value in whole steps of 1/`unit`. A finished game is worth ±`won`, plus `per_point` per point of its score."""

    name: str
    summary: str
    function: Any  # compiled with SIGNATURE
    weights: Mapping[str, Sequence[int]]  # by name or base name of the game; "" for any game
    unit: int = 1
    won: int = 0
    per_point: int = 1
    adapt: Callable[[list[int], int, int], list[int]] | None = None  # (weights, own, enemy) at the root of a search
    width: int | None = None  # of the only board it judges; None: any

    def judges(self, game: Game) -> bool:
        return self._weights(game) is not None and self.width in (None, game.board.width)

    def check_game(self, game: Game) -> None:
        if not self.judges(game):
            on = f" on a board {self.width} wide" if self.width else ""
            raise OptionError(f"evaluation {self.name!r} judges {', '.join(self.weights)}{on}, not {game.name}")

    def _weights(self, game: Game) -> Sequence[int] | None:
        for key in (game.name, game.base_name, ""):
            if key in self.weights:
                return self.weights[key]
        return None

    def weights_for(self, position: Position) -> np.ndarray[Any, Any]:
        """The weights for a search from this position: [n] int64."""
        import numpy as np

        self.check_game(position.game)
        weights = list(self._weights(position.game) or ())
        if self.adapt is not None:
            weights = self.adapt(weights, position.own, position.enemy)
        return np.array(weights, dtype=np.int64)

    def value(self, position: Position) -> float:
        """What the position is worth to the side to move, without looking ahead."""
        state = position.game.state(position)
        return int(self.function(state, 1, self.weights_for(position))) / self.unit
