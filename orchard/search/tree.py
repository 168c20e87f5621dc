"""The tree of UCT and PUCT as Python holds it: `grow` searches, the rest looks at what was found."""

# mypy: disable-error-code="no-untyped-call"
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from heapq import heappop, heappush
from typing import Any, Literal, NamedTuple

import numpy as np

from orchard.core.board import Board, Move
from orchard.core.choice import MoveStat
from orchard.core.errors import OptionError
from orchard.core.tree import TreeNode
from orchard.search.tree_nodes import OVER, Nodes, plant

NODE_BYTES = Nodes.row_bytes("capacity")
PRIOR_BYTES = Nodes.row_bytes("priors")
FEWEST_NODES = 1024
MOST_NODES = 2**31 - 1024
FREE_SLICE = 500  # playouts between two looks at Ctrl-C where nobody sets a pace
LONGEST_LINE = 20
FinalRule = Literal["visits", "mean"]  # what the move that is played has most of
NextSlice = Callable[[int], int]  # how many playouts to run next, from how many the last slice ran; 0: no more


class Playout(NamedTuple):
    """One playout, for people to follow."""

    path: list[int]  # the nodes it went through
    reward: float  # of the root's side
    other: float  # of the other side
    squares: tuple[int, ...] = ()  # played below the tree, where that is known
    chance: tuple[int, ...] = ()  # the nodes of the path that were drawn at random


