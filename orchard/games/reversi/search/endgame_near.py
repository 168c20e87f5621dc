"""What a thread knows of positions with seven to ten empty squares: a table small enough to stay in its cache.

There are so many of these positions that the large table's memory is slower than searching again; but the same ones
come back soon. A new one takes the place of an old one. One thread's own, so that a key and its bounds need no guard.
"""

# mypy: ignore-errors
from orchard.core.jit import kernel, numba
from orchard.games.reversi.search.endgame_table import VALID, lower_of, upper_of
from orchard.search.memory import aligned_words, peek, poke

uint64, int64 = numba.uint64, numba.int64

PLACES = 1 << 15  # of two words each, 512 kB


def new_near_table():
    """[places, 2] uint64, zeroed."""
    return aligned_words(2 * PLACES).reshape(PLACES, 2)


@kernel("uint64(uint64, uint64)", forceinline=True)
def _place_of(table, key):
    return table + ((key & uint64(PLACES - 1)) << uint64(4))


@kernel("uint64(uint64, uint64)", forceinline=True)
def near_bounds(table, key):
    """The bounds word of a position, 0 where nothing is known."""
    place = _place_of(table, key)
    return peek(place, uint64(1)) if peek(place, uint64(0)) == key else uint64(0)


@kernel("void(uint64, uint64, uint64, int64, int64, uint64)", forceinline=True)
def keep_near(table, key, known, alpha, score, move):
    """Remember that the score is, or is not, above alpha, beside what was `known`."""
    lower = lower_of(known) if known else int64(-64)
    upper = upper_of(known) if known else int64(64)
    if score > alpha:
        lower = score
    else:
        upper = score
    place = _place_of(table, key)
    poke(place, uint64(0), key)
    poke(
        place,
        uint64(1),
        uint64(VALID) | uint64(lower + int64(64)) | (uint64(upper + int64(64)) << uint64(8)) | (move << uint64(16)),
    )
