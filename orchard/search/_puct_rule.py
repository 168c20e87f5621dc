"""The rule that PUCT goes down its tree by, for every game: mean + c * prior * sqrt(N) / (1 + n)."""

# mypy: ignore-errors
from __future__ import annotations

import math

from orchard.core.jit import kernel, numba

types = numba.types
int32, int64, float64 = numba.int32, numba.int64, numba.float64

INTS = types.Array(types.int32, 1, "C")
PRIORS = types.Array(types.float32, 1, "C")
TOTALS = types.Array(types.float64, 1, "C")


@kernel(types.int64(INTS, TOTALS, PRIORS, INTS, INTS, types.int64, types.float64))
def best_child(visits, total, prior, first, count, node, c):
    """The child with the largest value; an unvisited one has the mean of its parent."""
    width = c * math.sqrt(float64(visits[node]))
    here = 1.0 - total[node] / float64(max(visits[node], int32(1)))
    best, best_value = int64(-1), -math.inf
    for child in range(first[node], first[node] + count[node]):
        n = float64(visits[child])
        mean = total[child] / n if n > 0 else here
        value = mean + width * prior[child] / (1.0 + n)
        if value > best_value:
            best, best_value = int64(child), value
    return best
