"""Positions inside a search, for training: what the engine values is mostly not what is played in games."""

# mypy: ignore-errors
from orchard.core.jit import GOLDEN, bounded, kernel, numba, splitmix
from orchard.core.records import Record, field
from orchard.search.memory import address_of, record_at

types = numba.types
uint64, int64 = numba.uint64, numba.int64

MOST_INSIDE = 256
NEAR = 800  # 1/100 disc: a leaf so far from the window is on one side of it whatever it is worth


class Inside(Record):
    """Some of the leaves of a search, each as likely as any other."""

    here = field("u8")  # its own address
    wanted = field("i8")  # how many, at most MOST_INSIDE
    seen = field("i8")
    rows = field("i8")  # written from this search and those before it
    counter = field("u8")  # of random numbers
    own = field("u8", MOST_INSIDE)
    enemy = field("u8", MOST_INSIDE)


inside_at = record_at(Inside)


def new_inside():
    inside = Inside.new()
    inside["here"] = address_of(inside)
    return inside


@kernel(types.void(types.uint64, types.uint64, types.int64, types.int64, types.int64, types.uint64))
def note_inside(own, enemy, value, alpha, beta, address):
    """Keep the position with its fair chance, if its value is near the window."""
    if value <= alpha - int64(NEAR) or value >= beta + int64(NEAR):
        return
    inside = inside_at(address)
    place = inside.seen
    inside.seen += int64(1)
    if place >= inside.wanted:
        inside.counter += GOLDEN
        place = int64(bounded(splitmix(inside.counter), uint64(inside.seen)))
        if place >= inside.wanted:
            return
    inside.own[uint64(place)], inside.enemy[uint64(place)] = own, enemy
