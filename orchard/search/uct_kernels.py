"""Tree search by UCT on flat arrays, for any game: the compiled part.

A node is an index. Its children form a list: `first[node]`, then `next[child]` until -1. Every total is from the
view of the side that moved into the node, so at each node the best child is the one with the largest value, whoever
is to move.

Four slots say what is searched: `candidates` (which moves), `play`, `score` (finished games) and `playout` (what a
leaf is worth). They are first-class functions with the signatures of `games/_dynamics.py`; a search with priors and
a learned value needs another rule in `best_child` and another function in the playout's slot, nothing else.

Several threads may search one tree. Counts are added atomically; nodes are handed out by an atomic counter; a node
is given children only by the thread that changed its status from OPEN to BUSY, and the children are complete before
the list that holds them is published. Other threads meanwhile use the children that are there, or play out from the
node itself. So totals are exact and the structure is always sound; only the order of visits is left to chance.
"""

# mypy: ignore-errors
from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from orchard.core.dynamics import MOVES_TYPE, PLAY_TYPE, PLAYOUT_TYPE, RANDOM, SCORE_TYPE, STATE
from orchard.core.jit import GOLDEN, bounded, kernel, numba, splitmix
from orchard.search.uct_atomics import atomic_add, atomic_take, publish, try_change

types = numba.types
uint64, int64, int32, int16, float64 = numba.uint64, numba.int64, numba.int32, numba.int16, numba.float64

OPEN, BUSY, COMPLETE, OVER = 0, 1, 2, 3  # status: children missing, being added, all there; the game has ended
LONGEST_PATH = 512
MOST_MOVES = 400
TABULATED = 2048  # most nodes have few visits: a table saves two divisions and a root, a quarter of a search's time
INVERSES = np.array([1.0 / max(n, 1) for n in range(TABULATED)])
INVERSE_ROOTS = np.sqrt(INVERSES)
EPSILON_FLOOR = 1e-9  # below it no random child is drawn any more


class Nodes(NamedTuple):
    """The tree. Node 0 is the root."""

    visits: Any  # [capacity] int32
    total: Any  # [capacity] float64, rewards for the side that moved here
    first: Any  # [capacity] int32, first child or -1
    next: Any  # [capacity] int32, next sibling or -1
    move: Any  # [capacity] int16, square or -1 for a pass
    status: Any  # [capacity] int32
    used: Any  # [2] int64: nodes handed out; whether a node was ever refused for lack of room


class Rules(NamedTuple):
    """How to search. Rewards are what the side to move at the root gets; the other side gets their complement."""

    exploration: float  # c in mean + c * sqrt(2 * ln N / n)
    decay: float  # epsilon is multiplied by it at every selection step
    by_score: bool  # reward = the score itself, the other side's its negative; else:
    win: float
    draw: float
    loss: float
    worst: float  # what a thread in a node counts as, until its result is there
    expand_all: bool  # all children at once, or one at a time
    expand_after: int  # visits a node must have had before it gets children
    plies: int  # a playout's length
    max_depth: int
    shared: bool  # whether other threads work on this tree


NODES = types.NamedTuple(
    (
        types.Array(types.int32, 1, "C"),
        types.Array(types.float64, 1, "C"),
        types.Array(types.int32, 1, "C"),
        types.Array(types.int32, 1, "C"),
        types.Array(types.int16, 1, "C"),
        types.Array(types.int32, 1, "C"),
        types.Array(types.int64, 1, "C"),
    ),
    Nodes,
)
REAL, WHOLE, TRUTH = types.float64, types.int64, types.boolean
RULES = types.NamedTuple((REAL, REAL, TRUTH, REAL, REAL, REAL, REAL, TRUTH, WHOLE, WHOLE, WHOLE, TRUTH), Rules)
OUT = types.Array(types.int16, 1, "C")
STOP = types.Array(types.uint8, 1, "C", readonly=False)


@kernel(types.void(NODES, WHOLE, WHOLE, WHOLE))
def make_node(nodes, node, move, following):
    nodes.visits[node] = int32(0)
    nodes.total[node] = 0.0
    nodes.first[node] = int32(-1)
    nodes.next[node] = int32(following)
    nodes.move[node] = int16(move)
    nodes.status[node] = int32(OPEN)


