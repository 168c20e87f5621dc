"""The midgame's transposition table: what is known about positions, two entries of `search/lockless.py` in a bucket.

The first entry of a bucket keeps the deepest search of its generation, the second whatever came last.
"""

# mypy: ignore-errors
from orchard.core.jit import bswap, kernel, numba
from orchard.search import lockless
from orchard.search.lockless import belongs, bucket_of, data_at, find, write

types = numba.types
uint64, int64 = numba.uint64, numba.int64

ENTRIES = 2  # of a bucket
NO_MOVE = 64
OFFSET = 32768
UNKNOWN = uint64(0)
UNDECIDED = 1 << 20  # beyond what an entry holds


def new_table(megabytes: float):
    """An empty table of at most that size."""
    return lockless.new_table(megabytes, ENTRIES)


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


@kernel("int64(uint64, int64, int64)", forceinline=True)
def answer_of(entry, alpha, beta):
    """What the bounds of an entry say about a search with this window, UNDECIDED where they leave it open."""
    lower, upper = lower_of(entry), upper_of(entry)
    if lower >= beta or lower == upper:
        return lower
    return upper if upper <= alpha else int64(UNDECIDED)


@kernel("uint64(uint64, uint64, uint64)")
def probe(table, mask, position_hash):
    """The entry of that position, or UNKNOWN. `table` is an address, `mask` the number of buckets less one."""
    return find(bucket_of(table, mask, position_hash, uint64(ENTRIES)), uint64(ENTRIES), position_hash)


@kernel("void(uint64, uint64, uint64, int64, int64, int64, int64, int64, int64, int64)")
def store(table, mask, position_hash, low, high, value, depth, move, level, generation):
    """Keep what a search with window (low, high) found. The deep entry of a bucket stays while it is of this search."""
    lower = value if value > low else int64(-OFFSET)
    upper = value if value < high else int64(OFFSET - 1)
    bucket = bucket_of(table, mask, position_hash, uint64(ENTRIES))
    place = uint64(0)
    old = data_at(bucket, uint64(0))
    if not belongs(bucket, uint64(0), old, position_hash):
        second = data_at(bucket, uint64(1))
        if belongs(bucket, uint64(1), second, position_hash):
            place, old = uint64(1), second
        elif int64(old >> uint64(56)) == generation and depth_of(old) > depth:
            place, old = uint64(1), UNKNOWN
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
    write(bucket, place, position_hash, pack(lower, upper, depth, move, level, generation))
