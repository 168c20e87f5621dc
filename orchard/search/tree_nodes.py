"""The nodes that every tree search with counts and means shares, as flat arrays: the compiled part.

A node is an index. Its children form a list: `first[node]`, then `next[child]` until -1. Every total is from the
view of the side that moved into the node, so at each node the best child is the one with the largest value, on
either side's turn.

A playout goes down from the root and counts a visit in each node that it enters (`enter`); at its end the reward is
added to the same nodes (`back_up`). How it selects a child, and what a leaf is worth, is up to each search.

Several threads may search one tree. Counts are added atomically; nodes are handed out by an atomic counter; a node
is given children only by the thread that changed its status from OPEN to BUSY, and the children are complete before
the list that holds them is published. So totals are exact and the structure is always sound.
"""

# mypy: ignore-errors
import numpy as np

from orchard.core.jit import kernel, numba
from orchard.core.records import Columns, field
from orchard.search.atomics import atomic_add, atomic_take, publish

types = numba.types
int64, int32, int16 = numba.int64, numba.int32, numba.int16
REAL, WHOLE, TRUTH = types.float64, types.int64, types.boolean
PATH = types.Array(types.int32, 1, "C")  # the nodes from the root down
STOP = types.Array(types.uint8, 1, "C", readonly=False)

OPEN, BUSY, COMPLETE, OVER = 0, 1, 2, 3  # status: children missing, being added, all there; the game has ended
LONGEST_PATH = 512  # nodes from the root to a leaf: deeper ones get no children, however long the game


class Nodes(Columns):
    visits = field("i4", "capacity")
    total = field("f8", "capacity")  # rewards for the side that moved here
    first = field("i4", "capacity")  # first child or -1
    next = field("i4", "capacity")  # next sibling or -1
    move = field("i2", "capacity")  # square or -1 for a pass
    status = field("i4", "capacity")
    prior = field("f4", "priors")  # how likely it is to be the best of its siblings; searches without priors have none
    used = field("i8", 2)  # nodes handed out; whether a node was ever refused for lack of room


NODES = Nodes.type


@kernel(types.void(NODES, WHOLE, WHOLE, WHOLE), allocates=False)
def make_node(nodes, node, move, following):
    nodes.visits[node] = int32(0)
    nodes.total[node] = 0.0
    nodes.first[node] = int32(-1)
    nodes.next[node] = int32(following)
    nodes.move[node] = int16(move)
    nodes.status[node] = int32(OPEN)


@kernel(types.void(NODES), allocates=False)
def plant(nodes):
    """Start a new tree: a root that knows nothing."""
    make_node(nodes, int64(0), int64(-1), int64(-1))
    nodes.used[0] = int64(1)
    nodes.used[1] = int64(0)
    if len(nodes.prior) > 0:
        nodes.prior[0] = 1.0


@kernel(types.int64(NODES, TRUTH, WHOLE), allocates=False)
def take_nodes(nodes, shared, count):
    """The first of `count` fresh nodes, or -1 when the tree may grow no more."""
    if nodes.used[0] + count > len(nodes.visits):
        nodes.used[1] = int64(1)
        return int64(-1)
    if shared:
        start = atomic_take(nodes.used, int64(0), count)
        if start + count > len(nodes.visits):  # another thread was faster; what is left is not given back: yet another
            return int64(-1)  # may have counted on it
        return start
    start = nodes.used[0]
    nodes.used[0] = start + count
    return start


@kernel(types.void(NODES, WHOLE, WHOLE, WHOLE, WHOLE), allocates=False)
def make_sibling(nodes, start, count, number, move):
    """Make child `number` of `count` that lie side by side from `start` on."""
    node = start + number
    make_node(nodes, node, move, node + 1 if number + 1 < count else int64(-1))


@kernel(types.void(NODES, WHOLE, WHOLE), allocates=False)
def adopt(nodes, node, start):
    """The siblings from `start` on become all the children of a node. They must be ready for other threads to see."""
    publish(nodes.first, node, int32(start))
    publish(nodes.status, node, int32(COMPLETE))


@kernel(types.void(NODES, WHOLE, TRUTH, REAL), allocates=False)
def enter(nodes, node, shared, worst):
    """Count a visit that begins. To other threads it looks like the worst result until its own is known."""
    if shared:
        atomic_add(nodes.visits, node, int32(1))
        atomic_add(nodes.total, node, worst)
    else:
        nodes.visits[node] += int32(1)


@kernel(types.void(NODES, PATH, WHOLE, REAL, REAL, TRUTH, REAL), allocates=False)
def back_up(nodes, path, depth, reward, complement, shared, worst):
    """Add the result to every node of the path: `reward` where the root's side moved, at odd depths, else its
    complement."""
    for at in range(depth + 1):
        gain = reward if at & 1 else complement
        if shared:
            atomic_add(nodes.total, int64(path[at]), gain - worst)
        else:
            nodes.total[path[at]] += gain


@kernel(types.int64(NODES, WHOLE, NODES))
def transplant(nodes, root, target):
    """Copy the tree below `root` into `target`, children side by side; how many nodes that is. Neither has priors."""
    origin = np.empty(min(nodes.used[0], len(nodes.visits)), np.int32)
    origin[0] = int32(root)
    plant(target)
    used = int64(1)
    at = int64(0)
    while at < used:
        old = int64(origin[at])
        target.visits[at] = nodes.visits[old]
        target.total[at] = nodes.total[old]
        target.status[at] = nodes.status[old]
        child = int64(nodes.first[old])
        if child >= 0:
            target.first[at] = int32(used)
        while child >= 0:
            following = int64(nodes.next[child])
            make_node(target, used, int64(nodes.move[child]), used + 1 if following >= 0 else int64(-1))
            origin[used] = int32(child)
            used += 1
            child = following
        at += 1
    target.used[0] = used
    return used
