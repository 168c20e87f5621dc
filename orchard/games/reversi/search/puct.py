"""Tree search guided by the learned patterns instead of random playouts: PUCT, as in AlphaGo, for both Reversi games.

    child's value = mean + c * prior * sqrt(N) / (1 + n)

A new node asks the pattern evaluation about every reply, and the learned policy about every move. Both together,
through a softmax, are its priors; the best reply, through a logistic curve, is its chance to win. Near the end the
solver answers instead, for certain.
Rewards are chances to win: 1 a win, 1/2 a draw, 0 a loss.
"""

# mypy: ignore-errors
from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from orchard.core.jit import ctz, kernel, numba, popcount
from orchard.games.reversi.bits import flips, legal
from orchard.games.reversi.evaluate import weights_file
from orchard.games.reversi.evaluate.patterns import advance, read_position
from orchard.games.reversi.evaluate.policy import PER_UNIT, POLICY, phase_of, promise
from orchard.games.reversi.search.endgame import Solver
from orchard.games.reversi.search.midgame_kernels import final_value, solved, value_now
from orchard.games.reversi.search.midgame_work import WORK, Worker, rows_of, solver_at
from orchard.search.puct_tree import NODES, OPEN, OVER, Tree, adopt, back_up, best_child, known_reward, make_node

types = numba.types
uint64, int64, int16, float64 = numba.uint64, numba.int64, numba.int16, numba.float64

STOP = types.Array(types.uint8, 1, "C", readonly=True)
PASS = -1
LONGEST_PATH = 130


class Boards(NamedTuple):
    """The position of each node, beside the tree."""

    own: Any  # [capacity] uint64, discs of the side to move there
    enemy: Any  # [capacity] uint64


BOARDS = types.NamedUniTuple(types.Array(types.uint64, 1, "C"), 2, Boards)


@kernel("float64(int64, float64)", inline="always")
def chance_of(value, spread):
    """The chance to win from an expected score in 1/100 disc."""
    return 1.0 / (1.0 + math.exp(-float64(value) / spread))


@kernel("float64(int64)", inline="always")
def reward_of(value):
    return 1.0 if value > 0 else 0.0 if value < 0 else 0.5


@kernel(
    types.float64(
        NODES, BOARDS, types.int64, types.float64, types.float64, types.float64, types.int64, POLICY, WORK,
        types.float64[::1],
    )
)  # fmt: skip
def open_node(nodes, boards, node, share, temperature, spread, solve_from, policy, work, logits):
    """Give a node its children and priors; returns its side's chance to win."""
    own, enemy, rows = boards.own[node], boards.enemy[node], rows_of(work)
    moves = legal(own, enemy)
    empties = int64(popcount(~(own | enemy)))
    over = moves == uint64(0) and legal(enemy, own) == uint64(0)
    if over or (empties <= solve_from and node > 0):
        value = final_value(own, enemy, work.reversed_game)
        if not over:
            value = solved(own, enemy, int64(-1), int64(1), int64(0), empties, solver_at(work.solver))
        nodes.status[node] = int16(OVER)
        return reward_of(value)
    count = max(int64(popcount(moves)), int64(1))
    first = nodes.used[0]
    if first + count > len(nodes.visits):
        read_position(rows, int64(0), own, enemy)
        return chance_of(value_now(own, enemy, int64(0), work), spread)
    nodes.used[0] = first + count
    read_position(rows, int64(0), own, enemy)
    best = int64(-30000)
    if moves == uint64(0):
        make_node(nodes, first, int64(PASS), 1.0)
        boards.own[first], boards.enemy[first] = enemy, own
        best = value_now(own, enemy, int64(0), work)
    else:
        phase, likeliest = phase_of(int64(64) - empties), -math.inf
        for i in range(count):
            square = ctz(moves)
            moves &= moves - uint64(1)
            turned = flips(own, enemy, square)
            theirs, mine = enemy ^ turned, own ^ turned ^ (uint64(1) << square)
            advance(rows, int64(0), square, turned)
            value = -value_now(theirs, mine, int64(1), work)
            best = max(best, value)
            logits[i] = float64(value) / temperature
            if share > 0.0:
                logits[i] += share * float64(promise(rows, int64(0), square, phase, policy)) / PER_UNIT
            likeliest = max(likeliest, logits[i])
            make_node(nodes, first + i, int64(square), 0.0)
            boards.own[first + i], boards.enemy[first + i] = theirs, mine
        total = 0.0
        for i in range(count):
            total += math.exp(logits[i] - likeliest)
        for i in range(count):
            nodes.prior[first + i] = math.exp(logits[i] - likeliest) / total
    adopt(nodes, node, first, count)
    return chance_of(best, spread)


@kernel(
    types.int64(
        NODES, BOARDS, types.float64, types.float64, types.float64, types.float64, types.int64, types.int64,
        POLICY, WORK, STOP,
    )
)  # fmt: skip
def search(nodes, boards, c, share, temperature, spread, solve_from, playouts, policy, work, stop):
    """Run so many playouts, or until the stop byte is set; how many were run."""
    path = np.empty(LONGEST_PATH, np.int64)
    logits = np.empty(64, np.float64)
    for done in range(playouts):
        if stop[0]:
            return int64(done)
        node, depth = int64(0), int64(0)
        path[0] = 0
        while nodes.status[node] == OPEN:
            node = best_child(nodes, node, c)
            depth += 1
            path[depth] = node
        reward = known_reward(nodes, node)
        if reward < 0.0:
            reward = open_node(nodes, boards, node, share, temperature, spread, solve_from, policy, work, logits)
        back_up(nodes, path, depth, reward)
    return int64(playouts)


class ReversiTree(Tree):
    """The tree from a position of either Reversi game."""

    def __init__(
        self, game: str, own: int, enemy: int, *, weights: str = "", memory_mb: float = 128, c: float = 1.5,
        share: float = 1.0, temperature: float = 400.0, spread: float = 500.0, solve_from: int = 10,
        solver: Solver | None = None,
    ) -> None:  # fmt: skip
        super().__init__(memory_mb, bytes_beside=16)
        self.boards = Boards(np.empty(self.capacity, np.uint64), np.empty(self.capacity, np.uint64))
        self.boards.own[0], self.boards.enemy[0] = own, enemy
        self.policy = weights_file.load_policy(weights or game)
        self.worker = Worker(game, solver=solver)
        self.worker.use(weights_file.load(weights or game))
        self.settings = float(c), float(share), float(temperature), float(spread), int(solve_from)

    def grow(self, playouts: int, stop_flag: Any) -> int:
        tree = self.nodes, self.boards
        return int(search(*tree, *self.settings, playouts, self.policy, self.worker.work, stop_flag))
