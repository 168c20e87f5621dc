"""Alpha-beta for Gomoku on line patterns: forced answers only where there is a threat, candidates elsewhere.

Values are the mover's: a win in n plies is WIN − n, otherwise the learned worth of the position. The search knows from
the counts of threats who has five now, who must answer, and who has an unstoppable four; at the leaves, and inside
where fours are there to be played, a win by fours (VCF) is looked for.
"""

# mypy: ignore-errors
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from orchard.core.jit import kernel, numba
from orchard.evaluate.lines import (
    BOARD,
    BORDER,
    EMPTY,
    POINTS,
    STONES_FACT,
    STRIDE,
    T_FIVE,
    T_FOUR,
    T_FOUR_THREE,
    T_OPEN_FOUR,
    T_THREE,
    TABLES,
    WIDTH_FACT,
    put,
    take,
)
from orchard.search.threats import LINE_LENGTH, MAX_LINE, point_with, vcf
from orchard.search.threats import WIN as PROVED

types = numba.types
int64, uint64, uint8, int16 = numba.int64, numba.uint64, numba.uint8, numba.int16

WIN = 30_000
SURE = WIN - 1000  # values beyond this are proved wins
LARGEST_WORTH = 20_000
MAX_PLY = 128
EXACT, LOWER, UPPER = 1, 2, 3
NODES, NODE_LIMIT, ABORTED, VCF_NODES, DEEPEST = 0, 1, 2, 3, 4  # words of `control`
WHITE_TO_MOVE = uint64(0xD6E8FEB86659FD93)


class Memory(NamedTuple):
    """Scratch of one searching thread; the transposition table may be shared."""

    keys: np.ndarray  # [slots] uint64, each xored with its data so that a torn write is not believed
    data: np.ndarray  # [slots] uint64: value 16, depth 8, bound 2, move 16 bits
    history: np.ndarray  # [2, POINTS] int64
    moves: np.ndarray  # [MAX_PLY, MAX_LINE] int16
    scores: np.ndarray  # [MAX_PLY, MAX_LINE] int64
    line: np.ndarray  # [MAX_PLY + 1, MAX_PLY + 1] int16 best line from each ply
    length: np.ndarray  # [MAX_PLY + 1] int64
    control: np.ndarray  # [5] int64
    refuted: np.ndarray  # VCF positions without a win
    fours: np.ndarray  # [MAX_LINE] int16 the last VCF line
    vcf_control: np.ndarray  # [3] int64


def new_memory(table_bits: int = 20, shared: Memory | None = None) -> Memory:
    """Memory for one thread; with `shared`, on that memory's table."""
    slots = 1 << table_bits
    return Memory(
        np.zeros(slots, np.uint64) if shared is None else shared.keys,
        np.zeros(slots, np.uint64) if shared is None else shared.data,
        np.zeros((2, POINTS), np.int64),
        np.zeros((MAX_PLY, MAX_LINE), np.int16),
        np.zeros((MAX_PLY, MAX_LINE), np.int64),
        np.zeros((MAX_PLY + 1, MAX_PLY + 1), np.int16),
        np.zeros(MAX_PLY + 1, np.int64),
        np.zeros(5, np.int64),
        np.zeros(1 << 16, np.uint64),
        np.zeros(MAX_LINE, np.int16),
        np.zeros(3, np.int64),
    )


MEMORY = types.NamedTuple(
    (
        types.Array(types.uint64, 1, "C"),
        types.Array(types.uint64, 1, "C"),
        types.Array(types.int64, 2, "C"),
        types.Array(types.int16, 2, "C"),
        types.Array(types.int64, 2, "C"),
        types.Array(types.int16, 2, "C"),
        types.Array(types.int64, 1, "C"),
        types.Array(types.int64, 1, "C"),
        types.Array(types.uint64, 1, "C"),
        types.Array(types.int16, 1, "C"),
        types.Array(types.int64, 1, "C"),
    ),
    Memory,
)
STOP = types.Array(types.uint8, 1, "C", readonly=True)


class Style(NamedTuple):
    """What the search does; the defaults are what matches showed best."""

    candidates: int = 24  # how many points are tried where nothing forces
    vcf_leaf: int = 60  # nodes of VCF at a leaf; 0 switches it off
    vcf_inner: int = 400  # nodes of VCF inside the tree
    reduce: int = 1  # late moves are searched less deep first
    threats_off: int = 0  # 1: no forced answers, no VCF: plain alpha-beta, for comparison


