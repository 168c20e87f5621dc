"""Tree search by UCT, for any game: the tree that a player holds, grows and keeps between moves."""

# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from orchard.core.board import PASS, Board, Move
from orchard.core.choice import MoveStat
from orchard.core.tree import TreeNode
from orchard.search import uct_kernels as kernels

DEEPEST = kernels.LONGEST_PATH - 2
NODE_BYTES = 4 + 8 + 4 + 4 + 2 + 4
SLICE_S = 0.004  # a slice of a search under a clock: the most it can be late
FREE_SLICE_S = 0.02  # a slice without a clock: how soon it answers Ctrl-C
FIRST_SLICE = 8  # playouts before the speed is known
Final = Literal["visits", "mean"]


@dataclass(frozen=True)
class Settings:
    """Every choice a UCT has. The defaults are plain UCB1 with wins and losses."""

    c: float = 1.0
    reward: Literal["win", "score"] = "win"
    win: float = 1.0
    draw: float = 0.5
    loss: float = 0.0
    epsilon: float = 0.0
    decay: float = 1.0
    expand_all: bool = False
    expand_after: int = 0  # visits before a node gets children
    plies: int = 1000  # a playout is cut after so many
    max_depth: int = 0  # nodes deeper than this get no children; 0: any depth
    final: Final = "visits"
    memory_mb: float = 256
    candidates: Any = None  # a compiled function with the signature of `Dynamics.moves`; None: all legal moves
    worst_score: float = -64.0  # with reward="score": what a thread on its way counts as

    def rules(self, shared: bool) -> kernels.Rules:
        by_score = self.reward == "score"
        return kernels.Rules(
            exploration=float(self.c),
            decay=float(self.decay),
            by_score=by_score,
            win=float(self.win),
            draw=float(self.draw),
            loss=float(self.loss),
            worst=float(self.worst_score if by_score else self.loss),
            expand_all=bool(self.expand_all),
            expand_after=int(self.expand_after),
            plies=int(self.plies),
            max_depth=min(self.max_depth or DEEPEST, DEEPEST),
            shared=bool(shared),
        )