@kernel(types.void(NODES))
def plant(nodes):
    """Start a new tree: a root that knows nothing."""
    make_node(nodes, int64(0), int64(-1), int64(-1))
    nodes.used[0] = int64(1)


@kernel(types.int64(NODES, TRUTH, WHOLE))
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


@kernel(types.boolean(NODES, RULES, MOVES_TYPE, STATE, RANDOM, OUT, WHOLE))
def expand(nodes, rules, candidates, state, random, moves, node):
    """Give a node its children, or one more child. The caller holds it BUSY; False when memory is at its end."""
    count = candidates(state, moves)
    if count == 0:
        publish(nodes.status, node, int32(OVER))
        return True
    if rules.expand_all:
        start = take_nodes(nodes, rules.shared, count)
        if start < 0:
            publish(nodes.status, node, int32(OPEN))
            return False
        for i in range(count):  # in random order, since the unvisited are tried from the front
            random[0] += GOLDEN
            j = i + int64(bounded(splitmix(random[0]), uint64(count - i)))
            move = int64(moves[j])
            moves[j] = moves[i]
            make_node(nodes, start + i, move, start + i + 1 if i + 1 < count else int64(-1))
        publish(nodes.first, node, int32(start))
        publish(nodes.status, node, int32(COMPLETE))
        return True
    start = take_nodes(nodes, rules.shared, int64(1))
    if start < 0:
        publish(nodes.status, node, int32(OPEN))
        return False
    child = nodes.first[node]
    while child >= 0:  # strike out the moves that are already there
        for i in range(count):
            if moves[i] == nodes.move[child]:
                count -= 1
                moves[i] = moves[count]
                break
        child = nodes.next[child]
    random[0] += GOLDEN
    pick = int64(bounded(splitmix(random[0]), uint64(count)))
    make_node(nodes, start, int64(moves[pick]), int64(nodes.first[node]))
    publish(nodes.first, node, int32(start))
    publish(nodes.status, node, int32(COMPLETE if count == 1 else OPEN))
    return True


@kernel(types.int64(NODES, RULES, WHOLE, WHOLE))
def best_child(nodes, rules, node, node_visits):
    """The first child without a visit, else the one with the largest mean + c * sqrt(2 * ln N / n)."""
    width = rules.exploration * math.sqrt(2.0 * math.log(float64(max(node_visits, int64(1)))))
    best, best_value = int64(-1), -math.inf
    child = int64(nodes.first[node])
    while child >= 0:
        n = int64(nodes.visits[child])
        if n == 0:
            return child
        if n < TABULATED:
            value = nodes.total[child] * INVERSES[n] + width * INVERSE_ROOTS[n]
        else:
            value = nodes.total[child] / float64(n) + width / math.sqrt(float64(n))
        if value > best_value:
            best, best_value = child, value
        child = int64(nodes.next[child])
    return best


@kernel(types.int64(NODES, WHOLE, RANDOM))
def random_child(nodes, node, random):
    count = int64(0)
    child = int64(nodes.first[node])
    while child >= 0:
        count += 1
        child = int64(nodes.next[child])
    random[0] += GOLDEN
    child = int64(nodes.first[node])
    for _ in range(int64(bounded(splitmix(random[0]), uint64(count)))):
        child = int64(nodes.next[child])
    return child


@kernel(types.void(NODES, RULES, WHOLE))
def enter(nodes, rules, node):
    """Count a visit that begins. For other threads it is a loss until its result is known."""
    if rules.shared:
        atomic_add(nodes.visits, node, int32(1))
        atomic_add(nodes.total, node, rules.worst)
    else:
        nodes.visits[node] += int32(1)


@kernel(types.void(NODES, RULES, types.int32[::1], WHOLE, REAL, REAL))
def back_up(nodes, rules, path, depth, reward, complement):
    """Add the result to every node of the path; the root player moved into the odd ones."""
    for at in range(depth + 1):
        gain = reward if at & 1 else complement
        if rules.shared:
            atomic_add(nodes.total, int64(path[at]), gain - rules.worst)
        else:
            nodes.total[path[at]] += gain


