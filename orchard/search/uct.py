"""Tree search by UCT, for any game: the tree that a player holds, grows and keeps between moves."""

# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from orchard.core.board import PASS, Board, Move
from orchard.core.choice import MoveStat
from orchard.core.errors import OptionError
from orchard.core.tree import TreeNode
from orchard.search import uct_kernels as kernels

DEEPEST = kernels.LONGEST_PATH - 2
NODE_BYTES = 4 + 8 + 4 + 4 + 2 + 4
FREE_SLICE = 500  # playouts between two looks at Ctrl-C where nobody sets a pace
Final = Literal["visits", "mean"]
Pace = Callable[[int], int]  # how many playouts to run next, told how many the last slice ran; 0: no more


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
        try:
            return kernels.Nodes(
                visits=np.empty(self.capacity, np.int32),
                total=np.empty(self.capacity, np.float64),
                first=np.empty(self.capacity, np.int32),
                next=np.empty(self.capacity, np.int32),
                move=np.empty(self.capacity, np.int16),
                status=np.empty(self.capacity, np.int32),
                used=np.zeros(2, np.int64),
            )
        except MemoryError:
            raise OptionError(f"this machine has no {self.settings.memory_mb:g} MB for a tree: ask for less") from None

    def reseed(self, seed: int) -> None:
        """Begin the random numbers, and epsilon, anew; until then every search goes on where the last one ended."""
        self.seed = seed
        self._chances: dict[int, tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]] = {}

    def _chance(self, thread: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """A thread's random counter [1] and its epsilon [1]."""
        if thread not in self._chances:
            words = np.random.SeedSequence([self.seed & (2**64 - 1), thread]).generate_state(1, np.uint64)
            self._chances[thread] = words, np.array([float(self.settings.epsilon)])
        return self._chances[thread]

    # ----------------------------------------------------------------- searching

    def grow(
        self,
        playouts: int | None,
        stop_flag: np.ndarray[Any, Any],
        new_pace: Callable[[], Pace] = lambda: lambda ran: FREE_SLICE,
        threads: int = 1,
    ) -> int:
        """Search in slices until so many playouts are done, the pace says 0 or the stop byte is set; how many were
        done. Each thread has a pace of its own."""
        shared = threads > 1

        def share(thread: int) -> int | None:
            if playouts is None:
                return None
            return playouts * (thread + 1) // threads - playouts * thread // threads

        def work(thread: int) -> int:
            return self._grow_alone(share(thread), stop_flag, new_pace(), thread, shared)

        if not shared:
            return work(0)
        with ThreadPoolExecutor(threads - 1) as others:
            running = [others.submit(work, thread) for thread in range(1, threads)]
            try:
                return work(0) + sum(future.result() for future in running)
            except BaseException:
                stop_flag[0] = 1  # so that the others end, too
                raise

    def _grow_alone(
        self,
        playouts: int | None,
        stop_flag: np.ndarray[Any, Any],
        pace: Pace,
        thread: int,
        shared: bool,
    ) -> int:
        game, settings = self.dynamics, self.settings
        candidates = game.moves if settings.candidates is None else settings.candidates
        rules = settings.rules(shared)
        random, epsilon = self._chance(thread)
        done = ran = 0
        while (playouts is None or done < playouts) and not stop_flag[0] and (size := pace(ran)):
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
                size if playouts is None else min(size, playouts - done),
                stop_flag,
            )
            done += int(ran)
        return done

    @property
    def full(self) -> bool:
        """Whether the tree has stopped growing for lack of memory."""
        return bool(self.nodes.used[1])

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