STYLE = types.NamedUniTuple(types.int64, 5, Style)


@kernel(types.int64(BOARD, types.int64))
def worth(board, color):
    """The learned value of a quiet position for the side to move."""
    value = board.worth[color, 0] - board.worth[int64(1) - color, 1]
    return max(int64(-LARGEST_WORTH), min(int64(LARGEST_WORTH), value))


@kernel(types.int64(BOARD, TABLES, MEMORY, types.int64, types.int64, types.int64, types.int64, STYLE))
def _candidates(board, tables, memory, color, ply, table_move, must_answer, style):
    """Fill the moves of a ply, best first; how many there are."""
    enemy = int64(1) - color
    width = board.facts[WIDTH_FACT]
    moves, scores = memory.moves[ply], memory.scores[ply]
    count = int64(0)
    for row in range(BORDER, BORDER + width):
        for point in range(row * STRIDE + BORDER, row * STRIDE + BORDER + width):
            if board.cells[point] != uint8(EMPTY):
                continue
            mine, theirs = board.threats[color, point], board.threats[enemy, point]
            if must_answer and mine < uint8(T_FOUR) and theirs < uint8(T_FOUR):
                continue
            score = (
                tables.policy[0, board.profiles[color, point]]
                + tables.policy[1, board.profiles[enemy, point]]
                + memory.history[color, point]
            )
            if point == table_move:
                score += int64(1) << int64(40)
            moves[count] = int16(point)
            scores[count] = score
            count += 1
    keep = count if must_answer else min(count, style.candidates)
    for at in range(keep):  # the best few, in order
        best = at
        for other in range(at + 1, count):
            if scores[other] > scores[best]:
                best = other
        moves[at], moves[best] = moves[best], moves[at]
        scores[at], scores[best] = scores[best], scores[at]
    return keep


@kernel(types.int64(BOARD, TABLES, MEMORY, types.int64, types.int64, STOP))
def _wins_by_fours(board, tables, memory, color, limit, stop):
    """Plies until `color`, to move, wins by fours alone; 0 where no such win was found."""
    if board.counts[color, T_FOUR] + board.counts[color, T_FOUR_THREE] == 0:
        return int64(0)
    memory.vcf_control[0], memory.vcf_control[1], memory.vcf_control[2] = 0, limit, 0
    result = vcf(board, tables, color, memory.refuted, memory.vcf_control, stop, memory.fours, int64(0))
    memory.control[VCF_NODES] += memory.vcf_control[0]
    return memory.vcf_control[LINE_LENGTH] if result == int64(PROVED) else int64(0)


@kernel(types.void(MEMORY, types.int64, types.int64))
def _single_move_line(memory, ply, point):
    memory.line[ply, 0] = int16(point)
    memory.length[ply] = 1


