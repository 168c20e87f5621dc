"""PUCT for Gomoku: a tree guided by kite's policy and worth, that sees fives and wins by fours at its leaves.

    child's value = mean + c * prior * sqrt(N) / (1 + n)

A new node whose side has five, an open four or a win by fours is won; one that faces two fives is lost. Otherwise its
children are the replies that matter (the block of a four; the answers to an open three; else the best by policy), their
priors the softmax of the policy, and its chance to win the logistic of its worth.
"""

# mypy: ignore-errors
import math
from typing import Any

import numpy as np

from orchard.core.game import BLACK
from orchard.core.jit import inner, kernel, numba
from orchard.core.records import Columns, field
from orchard.games.gomoku.evaluate.shape_board import (
    ShapeBoard,
    count_of,
    fours,
    legal_point,
    may_play,
    point_with,
    put,
    set_up,
    take,
)
from orchard.games.gomoku.evaluate.shapes import T_FIVE, T_FOUR, T_OPEN_FOUR, ShapeTables, tables
from orchard.games.gomoku.evaluate.worth import weights, worth
from orchard.games.gomoku.grid import BORDER, EMPTY, POINTS, STRIDE, point_of, square_of
from orchard.games.gomoku.kernels import RENJU
from orchard.games.gomoku.rules import rule_of
from orchard.games.gomoku.search.threats import WON, ThreatKit, new_threat_kit, vcf
from orchard.search.puct import descend, known_reward, settle
from orchard.search.tree import SearchTree
from orchard.search.tree_nodes import LONGEST_PATH, NODES, OVER, adopt, make_sibling, take_nodes

types = numba.types
int64, int32, uint8, float64 = numba.int64, numba.int32, numba.uint8, numba.float64

UNIT = 1000.0  # weights are thousandths of a logit

POINT_LIST = types.Array(types.int64, 1, "C")
SCORES = types.Array(types.float64, 1, "C")
STOP = types.Array(types.uint8, 1, "C", readonly=True)


class PuctKit(Columns):
    """The board, what it is searched by, and for how long."""

    board = field(ShapeBoard)
    tables = field(ShapeTables)
    threats = field(ThreatKit)
    c = field("f8")
    temperature = field("f8")
    candidates = field("i8")
    vcf_nodes = field("i8")