class Tree:
    """A search tree with its root at one state. `grow` searches, the rest looks at what was found."""

    def __init__(self, dynamics: Any, state: np.ndarray[Any, Any], settings: Settings, seed: int = 0) -> None:
        self.dynamics = dynamics
        self.settings = settings
        self.capacity = max(1024, min(int(settings.memory_mb * 2**20 / NODE_BYTES), 2**31 - 1024))
        self.nodes = self._fresh_nodes()
        kernels.plant(self.nodes)
        self.root = state
        self.reseed(seed)

    def _fresh_nodes(self) -> kernels.Nodes:
        """Room for the whole tree; the system provides the memory only as it is first written."""
        return kernels.Nodes(
            visits=np.empty(self.capacity, np.int32),
            total=np.empty(self.capacity, np.float64),
            first=np.empty(self.capacity, np.int32),
            next=np.empty(self.capacity, np.int32),
            move=np.empty(self.capacity, np.int16),
            status=np.empty(self.capacity, np.int32),
            used=np.zeros(1, np.int64),
        )

    def reseed(self, seed: int) -> None:
        """Begin the random numbers, and epsilon, anew."""
        self.seed = seed

    # ----------------------------------------------------------------- searching

    def grow(
        self,
        playouts: int | None,
        stop_flag: np.ndarray[Any, Any],
        remaining: Callable[[], float] = lambda: float("inf"),
        threads: int = 1,
    ) -> int:
        """Search until so many playouts are done, the time is up or the stop byte is set; how many were done."""
        counts = [0] * threads
        shares = [
            None if playouts is None else playouts * (i + 1) // threads - playouts * i // threads
            for i in range(threads)
        ]

        def work(thread: int) -> None:
            counts[thread] = self._grow_alone(shares[thread], stop_flag, remaining, thread, shared=threads > 1)

        helpers = [threading.Thread(target=work, args=(i,), daemon=True) for i in range(1, threads)]
        for helper in helpers:
            helper.start()
        work(0)
        for helper in helpers:
            helper.join()
        return sum(counts)

    def _grow_alone(
        self,
        playouts: int | None,
        stop_flag: np.ndarray[Any, Any],
        remaining: Callable[[], float],
        thread: int,
        shared: bool,
    ) -> int:
        game, settings = self.dynamics, self.settings
        candidates = game.moves if settings.candidates is None else settings.candidates
        rules = settings.rules(shared)
        random = np.random.SeedSequence([self.seed & (2**64 - 1), thread]).generate_state(1, np.uint64)
        epsilon = np.array([settings.epsilon])
        done, size = 0, FIRST_SLICE
        while (left_s := remaining()) > 0 and not stop_flag[0]:
            size = max(1, size if playouts is None else min(size, playouts - done))
            if playouts is not None and done >= playouts:
                break
            began = time.perf_counter()
            ran = kernels.search(
                self.nodes,
                rules,
                candidates,
                game.play,
                game.score,
                game.playout,
                self.root,
                random,
                epsilon,
                size,
                stop_flag,
            )
            done += int(ran)
            seconds_each = (time.perf_counter() - began) / max(1, ran)
            slice_s = FREE_SLICE_S if left_s == float("inf") else min(SLICE_S, remaining() / 3)
            size = max(1, min(int(slice_s / max(seconds_each, 1e-9)), 4 * size))
        return done

    @property
    def full(self) -> bool:
        """Whether the tree has stopped growing for lack of memory."""
        return self.used + int(self.dynamics.max_moves) > self.capacity

    @property
    def used(self) -> int:
        return min(int(self.nodes.used[0]), self.capacity)

    # ----------------------------------------------------------------- keeping it for the next move

    def descend(self, squares: list[int], state: np.ndarray[Any, Any]) -> bool:
        """Make the node after these moves the root, keeping what is below it; False if it is not in the tree."""
        node, reached = 0, self.root.copy()
        for square in squares:
            found = [child for child in self.children(node) if int(self.nodes.move[child]) == square]
            if not found:
                return False
            node = found[0]
            self.dynamics.play(reached, square)
        if not np.array_equal(reached, state):
            return False
        if node:
            target = self._fresh_nodes()
            kernels.transplant(self.nodes, node, target)
            self.nodes = target
        self.root = state
        return True

    # ----------------------------------------------------------------- looking

    def children(self, node: int = 0) -> list[int]:
        found, child = [], int(self.nodes.first[node])
        while child >= 0:
            found.append(child)
            child = int(self.nodes.next[child])
        return found

    def visits(self, node: int = 0) -> int:
        return int(self.nodes.visits[node])

    def is_over(self, node: int) -> bool:
        """Whether the search has seen that the game ends there."""
        return int(self.nodes.status[node]) == kernels.OVER

    def mean(self, node: int) -> float | None:
        """The mean reward for the side that moved into the node."""
        visits = self.visits(node)
        return float(self.nodes.total[node]) / visits if visits else None

    def best(self, node: int = 0) -> int | None:
        """The child to play: one that wins at once, else most visits or best mean as the settings say."""
        visited = [(self.visits(child), self.mean(child) or 0.0, child) for child in self.children(node)]
        visited = [entry for entry in visited if entry[0]]
        if not visited:
            return None
        for _, mean, child in visited:
            if self.settings.reward == "win" and mean == self.settings.win and self.is_over(child):
                return child
        if self.settings.final == "visits":
            return max(visited, key=lambda entry: entry[:2])[2]
        return max(visited, key=lambda entry: (entry[1], entry[0]))[2]

    def move(self, node: int, board: Board) -> Move:
        square = int(self.nodes.move[node])
        return board.moves[square] if square >= 0 else PASS

    def line(self, board: Board, longest: int = 20) -> tuple[Move, ...]:
        """The moves the search expects, from the root on."""
        line: list[Move] = []
        node = self.best()
        while node is not None and len(line) < longest:
            line.append(self.move(node, board))
            node = self.best(node)
        return tuple(line)

    def statistics(self, board: Board) -> tuple[MoveStat, ...]:
        """What is known of each move at the root, the most visited first."""
        stats = [MoveStat(self.move(child, board), self.mean(child), self.visits(child)) for child in self.children()]
        return tuple(sorted(stats, key=lambda stat: (-stat.visits, -(stat.value or 0.0), stat.move.square)))

    def picture(self, board: Board, depth: int, node: int = 0) -> TreeNode:
        """The visited part of the tree, `depth` plies deep, the most visited children first."""
        children = [child for child in self.children(node) if self.visits(child)] if depth > 0 else []
        children.sort(key=lambda child: -self.visits(child))
        return TreeNode(
            move=self.move(node, board) if node else None,
            visits=self.visits(node),
            value=self.mean(node),
            children=tuple(self.picture(board, depth - 1, child) for child in children),
        )

    def inner_nodes(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Every visited node with children: states [k, words] from the mover's view, nodes [k], and [k] 1 where the
        opponent of the root's side is to move."""
        used = self.used
        count = int(np.count_nonzero((self.nodes.first[:used] >= 0) & (self.nodes.visits[:used] > 0)))
        found = (np.empty((count, len(self.root)), np.uint64), np.empty(count, np.int32), np.empty(count, np.int8))
        kernels.inner_states(self.nodes, self.dynamics.play, self.root, *found)
        return found
