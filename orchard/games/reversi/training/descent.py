"""Stochastic gradient descent for the correction, in compiled code: see `correction.py` beside it."""

# mypy: ignore-errors
import numpy as np

from orchard.core.jit import kernel, numba
from orchard.games.reversi.evaluate.correction_tables import WIDTH

types, float32, int64 = numba.types, numba.float32, numba.int64
PLACES = types.Array(numba.int32, 2, "C")
PART_OF = types.Array(numba.int64, 1, "C")
QUARTERS = types.Array(numba.int64, 2, "C")
ROWS = types.Array(numba.int64, 1, "C")
AMOUNTS = types.Array(float32, 1, "C")
NUMBERS = types.Array(float32, 2, "C")


@kernel(inline="always")
def add_up(chosen, rows, sums):
    """Make each row of `sums` the sum of those `rows` that have a 1 in the same row of `chosen`."""
    for one in range(sums.shape[0]):
        for k in range(WIDTH):
            sums[one, k] = float32(0)
        for other in range(rows.shape[0]):
            if chosen[one, other]:
                for k in range(WIDTH):
                    sums[one, k] += rows[other, k]


@kernel(
    types.void(
        PLACES, PART_OF, QUARTERS, ROWS, AMOUNTS, AMOUNTS, NUMBERS, AMOUNTS, AMOUNTS, AMOUNTS, float32, float32, AMOUNTS
    ),
    fastmath=True,
)  # fmt: skip
def descend(
    places, part_of, quarters, rows, missing, counts, numbers, signs, plain_memory, memory, plain_step, step, errors
):
    """One pass over the positions `rows` in the order given; `errors` gets by how much each was overrated on the way.

    The terms of a position fall into parts, `part_of` [terms]; a quarter's total is made of the parts with a 1 in its
    row of `quarters` [quarters, parts]. `missing` is what the correction should be, `counts` how many positions each
    counts as. The numbers [weights, WIDTH] are changed against the gradient of the squared error, with a step for each
    row of them that becomes shorter the more it was changed (Adagrad; the two memories are for the first number and
    for the others). Steps of 0 only look.
    """
    parts = np.zeros((quarters.shape[1], WIDTH), np.float32)  # totals, and then slopes
    totals, of_part = np.zeros((quarters.shape[0], WIDTH), np.float32), quarters.T.copy()
    steepness = np.zeros(quarters.shape[1], np.float32)
    for at in range(rows.size):
        row = rows[at]
        parts[:, :] = float32(0)
        for term in range(places.shape[1]):
            place, part = places[row, term], part_of[term]
            for k in range(WIDTH):
                parts[part, k] += numbers[place, k]
        error = -missing[row]
        for part in range(quarters.shape[1]):
            error += parts[part, 0]
        add_up(quarters, parts, totals)
        for quarter in range(quarters.shape[0]):
            for k in range(1, WIDTH):
                error += signs[k] * totals[quarter, k] * totals[quarter, k]
        errors[at] = error
        if plain_step == float32(0) and step == float32(0):
            continue
        plain_slope = counts[row] * error
        add_up(of_part, totals, parts)
        for part in range(quarters.shape[1]):
            steep = float32(0)
            for k in range(1, WIDTH):
                parts[part, k] *= float32(2) * plain_slope * signs[k]
                steep += parts[part, k] * parts[part, k]
            steepness[part] = steep / float32(WIDTH - 1)
        for term in range(places.shape[1]):
            place, part = places[row, term], part_of[term]
            plain_memory[place] += plain_slope * plain_slope
            memory[place] += steepness[part]
            first = numbers[place, 0] - plain_step / np.sqrt(plain_memory[place]) * plain_slope
            length = step / np.sqrt(memory[place])
            for k in range(WIDTH):
                numbers[place, k] -= length * parts[part, k]
            numbers[place, 0] = first