@kernel(
    types.int64(
        NODES, RULES, MOVES_TYPE, PLAY_TYPE, SCORE_TYPE, PLAYOUT_TYPE, STATE, RANDOM, types.float64[::1], WHOLE, STOP
    )
)
def search(nodes, rules, candidates, play, score, playout, root, random, epsilon, playouts, stop):
    """Run so many playouts, or until the stop byte is set; how many were run. `random` and `epsilon` move on."""
    state = np.empty_like(root)
    moves = np.empty(MOST_MOVES, np.int16)
    path = np.empty(LONGEST_PATH, np.int32)
    for done in range(playouts):
        if stop[0]:
            return int64(done)
        state[:] = root
        node, depth = int64(0), int64(0)
        path[0] = int32(0)
        enter(nodes, rules, node)
        expanded = False
        while not expanded and depth < rules.max_depth and nodes.status[node] != OVER:
            visits_before = int64(nodes.visits[node]) - 1
            if nodes.status[node] == OPEN:
                if visits_before < rules.expand_after:
                    break
                if try_change(nodes.status, node, int32(OPEN), int32(BUSY)):
                    expanded = expand(nodes, rules, candidates, state, random, moves, node)
                    if nodes.status[node] == OVER:
                        break
            if nodes.first[node] < 0:  # no memory left, or another thread is adding the first child
                break
            child = int64(-1)
            if epsilon[0] > EPSILON_FLOOR:
                random[0] += GOLDEN
                if float64(splitmix(random[0]) >> uint64(11)) * (1.0 / 9007199254740992.0) < epsilon[0]:
                    child = random_child(nodes, node, random)
                epsilon[0] *= rules.decay
            if child < 0:
                child = best_child(nodes, rules, node, visits_before)
            play(state, int64(nodes.move[child]))
            node = child
            depth += 1
            path[depth] = int32(node)
            enter(nodes, rules, node)
        if nodes.status[node] == OVER:
            result = score(state)
        else:
            result = playout(state, random, rules.plies)
        if depth & 1:
            result = -result  # now the view of the side to move at the root
        if rules.by_score:
            reward, complement = float64(result), -float64(result)
        else:
            reward = rules.win if result > 0 else rules.loss if result < 0 else rules.draw
            complement = rules.win + rules.loss - reward
        back_up(nodes, rules, path, depth, reward, complement)
    return int64(playouts)


@kernel(types.int64(NODES, WHOLE, NODES))
def transplant(nodes, root, target):
    """Copy the tree below `root` into `target`, children side by side; how many nodes that is."""
    origin = np.empty(min(nodes.used[0], len(nodes.visits)), np.int32)
    origin[0] = int32(root)
    make_node(target, int64(0), int64(-1), int64(-1))
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


@kernel(types.int64(NODES, PLAY_TYPE, STATE, types.uint64[:, ::1], types.int32[::1], types.int8[::1]))
def inner_states(nodes, play, root, states, indices, sides):
    """The state of every visited node with children: rows of `states`, its node, and 1 where the root's opponent is
    to move. Returns how many there are; they are written as far as there is room."""
    found = int64(0)
    path = np.empty((LONGEST_PATH, len(root)), np.uint64)
    stack = np.empty(LONGEST_PATH, np.int64)
    path[0, :] = root
    stack[0] = 0
    depth = int64(0)
    while depth >= 0:
        node = stack[depth]
        if nodes.first[node] >= 0 and nodes.visits[node] > 0:
            if found < len(indices):
                states[found, :] = path[depth, :]
                indices[found] = int32(node)
                sides[found] = numba.int8(depth & 1)
            found += 1
            child = int64(nodes.first[node])  # down
            depth += 1
            stack[depth] = child
        else:
            while depth > 0 and nodes.next[stack[depth]] < 0:  # up
                depth -= 1
            if depth == 0:
                return found
            stack[depth] = int64(nodes.next[stack[depth]])  # across
        path[depth, :] = path[depth - 1, :]
        play(path[depth], int64(nodes.move[stack[depth]]))
    return found
