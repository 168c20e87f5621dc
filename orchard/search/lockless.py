"""Buckets of two-word entries that threads share without locks: the storage under transposition tables.

An entry is the data and, before it, the key xor the data. An entry that two threads wrote at the same moment fits no
key and reads as absent (Hyatt's lockless hashing). What the data means and which entry a new one replaces is each
engine's own business.

A kernel gets a table as two numbers: the address of its first word, and a mask, the number of buckets less one.
"""

# mypy: ignore-errors
from orchard.core.jit import kernel, numba
from orchard.search.memory import aligned_words, peek, poke

uint64 = numba.uint64


def new_table(megabytes: float, entries: int):
    """[buckets, 2 · entries] uint64, zeroed, of at most that size; the number of buckets is a power of two."""
    buckets = 1 << max(0, int(megabytes * 2**20 / (16 * entries)).bit_length() - 1)
    return aligned_words(buckets * 2 * entries).reshape(buckets, 2 * entries)


@kernel("uint64(uint64, uint64, uint64, uint64)", forceinline=True)
def bucket_of(table, mask, key, entries):
    """The address of a key's bucket."""
    return table + (key & mask) * (entries << uint64(4))


@kernel("uint64(uint64, uint64)", forceinline=True)
def data_at(bucket, entry):
    """The data of an entry, whatever its key."""
    return peek(bucket, uint64(2) * entry + uint64(1))


@kernel("boolean(uint64, uint64, uint64, uint64)", forceinline=True)
def belongs(bucket, entry, data, key):
    """Whether data just read from an entry is that of a key."""
    return (peek(bucket, uint64(2) * entry) ^ data) == key


@kernel("uint64(uint64, uint64, uint64)", forceinline=True)
def find(bucket, entries, key):
    """The data kept for a key; 0 where there is none."""
    for entry in range(entries):
        data = data_at(bucket, uint64(entry))
        if belongs(bucket, uint64(entry), data, key):
            return data
    return uint64(0)


@kernel("void(uint64, uint64, uint64, uint64)", forceinline=True)
def write(bucket, entry, key, data):
    poke(bucket, uint64(2) * entry, key ^ data)
    poke(bucket, uint64(2) * entry + uint64(1), data)
