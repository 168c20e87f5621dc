"""Stochastic gradient descent for the correction, in compiled code: see `correction.py` beside it."""

# mypy: ignore-errors
import numpy as np

from orchard.core.jit import kernel, numba
from orchard.games.reversi.evaluate.correction_tables import WIDTH

types, float32, int64 = numba.types, numba.float32, numba.int64
PLACES = types.Array(numba.int32, 2, "C")
ROWS = types.Array(numba.int64, 1, "C")
AMOUNTS = types.Array(float32, 1, "C")
NUMBERS = types.Array(float32, 2, "C")


@kernel(
    types.void(
        PLACES, ROWS, AMOUNTS, AMOUNTS, NUMBERS, AMOUNTS, AMOUNTS, AMOUNTS, float32, float32, AMOUNTS
    ),
    fastmath=True,
)  # fmt: skip
def descend(places, rows, missing, counts, numbers, signs, plain_memory, memory, plain_step, step, errors):
    """One pass over the positions `rows` in the order given; `errors` gets by how much each was overrated on the way.

    `missing` is what the correction should be, `counts` how many positions each counts as. The numbers [weights, WIDTH]
    are changed against the gradient of the squared error, with a step for each row of them that becomes shorter the
    more it was changed (Adagrad; the two memories are for the first number and for the others). Steps of 0 only look.
    """
    total, slope = np.zeros(WIDTH, np.float32), np.zeros(WIDTH, np.float32)
    for at in range(rows.size):
        row = rows[at]
        for k in range(WIDTH):
            total[k] = float32(0)
        for term in range(places.shape[1]):
            place = places[row, term]
            for k in range(WIDTH):
                total[k] += numbers[place, k]
        error = total[0] - missing[row]
        for k in range(1, WIDTH):
            error += signs[k] * total[k] * total[k]
        errors[at] = error
        if plain_step == float32(0) and step == float32(0):
            continue
        plain_slope, steepness = counts[row] * error, float32(0)
        for k in range(1, WIDTH):
            slope[k] = float32(2) * plain_slope * signs[k] * total[k]
            steepness += slope[k] * slope[k]
        steepness /= float32(WIDTH - 1)
        for term in range(places.shape[1]):
            place = places[row, term]
            plain_memory[place] += plain_slope * plain_slope
            memory[place] += steepness
            first = numbers[place, 0] - plain_step / np.sqrt(plain_memory[place]) * plain_slope
            length = step / np.sqrt(memory[place])
            for k in range(WIDTH):
                numbers[place, k] -= length * slope[k]
            numbers[place, 0] = first
