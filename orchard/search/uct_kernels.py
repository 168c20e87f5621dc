"""Tree search by UCT for any game: the compiled part. The nodes are those of `tree_nodes.py`.

A playout has four phases: select a way down (`select_child`), expand the tree where it ends (`expand`), play out at
random from there, and back up the result. Four functions say what is searched: `candidates` (which moves), `play`,
`score` (finished games) and `playout` (what a leaf is worth), with the signatures of `core/dynamics.py`.

While a thread adds children to a node, others use the children that are there, or play out from the node itself: only
the order of visits is left to chance.
"""

# mypy: ignore-errors
import math

import numpy as np

from orchard.core.dynamics import MOVES_TYPE, PLAY_TYPE, PLAYOUT_TYPE, SCORE_TYPE, STATE
from orchard.core.jit import GOLDEN, bounded, kernel, numba, splitmix
from orchard.core.records import Columns, Record, field
from orchard.search.atomics import publish, try_change
from orchard.search.tree_nodes import (
    BUSY,
    COMPLETE,
    LONGEST_PATH,
    NODES,
    OPEN,
    OVER,
    STOP,
    WHOLE,
    adopt,
    back_up,
    enter,
    make_node,
    make_sibling,
    take_nodes,
)

types = numba.types
uint64, int64, int32, float64 = numba.uint64, numba.int64, numba.int32, numba.float64

TABULATED = 2048  # most nodes have few visits: a table saves two divisions and a root, a quarter of a search's time
INVERSES = np.array([1.0 / max(n, 1) for n in range(TABULATED)])
INVERSE_ROOTS = np.sqrt(INVERSES)
EPSILON_FLOOR = 1e-9  # below it no random child is drawn any more


class SearchRules(Record):
    """How to search. Rewards are what the side to move at the root gets; the other side gets their complement."""

    exploration = field("f8")  # c in mean + c * sqrt(2 * ln N / n)
    decay = field("f8")  # epsilon is multiplied by it at every selection step
    by_score = field("i8")  # 1: the reward is the score itself, the other side's its negative; else:
    win = field("f8")
    draw = field("f8")
    loss = field("f8")
    worst = field("f8")  # what a thread in a node counts as, until its result is there
    expand_all = field("i8")  # 1: all children at once; 0: one at a time
    expand_after = field("i8")  # visits a node must have had before it gets children
    plies = field("i8")  # a playout's length
    max_depth = field("i8")  # nodes this deep get no children
    shared = field("i8")  # 1: several threads work on this tree


class Thread(Columns):
    """What one searching thread has to itself."""

    random = field("u8", 1)  # a counter; goes on from search to search
    epsilon = field("f8", 1)  # the chance of a random child now
    path = field("i4", LONGEST_PATH)  # the nodes that the last playout went through
    state = field("u8", "words")  # the position at the last of them
    moves = field("i2", "moves")


RULES, THREAD = SearchRules.type, Thread.type


@kernel(types.uint64(THREAD), allocates=False)
def random_word(thread):
    thread.random[0] += GOLDEN
    return splitmix(thread.random[0])


@kernel(types.int64(THREAD, WHOLE), allocates=False)
def random_below(thread, count):
    return int64(bounded(random_word(thread), uint64(count)))


@kernel(types.boolean(NODES, RULES, THREAD, MOVES_TYPE, WHOLE), allocates=False)
def expand(nodes, rules, thread, candidates, node):
    """Give a node its children, or one more child. The thread holds it BUSY; False when memory is at its end."""
    moves = thread.moves
    count = candidates(thread.state, moves)
    if count == 0:
        publish(nodes.status, node, int32(OVER))
        return True
    start = take_nodes(nodes, rules.shared > 0, count if rules.expand_all else int64(1))
    if start < 0:
        publish(nodes.status, node, int32(OPEN))
        return False
    if rules.expand_all:
        for i in range(count):  # in random order, since the unvisited are tried from the front
            j = i + random_below(thread, count - i)
            move = int64(moves[j])
            moves[j] = moves[i]
            make_sibling(nodes, start, count, i, move)
        adopt(nodes, node, start)
        return True
    child = nodes.first[node]
    while child >= 0:  # strike out the moves that are already there
        for i in range(count):
            if moves[i] == nodes.move[child]:
                count -= 1
                moves[i] = moves[count]
                break
        child = nodes.next[child]
    make_node(nodes, start, int64(moves[random_below(thread, count)]), int64(nodes.first[node]))
    publish(nodes.first, node, int32(start))
    publish(nodes.status, node, int32(COMPLETE if count == 1 else OPEN))
    return True


