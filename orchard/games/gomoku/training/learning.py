"""What a fit of kite's weights does for every position, compiled: sums of weights, and the gradient of the loss.

`parts` are the arrays of `Parts`, floats, as `evaluate.worth.Weights` has them for worth."""

# mypy: ignore-errors
from typing import NamedTuple

import numpy as np

from orchard.core.jit import kernel, numba

types = numba.types
int64 = numba.int64


class Parts(NamedTuple):
    worth: np.ndarray  # [2, PROFILES]
    standing: np.ndarray  # [STANDINGS, STANDINGS]
    stones: np.ndarray  # [PHASES]


PARTS = types.NamedTuple(
    (types.Array(types.float64, 2, "C"), types.Array(types.float64, 2, "C"), types.Array(types.float64, 1, "C")), Parts
)
PROFILES = types.Array(types.int16, 3, "C")  # [n, 2, squares], −1 where a stone stands
STANDINGS = types.Array(types.int16, 2, "C")  # [n, 2]
NUMBERS = types.Array(types.int64, 1, "C")
FLOATS = types.Array(types.float64, 1, "C")


@kernel(types.void(PROFILES, STANDINGS, NUMBERS, NUMBERS, PARTS, FLOATS))
def sums(profiles, standings, phases, rows, parts, out):
    """The worth of the chosen rows."""
    for at in range(len(rows)):
        row = rows[at]
        total = parts.stones[phases[row]] + parts.standing[standings[row, 0], standings[row, 1]]
        for square in range(profiles.shape[2]):
            own = profiles[row, 0, square]
            if own >= 0:
                total += parts.worth[0, own] - parts.worth[1, profiles[row, 1, square]]
        out[at] = total


@kernel(types.void(PROFILES, STANDINGS, NUMBERS, NUMBERS, FLOATS, PARTS))
def blame(profiles, standings, phases, rows, errors, gradient):
    """Add each row's error to every weight that went into its sum."""
    for at in range(len(rows)):
        row, error = rows[at], errors[at]
        gradient.stones[phases[row]] += error
        gradient.standing[standings[row, 0], standings[row, 1]] += error
        for square in range(profiles.shape[2]):
            own = profiles[row, 0, square]
            if own >= 0:
                gradient.worth[0, own] += error
                gradient.worth[1, profiles[row, 1, square]] -= error
