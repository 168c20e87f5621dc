"""Leaves of a search, for training: what the engine values is mostly not what is played in games."""

# mypy: ignore-errors
from orchard.core.jit import GOLDEN, bounded, kernel, numba, splitmix
from orchard.core.records import Record, field
from orchard.search.memory import record_at

types = numba.types
uint64, int64 = numba.uint64, numba.int64

MOST_LEAVES = 256
NEAR = 800  # 1/100 disc: a leaf so far from the window is on one side of it whatever it is worth


class Leaves(Record):
    """Some of the leaves of a search, each as likely as any other."""

    wanted = field("i8")  # how many, at most MOST_LEAVES
    seen = field("i8")
    rows = field("i8")  # written from this search and those before it
    counter = field("u8")  # of random numbers
    own = field("u8", MOST_LEAVES)
    enemy = field("u8", MOST_LEAVES)


leaves_at = record_at(Leaves)


@kernel(types.void(uint64, uint64, int64, int64, int64, uint64))
def note_leaf(own, enemy, value, alpha, beta, address):
    """Keep the position with its fair chance, if its value is near the window."""
    if value <= alpha - int64(NEAR) or value >= beta + int64(NEAR):
        return
    leaves = leaves_at(address)
    place = leaves.seen
    leaves.seen += int64(1)
    if place >= leaves.wanted:
        leaves.counter += GOLDEN
        place = int64(bounded(splitmix(leaves.counter), uint64(leaves.seen)))
        if place >= leaves.wanted:
            return
    leaves.own[uint64(place)], leaves.enemy[uint64(place)] = own, enemy
