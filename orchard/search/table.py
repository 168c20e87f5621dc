"""A transposition table that threads share without locks.

An entry is two words: the data, and the key xor the data. A reader that catches a half-written entry computes a
key that is not its own and takes it for a miss (Hyatt's lockless hashing). Four neighbouring entries form a bucket;
a new entry takes a free place (empty, of an earlier search, or its own position's), else that of the shallowest.
So a search never uses entries of an earlier one, and the same search visits the same nodes.

Data, from the low end: value + 2^31 (32 bits), square (9, 511 for none), depth (7), bound (2), solved (1: every line
behind it ended the game, so that a deeper search would find the same), age (13).
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from orchard.core.jit import GOLDEN, kernel, numba, splitmix

uint64, int64 = numba.uint64, numba.int64

BUCKET = 4
BIAS = 1 << 31
NO_SQUARE = 511
MEGABYTE = 1 << 20
AGES = 1 << 13  # after so many searches a table must be emptied


def new_table(megabytes: float) -> np.ndarray:
    """An empty table of at most that size: [2 · entries] uint64, the number of entries a power of two."""
    entries = BUCKET
    while entries * 2 * 16 <= megabytes * MEGABYTE:
        entries *= 2
    table = np.empty(2 * entries, dtype=np.uint64)
    table[:] = 0  # touches every page now, so that the first search does not pay for it
    return table


@kernel("uint64(uint64[::1], int64, int64, int64)", allocates=False)
def position_key(state, words, side, salt) -> int:
    """A key for a position, the side it is searched for, and whatever else the values depend on (`salt`)."""
    key = uint64(2 * salt + int64(side > 0)) * GOLDEN  # far apart, whatever small numbers a state holds
    for word in range(words - 1, -1, -1):
        key = splitmix(key + state[word])
    return key


@kernel("uint64(int64, int64, int64, int64, int64, int64)", inline="always", allocates=False)
def pack(value, square, depth, bound, solved, age):
    return (
        uint64(value + int64(BIAS))
        | (uint64(square) << uint64(32))
        | (uint64(depth) << uint64(41))
        | (uint64(bound) << uint64(48))
        | (uint64(solved) << uint64(50))
        | (uint64(age & int64(AGES - 1)) << uint64(51))
    )


@kernel("int64(uint64)", inline="always", allocates=False)
def data_value(data):
    return int64(data & uint64(0xFFFFFFFF)) - int64(BIAS)


@kernel("int64(uint64)", inline="always", allocates=False)
def data_square(data) -> int:
    return int64((data >> uint64(32)) & uint64(0x1FF))


@kernel("int64(uint64)", inline="always", allocates=False)
def data_depth(data):
    return int64((data >> uint64(41)) & uint64(0x7F))


@kernel("int64(uint64)", inline="always", allocates=False)
def data_bound(data):
    return int64((data >> uint64(48)) & uint64(3))


@kernel("int64(uint64)", inline="always", allocates=False)
def data_solved(data):
    return int64((data >> uint64(50)) & uint64(1))


@kernel("int64(uint64)", inline="always", allocates=False)
def data_age(data):
    return int64(data >> uint64(51))


@kernel("int64(uint64[::1], uint64)", inline="always", allocates=False)
def _first(table, key):
    buckets = uint64(len(table) // (2 * BUCKET))
    return int64((key & (buckets - uint64(1))) * uint64(2 * BUCKET))


@kernel("uint64(uint64[::1], uint64)", allocates=False)
def recall(table, key) -> int:
    """The data kept for a key; 0 where there is none."""
    first = _first(table, key)
    for entry in range(first, first + 2 * BUCKET, 2):
        data = table[entry + 1]
        if table[entry] ^ data == key and data != uint64(0):
            return data
    return uint64(0)


@kernel("void(uint64[::1], uint64, uint64)", allocates=False)
def remember(table, key, data):
    first = _first(table, key)
    place = first
    shallowest = int64(1000)
    for entry in range(first, first + 2 * BUCKET, 2):
        old = table[entry + 1]
        if old == uint64(0) or data_age(old) != data_age(data) or table[entry] ^ old == key:
            place = entry
            break
        if data_depth(old) < shallowest:
            shallowest = data_depth(old)
            place = entry
    table[place] = key ^ data
    table[place + 1] = data
