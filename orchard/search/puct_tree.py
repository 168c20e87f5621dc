"""The tree of PUCT for every game: its nodes, and the rule to go down by, mean + c * prior * sqrt(N) / (1 + n).

What a new node is worth and which children it gets is the game's own affair (`puct`, `puct_gomoku`).
"""

# mypy: ignore-errors
from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import Any, NamedTuple

import numpy as np

from orchard.core.jit import kernel, numba

types = numba.types
int16, int32, int64, float64 = numba.int16, numba.int32, numba.int64, numba.float64

NEW, OPEN, OVER = 0, 1, 2


class Nodes(NamedTuple):
    """Node 0 is the root; a node's children lie side by side."""

    visits: Any  # [capacity] int32
    total: Any  # [capacity] float64, rewards for the side that moved here
    prior: Any  # [capacity] float32
    first: Any  # [capacity] int32
    count: Any  # [capacity] int32, children
    move: Any  # [capacity] int16, the square played; -1 a pass
    status: Any  # [capacity] int16
    used: Any  # [1] int64


KINDS = (np.int32, np.float64, np.float32, np.int32, np.int32, np.int16, np.int16)
NODE_BYTES = sum(np.dtype(kind).itemsize for kind in KINDS)
NODES = types.NamedTuple(
    (*(types.Array(numba.from_dtype(np.dtype(kind)), 1, "C") for kind in KINDS), types.Array(types.int64, 1, "C")),
    Nodes,
)
PATH = types.Array(types.int64, 1, "C")


@kernel(types.void(NODES, types.int64, types.int64, types.float64))
def make_node(nodes, node, move, prior):
    nodes.visits[node], nodes.total[node], nodes.prior[node] = int32(0), 0.0, prior
    nodes.first[node], nodes.count[node] = int32(-1), int32(0)
    nodes.move[node], nodes.status[node] = int16(move), int16(NEW)


@kernel(types.void(NODES, types.int64, types.int64, types.int64))
def adopt(nodes, node, first, count):
    """The nodes from `first` on become the children of a node."""
    nodes.first[node], nodes.count[node], nodes.status[node] = int32(first), int32(count), int16(OPEN)


@kernel(types.int64(NODES, types.int64, types.float64))
def best_child(nodes, node, c):
    """The child with the largest value; an unvisited one has the mean of its parent."""
    width = c * math.sqrt(float64(nodes.visits[node]))
    here = 1.0 - nodes.total[node] / float64(max(nodes.visits[node], int32(1)))
    best, best_value = int64(-1), -math.inf
    for child in range(nodes.first[node], nodes.first[node] + nodes.count[node]):
        n = float64(nodes.visits[child])
        mean = nodes.total[child] / n if n > 0 else here
        value = mean + width * nodes.prior[child] / (1.0 + n)
        if value > best_value:
            best, best_value = int64(child), value
    return best


@kernel(types.float64(NODES, types.int64))
def known_reward(nodes, node):
    """What a node where the game is over brings its side to move, once it has been seen; else -1."""
    if nodes.status[node] != OVER or nodes.visits[node] == 0:
        return -1.0
    return 1.0 - nodes.total[node] / float64(nodes.visits[node])


@kernel(types.void(NODES, PATH, types.int64, types.float64))
def back_up(nodes, path, depth, reward):
    """Add a reward, which is for the side to move at the end of the path, to every node on the path."""
    for at in range(depth, -1, -1):
        nodes.visits[path[at]] += int32(1)
        nodes.total[path[at]] += 1.0 - reward
        reward = 1.0 - reward


class Tree(ABC):
    """A search tree with its root at one position, in so much memory. A game's own tree may keep more bytes for each
    node beside it."""

    def __init__(self, memory_mb: float, bytes_beside: int = 0) -> None:
        self.capacity = max(1024, int(memory_mb * 2**20 / (NODE_BYTES + bytes_beside)))
        self.nodes = Nodes(*(np.empty(self.capacity, kind) for kind in KINDS), np.ones(1, np.int64))
        make_node(self.nodes, 0, -1, 1.0)

    @abstractmethod
    def grow(self, playouts: int, stop_flag: Any) -> int:
        """Search; returns how many playouts were run."""

    def children(self, node: int = 0) -> list[int]:
        """A node's children, the most visited first."""
        first, count = int(self.nodes.first[node]), int(self.nodes.count[node])
        return sorted(
            range(first, first + count), key=lambda child: (-self.nodes.visits[child], -self.nodes.prior[child])
        )

    def mean(self, node: int) -> float | None:
        """The chance to win of the side that moved into the node."""
        visits = int(self.nodes.visits[node])
        return float(self.nodes.total[node]) / visits if visits else None

    def line(self) -> list[int]:
        """The most visited moves from the root; -1 is a pass."""
        moves, node = [], 0
        while self.nodes.count[node] and self.nodes.visits[self.children(node)[0]]:
            node = self.children(node)[0]
            moves.append(int(self.nodes.move[node]))
        return moves
