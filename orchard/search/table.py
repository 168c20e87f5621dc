"""What negascout remembers of a position, in the buckets of `lockless.py`, where threads share it.

A new entry takes a free place (empty, of an earlier search, or its own position's), else that of the shallowest. So a
search never uses entries of an earlier one, and the same search visits the same nodes.

Data, from the low end: value + 2^31 (32 bits), square (9, 511 for none), depth (7), bound (2), solved (1: every line
behind it ended the game, so that a deeper search would find the same), age (13).
"""

# mypy: ignore-errors
from orchard.core.jit import GOLDEN, kernel, numba, splitmix
from orchard.search.lockless import belongs, bucket_of, data_at, find, write

uint64, int64 = numba.uint64, numba.int64

ENTRIES = 4  # of a bucket
BIAS = 1 << 31
NO_SQUARE = 511
AGES = 1 << 13  # after so many searches a table must be emptied


@kernel("uint64(uint64[::1], int64, int64, int64)", allocates=False)
def position_key(state, words, side, salt) -> int:
    """A key for a position, the side it is searched for, and whatever else the values depend on (`salt`)."""
    key = uint64(2 * salt + int64(side > 0)) * GOLDEN  # far apart, whatever small numbers a state holds
    for word in range(words - 1, -1, -1):
        key = splitmix(key + state[word])
    return key


@kernel("uint64(int64, int64, int64, int64, int64, int64)", inline="always")
def pack(value, square, depth, bound, solved, age):
    return (
        uint64(value + int64(BIAS))
        | (uint64(square) << uint64(32))
        | (uint64(depth) << uint64(41))
        | (uint64(bound) << uint64(48))
        | (uint64(solved) << uint64(50))
        | (uint64(age & int64(AGES - 1)) << uint64(51))
    )


@kernel("int64(uint64)", inline="always")
def value_of(data):
    return int64(data & uint64(0xFFFFFFFF)) - int64(BIAS)


@kernel("int64(uint64)", inline="always")
def square_of(data) -> int:
    return int64((data >> uint64(32)) & uint64(0x1FF))


@kernel("int64(uint64)", inline="always")
def depth_of(data):
    return int64((data >> uint64(41)) & uint64(0x7F))


@kernel("int64(uint64)", inline="always")
def bound_of(data):
    return int64((data >> uint64(48)) & uint64(3))


@kernel("int64(uint64)", inline="always")
def solved_of(data):
    return int64((data >> uint64(50)) & uint64(1))


@kernel("int64(uint64)", inline="always")
def age_of(data):
    return int64(data >> uint64(51))


@kernel("uint64(uint64, uint64, uint64)")
def recall(table, mask, key) -> int:
    """The data kept for a key; 0 where there is none."""
    return find(bucket_of(table, mask, key, uint64(ENTRIES)), uint64(ENTRIES), key)


@kernel("void(uint64, uint64, uint64, uint64)")
def remember(table, mask, key, data):
    bucket = bucket_of(table, mask, key, uint64(ENTRIES))
    place, shallowest = uint64(0), int64(1000)
    for at in range(ENTRIES):
        entry = uint64(at)
        old = data_at(bucket, entry)
        if old == uint64(0) or age_of(old) != age_of(data) or belongs(bucket, entry, old, key):
            place = entry
            break
        if depth_of(old) < shallowest:
            place, shallowest = entry, depth_of(old)
    write(bucket, place, key, data)
