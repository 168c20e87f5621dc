"""Tree search by UCT, for any game: the tree that a player holds, grows and keeps between moves."""

# mypy: disable-error-code="no-untyped-call"
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from orchard.search import uct_kernels as kernels
from orchard.search.drawn import Drawing, chance_nodes
from orchard.search.tree import FinalRule, Playout, SearchTree
from orchard.search.tree_nodes import LONGEST_PATH, transplant

DEEPEST = LONGEST_PATH - 2


@dataclass(frozen=True)
class UctSettings:
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
    final: FinalRule = "visits"
    memory_mb: float = 256
    worst_score: float = -64.0  # with reward="score": what a thread on its way counts as

    def rewards(self, score: int) -> tuple[float, float]:
        """What a score of the side to move at the root brings to it, and to the other side."""
        if self.reward == "score":
            return float(score), -float(score)
        reward = self.win if score > 0 else self.loss if score < 0 else self.draw
        return reward, self.win + self.loss - reward

    def rules(self) -> Any:
        """The same for the kernels."""
        by_score = self.reward == "score"
        rules = kernels.SearchRules.new()
        rules["exploration"], rules["decay"] = self.c, self.decay
        rules["by_score"] = by_score
        rules["win"], rules["draw"], rules["loss"] = self.win, self.draw, self.loss
        rules["worst"] = self.worst_score if by_score else self.loss
        rules["expand_all"], rules["expand_after"] = self.expand_all, self.expand_after
        rules["plies"] = self.plies
        rules["max_depth"] = min(self.max_depth or DEEPEST, DEEPEST)
        return rules


class UctTree(SearchTree):
    """A UCT tree with its root at one state of a game's compiled rules."""

    def __init__(self, dynamics: Any, state: np.ndarray[Any, Any], settings: UctSettings, seed: int = 0) -> None:
        super().__init__(settings.memory_mb)
        self.dynamics = dynamics
        self.root = state
        self.drawing = Drawing()
        self.use(settings)
        self.reseed(seed)

    def use(self, settings: UctSettings) -> None:
        """Search by these settings from now on; the memory stays as it is."""
        self.settings, self._rules = settings, settings.rules()
        self.final, self.c = settings.final, settings.c
        self.win_at_once = settings.win if settings.reward == "win" else None

    def reseed(self, seed: int) -> None:
        """Begin the random numbers, and epsilon, anew; until then every search goes on where the last one ended."""
        self.seed = seed
        self._threads: dict[int, Any] = {}

    def _thread(self, number: int) -> Any:
        """What a thread has to itself."""
        if number not in self._threads:
            thread = kernels.Thread.new(words=len(self.root), moves=self.dynamics.max_moves)
            seed = np.random.SeedSequence([self.seed & (2**64 - 1), number])
            thread.random[:], thread.epsilon[:] = seed.generate_state(1, np.uint64), self.settings.epsilon
            self._threads[number] = thread
        return self._threads[number]

    def run(self, playouts: int, stop_flag: Any, thread: int, shared: bool) -> int:
        game, rules = self.dynamics, self._rules
        rules["shared"] = shared
        slots = game.moves, game.play, game.score, game.playout
        return int(kernels.search(self.nodes, rules, self._thread(thread), *slots, self.root, playouts, stop_flag))

    def one_playout(self) -> Playout:
        game, rules, thread = self.dynamics, self._rules, self._thread(0)
        used, counter, epsilon = self.used, int(thread.random[0]), float(thread.epsilon[0])
        rules["shared"] = False
        thread.state[:] = self.root
        depth = int(kernels.descend(self.nodes, rules, thread, game.moves, game.play))
        path = [int(node) for node in thread.path[: depth + 1]]
        chance = chance_nodes(self, path, used, counter, epsilon, self.settings.decay, kernels.EPSILON_FLOOR)
        squares: tuple[int, ...] = ()
        if self.is_over(path[-1]):
            result = game.score(thread.state)
        else:
            counter = int(thread.random[0])
            result = game.playout(thread.state, thread.random, self.settings.plies)
            squares = self.drawing.squares(game, thread.state, counter, int(thread.random[0]), int(result))
        kernels.settle(self.nodes, rules, thread, depth, result)
        return Playout(path, *self.settings.rewards(int(-result if depth & 1 else result)), squares, chance)

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
            target = self.new_nodes()
            transplant(self.nodes, node, target)
            self.nodes = target
        self.root = state
        return True

    def inner_nodes(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Every visited node with children: states [k, words] from the mover's view, nodes [k], and [k] 1 where the
        opponent of the root's side is to move."""
        used = self.used
        count = int(np.count_nonzero((self.nodes.first[:used] >= 0) & (self.nodes.visits[:used] > 0)))
        found = (np.empty((count, len(self.root)), np.uint64), np.empty(count, np.int32), np.empty(count, np.int8))
        kernels.inner_states(self.nodes, self.dynamics.play, self.root, *found)
        return found