@kernel(
    types.int64(BOARD, TABLES, MEMORY, STYLE, STOP, types.int64, types.int64, types.int64, types.int64, types.int64)
)
def search(board, tables, memory, style, stop, color, depth, alpha, beta, ply):
    """The value of the position to `depth`, exact inside (alpha, beta); the best line is left in memory.line[ply]."""
    control = memory.control
    control[NODES] += 1
    control[DEEPEST] = max(control[DEEPEST], ply)
    memory.length[ply] = 0
    if control[NODES] >= control[NODE_LIMIT] or stop[0] != uint8(0):
        control[ABORTED] = 1
        return int64(0)
    enemy = int64(1) - color
    width = board.facts[WIDTH_FACT]
    if board.counts[color, T_FIVE] > 0:
        _single_move_line(memory, ply, point_with(board, color, int64(T_FIVE)))
        return int64(WIN) - ply - 1
    if board.facts[STONES_FACT] >= width * width:
        return int64(0)
    must_block = board.counts[enemy, T_FIVE]
    threatened = int64(0)
    if must_block > 0:
        if must_block > 1:
            _single_move_line(memory, ply, point_with(board, enemy, int64(T_FIVE)))
            return -(int64(WIN) - ply - 2)
    elif style.threats_off == 0:
        if board.counts[color, T_OPEN_FOUR] > 0:
            _single_move_line(memory, ply, point_with(board, color, int64(T_OPEN_FOUR)))
            return int64(WIN) - ply - 3
        threatened = int64(board.counts[enemy, T_OPEN_FOUR] > 0)

    alpha = max(alpha, -(int64(WIN) - ply - 2))
    beta = min(beta, int64(WIN) - ply - 3)
    if alpha >= beta:
        return alpha
    if ply >= MAX_PLY - 2:
        return worth(board, color)
    if depth <= 0 and must_block == 0 and (threatened == 0 or depth < -4):
        if style.vcf_leaf > 0:
            plies = _wins_by_fours(board, tables, memory, color, style.vcf_leaf, stop)
            if plies > 0:
                _single_move_line(memory, ply, int64(memory.fours[0]))
                return int64(WIN) - ply - plies
        return worth(board, color)

    key = board.hash[0] ^ (WHITE_TO_MOVE * uint64(color))
    slot = int64(key & uint64(len(memory.keys) - 1))
    table_move = int64(0)
    data = memory.data[slot]
    if memory.keys[slot] ^ data == key:
        table_move = int64((data >> uint64(32)) & uint64(0xFFFF))
        stored_depth = int64((data >> uint64(16)) & uint64(0xFF)) - 16
        value = int64(data & uint64(0xFFFF)) - 32_768
        if value > int64(SURE):
            value -= ply
        elif value < -int64(SURE):
            value += ply
        bound = int64((data >> uint64(24)) & uint64(3))
        if (
            stored_depth >= depth
            and ply > 0
            and (
                bound == int64(EXACT)
                or (bound == int64(LOWER) and value >= beta)
                or (bound == int64(UPPER) and value <= alpha)
            )
        ):
            _single_move_line(memory, ply, table_move)
            return value

    if style.vcf_inner > 0 and must_block == 0 and depth >= 1:
        plies = _wins_by_fours(board, tables, memory, color, style.vcf_inner, stop)
        if plies > 0:
            memory.length[ply] = min(plies, int64(MAX_PLY) - ply)
            for at in range(memory.length[ply]):
                memory.line[ply, at] = memory.fours[at]
            return int64(WIN) - ply - plies

    if must_block > 0:
        memory.moves[ply, 0] = int16(point_with(board, enemy, int64(T_FIVE)))
        count = int64(1)
    else:
        count = _candidates(board, tables, memory, color, ply, table_move, threatened, style)
    best = -int64(WIN)
    first_alpha = alpha
    best_move = int64(memory.moves[ply, 0])
    for at in range(count):
        point = int64(memory.moves[ply, at])
        quiet = board.threats[color, point] < uint8(T_THREE) and board.threats[enemy, point] < uint8(T_THREE)
        forced = int64(must_block > 0)
        deeper = depth - 1 + forced
        put(board, tables, point, color)
        if at == 0:
            value = -search(board, tables, memory, style, stop, enemy, deeper, -beta, -alpha, ply + 1)
        else:
            reduction = int64(0)
            if style.reduce and depth >= 3 and at >= 3 and quiet and threatened == 0:
                reduction = int64(1) + int64(at >= 10)
            value = -search(board, tables, memory, style, stop, enemy, deeper - reduction, -alpha - 1, -alpha, ply + 1)
            if value > alpha and reduction > 0:
                value = -search(board, tables, memory, style, stop, enemy, deeper, -alpha - 1, -alpha, ply + 1)
            if value > alpha and value < beta:
                value = -search(board, tables, memory, style, stop, enemy, deeper, -beta, -alpha, ply + 1)
        take(board, tables, point)
        if control[ABORTED]:
            return int64(0)
        if value > best:
            best = value
            best_move = point
            memory.line[ply, 0] = int16(point)
            length = memory.length[ply + 1]
            for step in range(length):
                memory.line[ply, step + 1] = memory.line[ply + 1, step]
            memory.length[ply] = length + 1
            if value > alpha:
                alpha = value
                if alpha >= beta:
                    memory.history[color, point] += depth * depth if depth > 0 else 0
                    break

    bound = EXACT
    if best >= beta:
        bound = LOWER
    elif best <= first_alpha:
        bound = UPPER
    stored = best
    if stored > int64(SURE):
        stored += ply
    elif stored < -int64(SURE):
        stored -= ply
    data = (
        uint64(stored + 32_768)
        | (uint64(max(depth + 16, 0)) << uint64(16))
        | (uint64(bound) << uint64(24))
        | (uint64(best_move) << uint64(32))
    )
    memory.data[slot] = data
    memory.keys[slot] = key ^ data
    return best
