"""The midgame's transposition table: what is known about positions, shared by threads without locks.

A bucket is two entries of two words. The second word is the knowledge, the first is the position's hash XOR the
knowledge: an entry that two threads wrote at the same moment no longer matches any position, so it is not believed.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from orchard.core.jit import bswap, kernel, numba

types = numba.types
uint64, int64 = numba.uint64, numba.int64

TABLE = types.Array(types.uint64, 2, "C")  # [buckets, 4]
NO_MOVE = 64
OFFSET = 32768
UNKNOWN = uint64(0)


def new_table(megabytes: float):
    """An empty table of about that size; the number of buckets is a power of two."""
    buckets = 1 << max(10, int(megabytes * 2**20 / 32).bit_length() - 1)
    return np.zeros((buckets, 4), np.uint64)


@kernel("uint64(uint64, uint64)", inline="always")
def hash_of(own, enemy):
    mixed = own * uint64(0x9E3779B97F4A7C15) ^ bswap((enemy + uint64(0x632BE59BD9B4E019)) * uint64(0xD6E8FEB86659FD93))
    mixed ^= mixed >> uint64(32)
    mixed *= uint64(0xE7037ED1A0B428DB)
    return mixed ^ (mixed >> uint64(29))


@kernel("uint64(int64, int64, int64, int64, int64, int64)", inline="always")
def pack(lower, upper, depth, move, level, generation):
    return (
        uint64(lower + int64(OFFSET))
        | (uint64(upper + int64(OFFSET)) << uint64(16))
        | (uint64(depth) << uint64(32))
        | (uint64(move) << uint64(40))
        | (uint64(level) << uint64(48))
        | (uint64(generation) << uint64(56))
    )


@kernel("int64(uint64)", inline="always")
def lower_of(entry):
    return int64(entry & uint64(0xFFFF)) - int64(OFFSET)


@kernel("int64(uint64)", inline="always")
def upper_of(entry):
    return int64((entry >> uint64(16)) & uint64(0xFFFF)) - int64(OFFSET)


@kernel("int64(uint64)", inline="always")
def depth_of(entry):
    return int64((entry >> uint64(32)) & uint64(0xFF))


@kernel("int64(uint64)", inline="always")
def move_of(entry):
    return int64((entry >> uint64(40)) & uint64(0xFF))


@kernel("int64(uint64)", inline="always")
def level_of(entry):
    return int64((entry >> uint64(48)) & uint64(0xFF))


@kernel(types.uint64(TABLE, types.uint64))
def probe(table, position_hash):
    """The entry of that position, or UNKNOWN."""
    bucket = position_hash & uint64(table.shape[0] - 1)
    entry = table[bucket, 1]
    if table[bucket, 0] ^ entry == position_hash and entry:
        return entry
    entry = table[bucket, 3]
    if table[bucket, 2] ^ entry == position_hash and entry:
        return entry
    return UNKNOWN


@kernel(
    types.void(
        TABLE, types.uint64, types.int64, types.int64, types.int64, types.int64, types.int64, types.int64, types.int64
    )
)
def store(table, position_hash, low, high, value, depth, move, level, generation):
    """Keep what a search with window (low, high) found. The deep entry of a bucket stays while it is of this search."""
    lower = value if value > low else int64(-OFFSET)
    upper = value if value < high else int64(OFFSET - 1)
    bucket = position_hash & uint64(table.shape[0] - 1)
    slot = int64(0)
    old = table[bucket, 1]
    if table[bucket, 0] ^ old != position_hash:
        second = table[bucket, 3]
        if table[bucket, 2] ^ second == position_hash:
            slot, old = int64(2), second
        elif int64(old >> uint64(56)) == generation and depth_of(old) > depth:
            slot, old = int64(2), UNKNOWN
        else:
            old = UNKNOWN
    if old and depth_of(old) == depth and level_of(old) == level:  # the same question again: both answers hold
        lower = max(lower, lower_of(old))
        upper = min(upper, upper_of(old))
        if lower > upper:
            lower = value if value > low else int64(-OFFSET)
            upper = value if value < high else int64(OFFSET - 1)
    if move == int64(NO_MOVE) and old:
        move = move_of(old)
    entry = pack(lower, upper, depth, move, level, generation)
    table[bucket, slot] = position_hash ^ entry
    table[bucket, slot + 1] = entry


@kernel("uint64(uint64, uint64)")
def hash_of_word(own, enemy):
    """`hash_of` for callers outside compiled code."""
    return hash_of(own, enemy)


@kernel("int64(uint64)")
def move_of_word(entry):
    """`move_of` for callers outside compiled code."""
    return move_of(entry)
