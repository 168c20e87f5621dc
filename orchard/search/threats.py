"""Exact threat search for Gomoku: wins by fours alone (VCF), and by fours and threes (VCT).

**VCF.** The attacker only makes fours; each has one answer, so the search is a walk through forced pairs of moves and
the first win found is a win. What has been refuted is remembered by position.

**VCT.** The attacker also makes open threes. After such a move the defender may play anywhere, but only few moves can
help: if the attacker would win by fours should the defender pass, that winning line names the points that matter. A
reply refutes it only by standing on one of its points, by making a four at once, or by lying within four cells, on one
line, of one of the defender's forced answers (so that these might then make a four of their own). All those replies
are tried, no others: the result is exact for attacks made of fours and threes.

Each returns WIN with the line, NONE when there is no such win, UNKNOWN when the node limit or the stop flag ended it.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from orchard.core.jit import kernel, numba
from orchard.evaluate.lines import (
    BOARD,
    BORDER,
    EMPTY,
    STEPS,
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

types = numba.types
int64, uint64, uint8, int16 = numba.int64, numba.uint64, numba.uint8, numba.int16

WIN, NONE, UNKNOWN = 1, 0, -1
NODES, NODE_LIMIT, LINE_LENGTH = 0, 1, 2  # the words of `control`
MAX_LINE = 400
WHITE_ATTACKS = uint64(0x9D5E0B6C4A1F7735)
DEFENDER_MOVES = uint64(0x3C79AC492BA7B653)

CONTROL = types.Array(types.int64, 1, "C")
LINE = types.Array(types.int16, 1, "C")
REFUTED = types.Array(types.uint64, 1, "C")
STOP = types.Array(types.uint8, 1, "C", readonly=True)


def new_control(node_limit: int) -> np.ndarray:
    """[3] int64: nodes so far, the limit, length of the line found."""
    return np.array([0, node_limit, 0], np.int64)


def new_memory(bits: int = 18) -> np.ndarray:
    """Refuted positions, 8 bytes each; a power of two."""
    return np.zeros(1 << bits, np.uint64)


@kernel(types.int64(BOARD, types.int64, types.int64))
def point_with(board, color, threat):
    """The first empty point where `color` has that threat; -1 without one."""
    width = board.facts[WIDTH_FACT]
    for row in range(BORDER, BORDER + width):
        for point in range(row * STRIDE + BORDER, row * STRIDE + BORDER + width):
            if board.cells[point] == uint8(EMPTY) and board.threats[color, point] == threat:
                return int64(point)
    return int64(-1)


@kernel(types.int64(BOARD, types.int64, types.int64, types.int64, LINE))
def points_from(board, color, weakest, strongest, out):
    """The empty points where `color` has a threat in that range, strongest first; how many there are."""
    width = board.facts[WIDTH_FACT]
    count = int64(0)
    for threat in range(strongest, weakest - 1, -1):
        left = board.counts[color, threat]
        row = int64(BORDER)
        while left > 0 and row < BORDER + width:
            for point in range(row * STRIDE + BORDER, row * STRIDE + BORDER + width):
                if board.cells[point] == uint8(EMPTY) and board.threats[color, point] == threat:
                    out[count] = int16(point)
                    count += 1
                    left -= 1
            row += 1
    return count


@kernel(types.boolean(CONTROL, STOP))
def _spent(control, stop):
    return control[NODES] >= control[NODE_LIMIT] or stop[0] != uint8(0)


@kernel(types.int64(BOARD, TABLES, types.int64, REFUTED, CONTROL, STOP, LINE, types.int64))
def vcf(board, tables, color, refuted, control, stop, line, depth):
    """Whether `color`, to move, wins by fours alone; the line is left in `line[depth:control[LINE_LENGTH]]`."""
    if _spent(control, stop):
        return int64(UNKNOWN)
    control[NODES] += 1
    enemy = int64(1) - color
    if board.counts[color, T_FIVE] > 0:
        line[depth] = int16(point_with(board, color, int64(T_FIVE)))
        control[LINE_LENGTH] = depth + 1
        return int64(WIN)
    must_block = board.counts[enemy, T_FIVE]
    if must_block > 1 or depth + 4 > MAX_LINE:
        return int64(NONE)
    fours = board.counts[color, T_FOUR] + board.counts[color, T_FOUR_THREE] + board.counts[color, T_OPEN_FOUR]
    if fours == 0:
        return int64(NONE)
    key = board.hash[0] ^ (WHITE_ATTACKS * uint64(color)) | uint64(1)
    slot = int64((key >> uint64(1)) & uint64(len(refuted) - 1))
    if refuted[slot] == key:
        return int64(NONE)

    moves = np.empty(MAX_LINE, np.int16)
    if must_block:
        moves[0] = int16(point_with(board, enemy, int64(T_FIVE)))
        count = int64(board.threats[color, moves[0]] >= uint8(T_FOUR))
    else:
        count = points_from(board, color, int64(T_FOUR), int64(T_OPEN_FOUR), moves)
    for at in range(count):
        point = int64(moves[at])
        put(board, tables, point, color)
        line[depth] = int16(point)
        result = int64(NONE)
        ways = board.counts[color, T_FIVE]
        answer = point_with(board, color, int64(T_FIVE))
        line[depth + 1] = int16(answer)
        put(board, tables, answer, enemy)
        if ways >= 2:
            line[depth + 2] = int16(point_with(board, color, int64(T_FIVE)))
            control[LINE_LENGTH] = depth + 3
            result = int64(WIN)
        else:
            result = vcf(board, tables, color, refuted, control, stop, line, depth + 2)
        take(board, tables, answer)
        take(board, tables, point)
        if result != int64(NONE):
            return result
    refuted[slot] = key
    return int64(NONE)


@kernel(types.int64(BOARD, types.int64, LINE, types.int64, types.int64, LINE))
def _relevant_replies(board, color, line, start, end, out):
    """Every reply of the defender that might spoil the attacker's win by fours `line[start:end]`."""
    enemy = int64(1) - color
    marked = np.zeros(STRIDE * STRIDE, np.uint8)
    for at in range(start, end):
        point = int64(line[at])
        marked[point] = uint8(1)
        if (at - start) & 1:  # a forced answer of the defender's: look along its four lines
            for direction in range(4):
                for distance in range(-4, 5):
                    marked[point + distance * STEPS[direction]] = uint8(1)
    count = int64(0)
    width = board.facts[WIDTH_FACT]
    for row in range(BORDER, BORDER + width):
        for point in range(row * STRIDE + BORDER, row * STRIDE + BORDER + width):
            if board.cells[point] != uint8(EMPTY):
                continue
            if marked[point] or board.threats[enemy, point] >= uint8(T_FOUR):
                out[count] = int16(point)
                count += 1
    return count