class SearchTree(ABC):
    """A search tree with its root at one position.

    A subclass runs the playouts. It may keep `bytes_beside` more for each node in arrays of its own, which count
    towards the memory.
    """

    final: FinalRule = "visits"
    c: float  # of the rule that children are selected by
    win_at_once: float | None = None  # the mean of a move that wins at once, where such a move is always played

    def __init__(self, memory_mb: float, *, priors: bool = False, bytes_beside: int = 0) -> None:
        self.memory_mb = memory_mb
        self.has_priors = priors
        node_bytes = NODE_BYTES + (PRIOR_BYTES if priors else 0) + bytes_beside
        self.capacity = max(FEWEST_NODES, min(int(memory_mb * 2**20 / node_bytes), MOST_NODES))
        self.nodes = self.new_nodes()

    def new_nodes(self) -> Any:
        """A tree that is only a root, with room for `capacity` nodes."""
        try:
            nodes = Nodes.new(capacity=self.capacity, priors=self.capacity if self.has_priors else 0)
        except MemoryError:
            raise OptionError(f"this machine has no {self.memory_mb:g} MB for a tree: ask for less") from None
        plant(nodes)
        return nodes

    # ----------------------------------------------------------------- searching

    @abstractmethod
    def run(self, playouts: int, stop_flag: Any, thread: int, shared: bool) -> int:
        """Run so many playouts, or until the stop byte is set; how many were run. `shared`: other threads run, too."""

    def one_playout(self) -> Playout:
        """Run one playout. Here rewards are chances to win: what both sides get adds up to 1."""
        visits, totals = self.nodes.visits[: self.used].copy(), self.nodes.total[: self.used].copy()
        self.run(1, np.zeros(1, np.uint8), 0, False)
        path = [0]
        while entered := [
            child
            for child in self.children(path[-1])
            if self.visits(child) > (visits[child] if child < len(visits) else 0)
        ]:
            path.append(entered[0])
        leaf = path[-1]
        before = int(visits[leaf])
        if before:  # a finished game that was seen before: its mean, by the same arithmetic as the kernel's
            gain = 1.0 - (1.0 - float(totals[leaf]) / before)
        else:
            gain = float(self.nodes.total[leaf])
        return Playout(path, gain, 1.0 - gain) if len(path) % 2 == 0 else Playout(path, 1.0 - gain, gain)

    def grow(
        self,
        playouts: int | None,
        stop_flag: Any,
        new_pace: Callable[[], NextSlice] = lambda: lambda ran: FREE_SLICE,
        threads: int = 1,
    ) -> int:
        """Search in slices until so many playouts are done, the pace says 0 or the stop byte is set; how many were
        done. Each thread has a pace of its own."""

        def work(thread: int) -> int:
            share = None if playouts is None else playouts * (thread + 1) // threads - playouts * thread // threads
            return self._run_slices(share, stop_flag, new_pace(), thread, threads > 1)

        if threads == 1:
            return work(0)
        with ThreadPoolExecutor(threads - 1) as others:
            running = [others.submit(work, thread) for thread in range(1, threads)]
            try:
                return work(0) + sum(future.result() for future in running)
            except BaseException:
                stop_flag[0] = 1  # so that the others end, too
                raise

    def _run_slices(self, playouts: int | None, stop_flag: Any, pace: NextSlice, thread: int, shared: bool) -> int:
        done = ran = 0
        while (playouts is None or done < playouts) and not stop_flag[0] and (size := pace(ran)):
            ran = self.run(size if playouts is None else min(size, playouts - done), stop_flag, thread, shared)
            done += ran
        return done

    @property
    def full(self) -> bool:
        """Whether the tree has stopped growing for lack of memory."""
        return bool(self.nodes.used[1])

    @property
    def used(self) -> int:
        return min(int(self.nodes.used[0]), self.capacity)

    # ----------------------------------------------------------------- one node

    def children(self, node: int = 0) -> list[int]:
        found, child = [], int(self.nodes.first[node])
        while child >= 0:
            found.append(child)
            child = int(self.nodes.next[child])
        return found

    def visits(self, node: int = 0) -> int:
        return int(self.nodes.visits[node])

    def mean(self, node: int) -> float | None:
        """The mean reward for the side that moved into the node."""
        visits = self.visits(node)
        return float(self.nodes.total[node]) / visits if visits else None

    def prior(self, node: int) -> float | None:
        return float(self.nodes.prior[node]) if self.has_priors else None

    def is_over(self, node: int) -> bool:
        """Whether the search has seen that the game ends there."""
        return int(self.nodes.status[node]) == OVER

    def move(self, node: int, board: Board) -> Move:
        return board.move_at(int(self.nodes.move[node]))

    # ----------------------------------------------------------------- what was found

    def known_children(self, node: int = 0) -> list[int]:
        """The children that something is known of, a visit or a prior: the most visited first, then those with the
        best prior, or the best mean where there are no priors."""
        known = [child for child in self.children(node) if self.has_priors or self.visits(child)]
        return sorted(known, key=self._visits_first, reverse=True)

    def _visits_first(self, node: int) -> tuple[int, float]:
        return self.visits(node), (self.prior(node) if self.has_priors else self.mean(node)) or 0.0

    def best(self, node: int = 0) -> int | None:
        """The child to play: one that wins at once, else most visits or best mean as `final` says."""
        if self.win_at_once is not None:
            for child in self.children(node):
                if self.is_over(child) and self.mean(child) == self.win_at_once:
                    return child
        known = self.known_children(node)
        if self.final == "mean":
            return max(known, key=lambda child: (self.mean(child) or 0.0, self.visits(child)), default=None)
        return known[0] if known else None

    def line(self, board: Board) -> tuple[Move, ...]:
        """The moves the search expects, from the root on."""
        line: list[Move] = []
        node = self.best()
        while node is not None and self.visits(node) and len(line) < LONGEST_LINE:
            line.append(self.move(node, board))
            node = self.best(node)
        return tuple(line)

    def statistics(self, board: Board) -> tuple[MoveStat, ...]:
        """What is known of each move at the root, the most visited first."""
        children = sorted(self.children(), key=lambda child: self.move(child, board).square)
        children.sort(key=self._visits_first, reverse=True)
        return tuple(
            MoveStat(self.move(child, board), self.mean(child), self.visits(child), self.prior(child))
            for child in children
        )

    def picture(self, board: Board, depth: int, node: int = 0, most: int = 100_000) -> TreeNode:
        """The tree `depth` plies deep, the child to play first, then those with most visits or the best mean, as
        `final` says. A node's visits are those of its children and the playouts that ended in the node itself. Of a
        larger tree the `most` visited nodes are shown."""
        shown: dict[int, list[int]] = {}
        count, open_nodes = 1, [(-self.visits(node), node, depth)]
        while open_nodes and count < most:
            _, at, plies = heappop(open_nodes)
            if plies > 0:
                shown[at] = self._in_order(at)[: most - count]
                count += len(shown[at])
                for child in shown[at]:
                    heappush(open_nodes, (-self.visits(child), child, plies - 1))

        def drawn(at: int) -> TreeNode:
            best = self._to_play(at) if shown.get(at) else None
            return TreeNode(
                move=self.move(at, board) if at else None,
                visits=self.visits(at),
                value=self.mean(at),
                prior=self.prior(at),
                best=None if best is None else self.move(best, board),
                children=tuple(map(drawn, shown.get(at, ()))),
            )

        return drawn(node)

    def _to_play(self, node: int) -> int | None:
        """The child that would be played; below the root only one that was visited."""
        best = self.best(node)
        return None if best is not None and node and not self.visits(best) else best

    def _in_order(self, node: int) -> list[int]:
        children = list(self.known_children(node))
        if self.final == "mean":
            children.sort(key=lambda child: -(self.mean(child) or 0.0))
        best = self._to_play(node) if children else None
        children.sort(key=lambda child: child != best)
        return children