@kernel(types.int64(NODES, types.float64, WHOLE, WHOLE), allocates=False, inline="always")
def ucb1_child(nodes, exploration, node, node_visits):
    """The first child without a visit, else the one with the largest mean + c * sqrt(2 * ln N / n)."""
    width = exploration * math.sqrt(2.0 * math.log(float64(max(node_visits, int64(1)))))
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


@kernel(types.int64(NODES, THREAD, WHOLE), allocates=False)
def random_child(nodes, thread, node):
    count = int64(0)
    child = int64(nodes.first[node])
    while child >= 0:
        count += 1
        child = int64(nodes.next[child])
    child = int64(nodes.first[node])
    for _ in range(random_below(thread, count)):
        child = int64(nodes.next[child])
    return child


@kernel(types.int64(NODES, RULES, THREAD, WHOLE, WHOLE), allocates=False, inline="always")
def select_child(nodes, rules, thread, node, node_visits):
    """With the chance epsilon a random child, else the one that UCB1 says."""
    if thread.epsilon[0] > EPSILON_FLOOR:
        at_random = float64(random_word(thread) >> uint64(11)) * (1.0 / 9007199254740992.0) < thread.epsilon[0]
        thread.epsilon[0] *= rules.decay
        if at_random:
            return random_child(nodes, thread, node)
    return ucb1_child(nodes, rules.exploration, node, node_visits)


@kernel(types.int64(NODES, RULES, THREAD, MOVES_TYPE, PLAY_TYPE), allocates=False, inline="always")
def descend(nodes, rules, thread, candidates, play):
    """Enter the nodes from the root down to a leaf, and give the tree a new node there; how deep it is. The
    thread has the path to it, and its state."""
    node, depth, shared, worst = int64(0), int64(0), rules.shared > 0, rules.worst
    thread.path[0] = int32(0)
    enter(nodes, node, shared, worst)
    expanded = False
    while not expanded and depth < rules.max_depth and nodes.status[node] != OVER:
        visits_before = int64(nodes.visits[node]) - 1
        if nodes.status[node] == OPEN:
            if visits_before < rules.expand_after:
                break
            if try_change(nodes.status, node, int32(OPEN), int32(BUSY)):
                expanded = expand(nodes, rules, thread, candidates, node)
                if nodes.status[node] == OVER:
                    break
        if nodes.first[node] < 0:  # no memory left, or another thread is adding the first child
            break
        node = select_child(nodes, rules, thread, node, visits_before)
        play(thread.state, int64(nodes.move[node]))
        depth += 1
        thread.path[depth] = int32(node)
        enter(nodes, node, shared, worst)
    return depth


@kernel(types.void(NODES, RULES, THREAD, WHOLE, WHOLE), allocates=False)
def settle(nodes, rules, thread, depth, result):
    """Back up a score, which is for the side to move at the end of the path."""
    if depth & 1:
        result = -result  # now the view of the side to move at the root
    if rules.by_score:
        reward, complement = float64(result), -float64(result)
    else:
        reward = rules.win if result > 0 else rules.loss if result < 0 else rules.draw
        complement = rules.win + rules.loss - reward
    back_up(nodes, thread.path, depth, reward, complement, rules.shared > 0, rules.worst)


@kernel(
    types.int64(NODES, RULES, THREAD, MOVES_TYPE, PLAY_TYPE, SCORE_TYPE, PLAYOUT_TYPE, STATE, WHOLE, STOP),
    allocates=False,
)
def search(nodes, rules, thread, candidates, play, score, playout, root, playouts, stop):
    """Run so many playouts, or until the stop byte is set; how many were run."""
    for done in range(playouts):
        if stop[0]:
            return int64(done)
        for word in range(len(root)):
            thread.state[word] = root[word]
        depth = descend(nodes, rules, thread, candidates, play)
        if nodes.status[thread.path[depth]] == OVER:
            result = score(thread.state)
        else:
            result = playout(thread.state, thread.random, rules.plies)
        settle(nodes, rules, thread, depth, result)
    return playouts


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