@kernel(types.int64(BOARD, TABLES, types.int64, REFUTED, REFUTED, CONTROL, STOP, LINE, types.int64, types.int64))
def vct(board, tables, color, refuted, refuted_threes, control, stop, line, depth, plies):
    """Whether `color`, to move, wins by fours and threes, with at most `plies` attacking moves before the fours."""
    result = vcf(board, tables, color, refuted, control, stop, line, depth)
    if result != int64(NONE) or plies == 0:
        return result
    enemy = int64(1) - color
    key = (board.hash[0] ^ (WHITE_ATTACKS * uint64(color)) ^ (DEFENDER_MOVES * uint64(plies))) | uint64(1)
    slot = int64((key >> uint64(1)) & uint64(len(refuted_threes) - 1))
    if refuted_threes[slot] == key:
        return int64(NONE)
    moves = np.empty(MAX_LINE, np.int16)
    if board.counts[enemy, T_FIVE] > 0:
        if board.counts[enemy, T_FIVE] > 1:
            return int64(NONE)
        moves[0] = int16(point_with(board, enemy, int64(T_FIVE)))
        count = int64(1)
    else:
        count = points_from(board, color, int64(T_THREE), int64(T_OPEN_FOUR), moves)
    replies = np.empty(MAX_LINE, np.int16)
    longest = np.empty(MAX_LINE, np.int16)
    for at in range(count):
        point = int64(moves[at])
        put(board, tables, point, color)
        result = int64(WIN)
        reply_count = int64(0)
        if board.counts[enemy, T_FIVE] > 0:
            result = int64(NONE)
        elif board.counts[color, T_FIVE] > 0:
            reply_count = points_from(board, color, int64(T_FIVE), int64(T_FIVE), replies)
        else:
            result = vcf(board, tables, color, refuted, control, stop, line, depth + 1)
            if result == int64(WIN):
                reply_count = _relevant_replies(board, color, line, depth + 1, control[LINE_LENGTH], replies)
        length = int64(0)
        for reply in range(reply_count):
            answer = int64(replies[reply])
            put(board, tables, answer, enemy)
            result = vct(
                board, tables, color, refuted, refuted_threes, control, stop, line, depth + 2, plies - int64(1)
            )
            take(board, tables, answer)
            if result != int64(WIN):
                break
            if control[LINE_LENGTH] > length:
                length = control[LINE_LENGTH]
                longest[depth + 1] = int16(answer)
                longest[depth + 2 : length] = line[depth + 2 : length]
        take(board, tables, point)
        if result == int64(WIN):
            line[depth] = int16(point)
            line[depth + 1 : length] = longest[depth + 1 : length]
            control[LINE_LENGTH] = length
        if result != int64(NONE):
            return result
    refuted_threes[slot] = key
    return int64(NONE)