@inner(types.int64(PuctKit.type, types.int64, POINT_LIST, SCORES))
def replies(kit, color, points, scores):
    """The replies that matter, the best by policy first, with their policy; how many."""
    board, tables = kit.board, kit.tables
    enemy = int64(1) - color
    width = board.width
    if board.stones == 0:  # the centre: what was learned says nothing of an empty board
        points[0], scores[0] = point_of(width // 2 * width + width // 2, width), 0.0
        return int64(1)
    forced = point_with(board, enemy, int64(T_FIVE))
    if forced >= 0 and may_play(board, tables, color, forced):
        points[0], scores[0] = forced, 0.0
        return int64(1)
    renju = tables.rule == int64(RENJU)
    threatened = count_of(board, enemy, int64(T_OPEN_FOUR)) > 0 and not renju
    count = int64(0)
    for row in range(BORDER, BORDER + width):
        for point in range(row * STRIDE + BORDER, row * STRIDE + BORDER + width):
            if board.cells[point] != uint8(EMPTY):
                continue
            if threatened and max(board.threats[color, point], board.threats[enemy, point]) < uint8(T_FOUR):
                continue
            if renju and not may_play(board, tables, color, point):
                continue
            points[count] = point
            scores[count] = float64(
                tables.policy[0, board.profiles[color, point]] + tables.policy[1, board.profiles[enemy, point]]
            )
            count += 1
    kept = min(count, kit.candidates)
    for at in range(kept):
        best = at
        for other in range(at + 1, count):
            if scores[other] > scores[best]:
                best = other
        points[at], points[best] = points[best], points[at]
        scores[at], scores[best] = scores[best], scores[at]
    return kept


@inner(types.float64(PuctKit.type, types.int64))
def _wins_by_fours(kit, color):
    """1 where the side to move is seen to win by fours, else -1."""
    if kit.vcf_nodes == 0 or fours(kit.board, color) == 0:
        return -1.0
    work = kit.threats.work
    work.nodes, work.node_limit = 0, kit.vcf_nodes
    return 1.0 if vcf(kit.threats, color, int64(0)) == int64(WON) else -1.0


@inner(types.float64(PuctKit.type, types.int64))
def known_result(kit, color):
    """What the side to move gets where threats decide it: 1, 0.5 or 0; else -1."""
    board, tables = kit.board, kit.tables
    enemy = int64(1) - color
    renju = tables.rule == int64(RENJU)
    if board.winner > 0:
        return 0.0  # the move that led here made five
    if count_of(board, color, int64(T_FIVE)) > 0:
        return 1.0
    if board.stones >= board.width * board.width:
        return 0.5
    if renju and color == 0 and legal_point(board, tables, color) < 0:
        return 0.5  # every point left is forbidden
    if count_of(board, enemy, int64(T_FIVE)) > 1:
        return 0.0
    if count_of(board, enemy, int64(T_FIVE)) == 1:
        block = point_with(board, enemy, int64(T_FIVE))
        return _wins_by_fours(kit, color) if may_play(board, tables, color, block) else 0.0
    if count_of(board, color, int64(T_OPEN_FOUR)) > 0 and not renju:  # there it may be forbidden
        return 1.0
    return _wins_by_fours(kit, color)


class Scratch(Columns):
    """Room for a playout's path, and for the replies that a new node weighs."""

    path = field("i4", LONGEST_PATH)
    points = field("i8", POINTS)
    scores = field("f8", POINTS)


@kernel(types.float64(NODES, types.int64, PuctKit.type, Scratch.type, types.int64), allocates=False)
def open_node(nodes, node, kit, scratch, color):
    """Give a node its children and priors; returns the chance to win of its side."""
    reward = known_result(kit, color)
    if reward >= 0.0 and node > 0:
        nodes.status[node] = int32(OVER)
        return reward
    if reward < 0.0:
        reward = 1.0 / (1.0 + math.exp(-float64(worth(kit.board, kit.tables, color)) / UNIT))
    points, scores = scratch.points, scratch.scores
    count = replies(kit, color, points, scores)
    if count == 0:
        return reward
    start = take_nodes(nodes, False, count)
    if start < 0:
        return reward
    total = 0.0
    for at in range(count):
        total += math.exp((scores[at] - scores[0]) / kit.temperature)
    for at in range(count):
        make_sibling(nodes, start, count, int64(at), square_of(points[at], kit.board.width))
        nodes.prior[start + at] = math.exp((scores[at] - scores[0]) / kit.temperature) / total
    adopt(nodes, node, start)
    return reward


@kernel(types.int64(NODES, PuctKit.type, Scratch.type, types.int64, types.int64, STOP), allocates=False)
def search(nodes, kit, scratch, color, playouts, stop):
    """Run `playouts` playouts, or until the stop byte is set; how many were run. The board is left as it was."""
    path, board, tables, width = scratch.path, kit.board, kit.tables, kit.board.width
    for done in range(playouts):
        if stop[0]:
            return int64(done)
        depth = descend(nodes, kit.c, path)
        node, mover = int64(path[depth]), color
        for at in range(1, depth + 1):
            put(board, tables, point_of(int64(nodes.move[path[at]]), width), mover)
            mover = int64(1) - mover
        reward = known_reward(nodes, node)
        if reward < 0.0:
            reward = open_node(nodes, node, kit, scratch, mover)
        settle(nodes, path, depth, reward)
        for at in range(depth, 0, -1):
            take(board, tables, point_of(int64(nodes.move[path[at]]), width))
    return playouts


class GomokuTree(SearchTree):
    """The tree from a position of Gomoku."""

    def __init__(
        self, position: Any, *, choice: str | None = None, memory_mb: float = 128, c: float = 1.5,
        temperature: float = 1.0, candidates: int = 32, vcf_nodes: int = 60,
    ) -> None:  # fmt: skip
        super().__init__(memory_mb, priors=True)
        learned = tables(*weights(choice), rule=rule_of(position.game))
        board = set_up(position, learned)
        self.color = 0 if position.to_move == BLACK else 1
        threats = new_threat_kit(board, learned, np.zeros(1, np.uint8), 14, vct=False)
        self.kit = PuctKit.tuple(
            board, learned, threats, float(c), float(UNIT * temperature), int(candidates), int(vcf_nodes)
        )
        self.scratch = Scratch.new()
        self.c = c

    def run(self, playouts: int, stop_flag: Any, thread: int, shared: bool) -> int:
        return int(search(self.nodes, self.kit, self.scratch, self.color, playouts, stop_flag))
