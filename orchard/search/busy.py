"""What each thread is searching right now, so that threads share a tree instead of all walking the same way: a position
that another one is busy with is put off until the rest is done (Weill's ABDADA in a short form).

A thread has one position for each level of the tree, such as the number of empty squares; a position is found on one
level only. Each stands on a cache line of its own. Nothing is locked: news that comes late costs a little time and
changes no result.
"""

# mypy: ignore-errors
from orchard.core.jit import kernel, numba
from orchard.search.memory import aligned_words, peek, poke

uint64 = numba.uint64

LEVELS = 64
WORDS = 8  # of a cache line


def new_busy_list(threads):
    """[threads, LEVELS · WORDS] uint64, a row for each thread. Kernels take its address and that of their own row."""
    return aligned_words(threads * LEVELS * WORDS).reshape(threads, LEVELS * WORDS)


@kernel("boolean(uint64, uint64, int64, uint64)")
def is_busy(rows, threads, level, key):
    """Whether a thread is searching this position; one that asks is not in between."""
    found = False
    for thread in range(threads):
        found |= peek(rows, (thread * uint64(LEVELS) + uint64(level)) * uint64(WORDS)) == key
    return found


@kernel("void(uint64, int64, uint64)", forceinline=True)
def enter(row, level, key):
    """Say what the thread of that row is searching; `leave` takes it back."""
    poke(row, uint64(level) * uint64(WORDS), key)


@kernel("void(uint64, int64)", forceinline=True)
def leave(row, level):
    poke(row, uint64(level) * uint64(WORDS), uint64(0))
