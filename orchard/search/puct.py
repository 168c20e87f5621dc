"""PUCT for any game with learned priors: the rule to go down by, and rewards that are chances to win.

    child's value = mean + c * prior * sqrt(N) / (1 + n)

Which children a new node gets, their priors, and what the node is worth come from the game's own `search/puct.py`.
One playout of such a search is `descend`, then `known_reward` or the game's own judgement of the leaf, then `settle`.
"""

# mypy: ignore-errors
import math

from orchard.core.jit import kernel, numba
from orchard.search.tree_nodes import COMPLETE, NODES, OVER, PATH, REAL, WHOLE, back_up, enter

int32, int64, float64 = numba.int32, numba.int64, numba.float64


@kernel(numba.types.int64(NODES, WHOLE, REAL), allocates=False)
def puct_child(nodes, node, c):
    """The child with the largest value; an unvisited one has the mean of its parent. The node has been entered."""
    visits_before = nodes.visits[node] - int32(1)
    width = c * math.sqrt(float64(visits_before))
    here = 1.0 - nodes.total[node] / float64(max(visits_before, int32(1)))
    best, best_value = int64(-1), -math.inf
    child = int64(nodes.first[node])
    while child >= 0:
        n = float64(nodes.visits[child])
        mean = nodes.total[child] / n if n > 0 else here
        value = mean + width * nodes.prior[child] / (1.0 + n)
        if value > best_value:
            best, best_value = child, value
        child = int64(nodes.next[child])
    return best


@kernel(numba.types.int64(NODES, REAL, PATH), allocates=False)
def descend(nodes, c, path):
    """Enter the nodes from the root down to one without children, and write them into `path`; how deep that is."""
    node, depth = int64(0), int64(0)
    path[0] = int32(0)
    enter(nodes, node, False, 0.0)
    while nodes.status[node] == COMPLETE:
        node = puct_child(nodes, node, c)
        depth += 1
        path[depth] = int32(node)
        enter(nodes, node, False, 0.0)
    return depth


@kernel(numba.types.float64(NODES, WHOLE), allocates=False)
def known_reward(nodes, node):
    """What a node where the game is over brings its side to move, once it was seen before; else -1."""
    visits_before = nodes.visits[node] - int32(1)
    if nodes.status[node] != OVER or visits_before == 0:
        return -1.0
    return 1.0 - nodes.total[node] / float64(visits_before)


@kernel(numba.types.void(NODES, PATH, WHOLE, REAL), allocates=False)
def settle(nodes, path, depth, reward):
    """Back up a reward that is for the side to move at the end of the path."""
    gain = 1.0 - reward  # of the side that moved there
    loss = 1.0 - gain
    if depth & 1:
        back_up(nodes, path, depth, gain, loss, False, 0.0)
    else:
        back_up(nodes, path, depth, loss, gain, False, 0.0)
