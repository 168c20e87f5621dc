"""What the solver already knows: score bounds and a best move per position, shared by all threads without locks.

A bucket of `search/lockless.py` is one cache line of four entries. Two positions of one search share a hash with a
chance of about one in 10^10 per billion lookups.

Bounds are true for the whole game tree below, so entries stay valid for ever; `date` only tells old from new. Entries
of a selective pass (see endgame.py) carry `trust` below EXACT, and only a pass that asks no more may believe them.
"""

# mypy: ignore-errors
from orchard.core.jit import clz, kernel, numba
from orchard.search.lockless import belongs, bucket_of, data_at, find, write

uint64, int64 = numba.uint64, numba.int64

NO_MOVE = 64
EXACT = 7
VALID = 1 << 63
ENTRIES = 4  # of a bucket

# the bounds word: lower + 64 | upper + 64 << 8 | move << 16 | cost << 24 | date << 32 | trust << 40 | VALID


@kernel("uint64(uint64, uint64)")
def hash_of(own, enemy):
    word = own * uint64(0x9E3779B97F4A7C15)
    word ^= word >> uint64(32)
    word = (word + enemy) * uint64(0xD6E8FEB86659FD93)
    word ^= word >> uint64(29)
    word *= uint64(0xA0761D6478BD642F)
    return word ^ (word >> uint64(32))


@kernel("uint64(uint64, uint64, uint64)")
def lookup(table, mask, key):
    """The bounds word of a position, 0 where nothing is known. `mask` is the number of buckets less one."""
    return find(bucket_of(table, mask, key, uint64(ENTRIES)), uint64(ENTRIES), key)


@kernel("int64(uint64)")
def lower_of(bounds):
    return int64(bounds & uint64(255)) - int64(64)


@kernel("int64(uint64)")
def upper_of(bounds):
    return int64((bounds >> uint64(8)) & uint64(255)) - int64(64)


@kernel("uint64(uint64)")
def move_of(bounds):
    return (bounds >> uint64(16)) & uint64(127)


@kernel("int64(uint64)")
def trust_of(bounds):
    return int64((bounds >> uint64(40)) & uint64(15))


@kernel("void(uint64, uint64, uint64, int64, int64, uint64, uint64, uint64, int64)")
def remember(table, mask, key, lower, upper, move, nodes, date, trust):
    """Keep bounds; those of the same position and trust are intersected, else the cheapest old entry goes."""
    bucket = bucket_of(table, mask, key, uint64(ENTRIES))
    cost = uint64(64) - clz(nodes)
    place, least = uint64(0), uint64(0xFFFFFFFFFFFFFFFF)
    for entry in range(ENTRIES):
        bounds = data_at(bucket, uint64(entry))
        if belongs(bucket, uint64(entry), bounds, key):
            place = uint64(entry)
            old_trust = trust_of(bounds)
            if old_trust > trust:
                return
            failed_low = lower == int64(-64)
            if old_trust == trust:
                joint_lower, joint_upper = max(lower, lower_of(bounds)), min(upper, upper_of(bounds))
                if joint_lower <= joint_upper:  # selective passes may contradict each other
                    lower, upper = joint_lower, joint_upper
            if (move == uint64(NO_MOVE)) | (failed_low & (lower_of(bounds) > int64(-64))):
                move = move_of(bounds)  # the move belongs to the lower bound where there is one
            cost = max(cost, (bounds >> uint64(24)) & uint64(255))
            break
        worth = (bounds >> uint64(24)) & uint64(0xFFFF)  # date above cost
        if worth < least:
            place, least = uint64(entry), worth
    bounds = uint64(VALID) | uint64(lower + int64(64)) | (uint64(upper + int64(64)) << uint64(8)) | (move << uint64(16))
    bounds |= (cost << uint64(24)) | ((date & uint64(255)) << uint64(32)) | (uint64(trust) << uint64(40))
    write(bucket, place, key, bounds)
