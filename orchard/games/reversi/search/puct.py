"""Tree search guided by the learned patterns instead of random playouts: PUCT, as in AlphaGo, for both Reversi games.

    child's value = mean + c * prior * sqrt(N) / (1 + n)

A new node asks the pattern evaluation about every reply, and the learned policy about every move. Both together,
through a softmax, are its priors; the best reply, through a logistic curve, is its chance to win. Near the end the
solver answers instead, for certain.
Rewards are chances to win: 1 a win, 1/2 a draw, 0 a loss.
"""

# mypy: ignore-errors
import math
from typing import Any, NamedTuple

import numpy as np

from orchard.core.jit import ctz, kernel, numba, popcount
from orchard.core.records import Columns, Record, field
from orchard.games.reversi.bits import flips, legal
from orchard.games.reversi.evaluate import weights_file
from orchard.games.reversi.evaluate.patterns import advance, read_position, rows_of
from orchard.games.reversi.evaluate.policy import PER_UNIT, POLICY, phase_of, promise
from orchard.games.reversi.search.endgame import Solver
from orchard.games.reversi.search.midgame_kernels import final_value, solved, value_now
from orchard.games.reversi.search.midgame_work import WORK, Worker, solver_at
from orchard.search.puct import descend, known_reward, settle
from orchard.search.tree import SearchTree
from orchard.search.tree_nodes import LONGEST_PATH, NODES, OVER, PATH, adopt, make_sibling, take_nodes

types = numba.types
uint64, int64, int32, float64 = numba.uint64, numba.int64, numba.int32, numba.float64

PASS = -1


class Boards(Columns):
    """The position of each node, beside the tree."""

    own = field("u8", "capacity")  # discs of the side to move there
    enemy = field("u8", "capacity")


class ReversiPuct(Record):
    """How to search."""

    c = field("f8")  # exploration
    share = field("f8")  # how much of the learned policy counts in the priors
    temperature = field("f8")  # 1/100 discs by which a better reply is e times as likely
    spread = field("f8")  # 1/100 discs ahead that make a win e times as likely as a loss
    solve_from = field("i8")  # empty squares from which leaves are solved


class Judge(NamedTuple):
    """What leaves are judged by."""

    settings: Any
    work: Any  # of a midgame search: the game, the weights, the patterns of a position and of one after it, the solver
    policy: Any
    logits: Any  # [64] float64, scratch


BOARDS, SETTINGS = Boards.type, ReversiPuct.type
JUDGE = types.NamedTuple((SETTINGS, WORK, POLICY, float64[::1]), Judge)
STOP = types.Array(types.uint8, 1, "C", readonly=True)


@kernel("float64(int64, float64)", inline="always")
def chance_of(value, spread):
    """The chance to win from an expected score in 1/100 disc."""
    return 1.0 / (1.0 + math.exp(-float64(value) / spread))


@kernel("float64(int64)", inline="always")
def reward_of(value):
    return 1.0 if value > 0 else 0.0 if value < 0 else 0.5


@kernel(float64(JUDGE, uint64, uint64), allocates=False)
def chance_now(judge, own, enemy):
    """The chance to win of the side to move, by the patterns alone."""
    read_position(rows_of(judge.work), int64(0), own, enemy)
    value = value_now(own, enemy, int64(0), judge.work)
    return chance_of(value, judge.settings.spread)


@kernel(float64(NODES, BOARDS, int64, JUDGE), allocates=False)
def open_node(nodes, boards, node, judge):
    """Give a node its children and priors; returns its side's chance to win."""
    own, enemy = boards.own[node], boards.enemy[node]
    moves = legal(own, enemy)
    empties = int64(popcount(~(own | enemy)))
    over = moves == uint64(0) and legal(enemy, own) == uint64(0)
    work, settings = judge.work, judge.settings
    if over or (empties <= settings.solve_from and node > 0):
        value = final_value(own, enemy, work.reversed_game)
        if not over:
            value = solved(own, enemy, int64(-1), int64(1), int64(0), empties, solver_at(work.solver))
        nodes.status[node] = int32(OVER)
        return reward_of(value)
    count = max(int64(popcount(moves)), int64(1))
    start = take_nodes(nodes, False, count)
    if start < 0:
        return chance_now(judge, own, enemy)
    if moves == uint64(0):
        make_sibling(nodes, start, count, int64(0), int64(PASS))
        nodes.prior[start] = 1.0
        boards.own[start], boards.enemy[start] = enemy, own
        adopt(nodes, node, start)
        return chance_now(judge, own, enemy)
    rows, logits = rows_of(work), judge.logits
    read_position(rows, int64(0), own, enemy)
    phase, best, likeliest = phase_of(int64(64) - empties), int64(-30000), -math.inf
    for i in range(count):
        square = ctz(moves)
        moves &= moves - uint64(1)
        turned = flips(own, enemy, square)
        theirs, mine = enemy ^ turned, own ^ turned ^ (uint64(1) << square)
        advance(rows, int64(0), square, turned)
        value = -value_now(theirs, mine, int64(1), work)
        best = max(best, value)
        logits[i] = float64(value) / settings.temperature
        if settings.share > 0.0:
            logits[i] += settings.share * float64(promise(rows, int64(0), square, phase, judge.policy)) / PER_UNIT
        likeliest = max(likeliest, logits[i])
        make_sibling(nodes, start, count, int64(i), int64(square))
        boards.own[start + i], boards.enemy[start + i] = theirs, mine
    total = 0.0
    for i in range(count):
        total += math.exp(logits[i] - likeliest)
    for i in range(count):
        nodes.prior[start + i] = math.exp(logits[i] - likeliest) / total
    adopt(nodes, node, start)
    return chance_of(best, settings.spread)


@kernel(int64(NODES, BOARDS, JUDGE, PATH, int64, STOP), allocates=False)
def search(nodes, boards, judge, path, playouts, stop):
    """Run so many playouts, or until the stop byte is set; how many were run."""
    for done in range(playouts):
        if stop[0]:
            return int64(done)
        depth = descend(nodes, judge.settings.c, path)
        node = int64(path[depth])
        reward = known_reward(nodes, node)
        if reward < 0.0:
            reward = open_node(nodes, boards, node, judge)
        settle(nodes, path, depth, reward)
    return playouts


class ReversiTree(SearchTree):
    """The tree from a position of either Reversi game."""

    def __init__(
        self, game: str, own: int, enemy: int, *, weights: str = "", memory_mb: float = 128, c: float = 1.5,
        share: float = 1.0, temperature: float = 400.0, spread: float = 500.0, solve_from: int = 10,
        solver: Solver | None = None,
    ) -> None:  # fmt: skip
        super().__init__(memory_mb, priors=True, bytes_beside=Boards.row_bytes("capacity"))
        self.boards = Boards.new(capacity=self.capacity)
        self.boards.own[0], self.boards.enemy[0] = own, enemy
        settings = ReversiPuct.new()
        settings["c"], settings["share"], settings["temperature"] = c, share, temperature
        settings["spread"], settings["solve_from"] = spread, solve_from
        self.worker = Worker(game, solver=solver)  # keeps alive what its record points to
        self.worker.use(weights_file.load(weights or game))
        policy = weights_file.load_policy(weights or game)
        self.judge = Judge(settings, self.worker.work, policy, np.empty(64, np.float64))
        self.path = np.empty(LONGEST_PATH, np.int32)
        self.c = c

    def run(self, playouts: int, stop_flag: Any, thread: int, shared: bool) -> int:
        return int(search(self.nodes, self.boards, self.judge, self.path, playouts, stop_flag))
