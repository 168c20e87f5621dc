"""Sums of weights over many positions, and what positions give back to their weights, in compiled code on all cores."""

# mypy: disable-error-code="no-untyped-def,no-untyped-call"
import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from orchard.core.course import Array
from orchard.core.jit import kernel, numba

types = numba.types
PLACES, AMOUNTS = types.Array(numba.int32, 2, "C"), types.Array(numba.float64, 1, "C")
THREADS = os.cpu_count() or 1


@kernel(types.void(PLACES, AMOUNTS, AMOUNTS))
def _add_up(places, weights, out):
    for row in range(places.shape[0]):
        total = 0.0
        for term in range(places.shape[1]):
            total += weights[places[row, term]]
        out[row] = total


@kernel(types.void(PLACES, AMOUNTS, AMOUNTS))
def _share_out(places, amounts, out):
    for row in range(places.shape[0]):
        for term in range(places.shape[1]):
            out[places[row, term]] += amounts[row]


def _parts(rows: int) -> list[slice]:
    ends = np.linspace(0, rows, THREADS + 1).astype(int)
    return [slice(*ends[part : part + 2]) for part in range(THREADS)]


def added_up(places: Array, weights: Array) -> Array:
    """[rows]: the sum of the weights at the places of each row."""
    out = np.empty(len(places))
    weights = np.ascontiguousarray(weights, np.float64)
    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(lambda part: _add_up(places[part], weights, out[part]), _parts(len(places))))
    return out


def shared_out(places: Array, amounts: Array, weights: int) -> Array:
    """[weights]: the sum of the amounts of all rows that have a place there."""
    amounts = np.ascontiguousarray(amounts, np.float64)
    parts = _parts(len(places))
    out = np.zeros((len(parts), weights))
    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(lambda n: _share_out(places[parts[n]], amounts[parts[n]], out[n]), range(len(parts))))
    total: Array = out.sum(0)
    return total
