"""Exact threat search for Gomoku: wins by fours alone (VCF), and by fours and threes (VCT).

**VCF.** The attacker only makes fours; each has one answer, so the search is a walk through forced pairs of moves and
the first win found is a win. What has been refuted is remembered by position. With control[GAIN] up, fours that gain
nothing beside their threat are left out: a tree search finds nine wins in ten so, with a third of the nodes.

**VCT.** The attacker also makes open threes. After such a move the defender may play anywhere, but few moves can help:
if the attacker would win by fours should the defender pass, that winning line names the points that matter. A reply
leaves the line a win unless it

* stands on one of the line's points,
* makes a four at once, or
* completes, with at least one of the line's forced answers, four stones out of some five points in a row.

All those replies are tried, no others: what is called a win is one against every defence. A defender who wins by fours
first refutes the attack at once. Positions proved won or refuted are remembered with the depth they were looked at.

Each returns WIN with the line, NONE when there is no such win, UNKNOWN when the node limit or the stop flag ended it.
"""

# mypy: ignore-errors
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from orchard.core.jit import ctz, kernel, numba
from orchard.games.gomoku.evaluate.shapes import (
    BOARD,
    BORDER,
    EMPTY,
    FOUR,
    OPEN_TWO,
    STEPS,
    STRIDE,
    T_DOUBLE_THREE,
    T_FIVE,
    T_FOUR,
    T_FOUR_THREE,
    T_OPEN_FOUR,
    T_THREE,
    TABLES,
    profiles,
    put,
    take,
)

types = numba.types
int64, uint64, uint8, int16 = numba.int64, numba.uint64, numba.uint8, numba.int16

WIN, NONE, UNKNOWN = 1, 0, -1
NODES, NODE_LIMIT, LINE_LENGTH, DEPTH_CUT, BELIEVE_WINS, WON_BY, GAIN = 0, 1, 2, 3, 4, 5, 6  # the words of `control`
MAX_LINE = 400
WHITE_ATTACKS = uint64(0x9D5E0B6C4A1F7735)
ALL_BYTES = uint64(0x0101010101010101)
HIGH_BITS = uint64(0x8080808080808080)
COMPLETE = 255  # refuted whatever the depth
# for each profile, whether a stone there does more than make a single four: an open two or better on another line too
GAINS = np.array([first != FOUR or second >= OPEN_TWO for first, second, *_ in profiles()], np.uint8)


class Threats(NamedTuple):
    """What a threat search remembers and works in; one for each thread."""

    refuted: np.ndarray  # [slots] uint64: positions without a win by fours
    keys: np.ndarray  # [slots] uint64: positions looked at for a win by fours and threes, and
    data: np.ndarray  # [slots] uint64: result 1, depth or plies to the win 8, move 16 bits of each
    moves: np.ndarray  # [MAX_LINE, MAX_LINE] int16 attacking moves at each depth
    replies: np.ndarray  # [MAX_LINE, MAX_LINE] int16 defences at each depth
    longest: np.ndarray  # [MAX_LINE, MAX_LINE] int16 the line of the best defence at each depth
    marks: np.ndarray  # [STRIDE * STRIDE] uint8
    line: np.ndarray  # [MAX_LINE] int16 the line found
    control: np.ndarray  # [7] int64


def new_threats(bits: int = 18, vct: bool = True) -> Threats:
    """Memory for 2^bits positions of each kind; without `vct`, for wins by fours only, by fours that gain something."""
    slots, lists = (1 << bits, MAX_LINE) if vct else (1, 1)
    made = Threats(
        np.zeros(1 << bits, np.uint64),
        np.zeros(slots, np.uint64),
        np.zeros(slots, np.uint64),
        np.zeros((MAX_LINE, MAX_LINE), np.int16),
        np.zeros((lists, MAX_LINE), np.int16),
        np.zeros((lists, MAX_LINE), np.int16),
        np.zeros(STRIDE * STRIDE, np.uint8),
        np.zeros(MAX_LINE, np.int16),
        np.zeros(7, np.int64),
    )
    made.control[GAIN] = not vct
    return made


THREATS_MEMORY = types.NamedTuple(
    (
        types.Array(types.uint64, 1, "C"),
        types.Array(types.uint64, 1, "C"),
        types.Array(types.uint64, 1, "C"),
        types.Array(types.int16, 2, "C"),
        types.Array(types.int16, 2, "C"),
        types.Array(types.int16, 2, "C"),
        types.Array(types.uint8, 1, "C"),
        types.Array(types.int16, 1, "C"),
        types.Array(types.int64, 1, "C"),
    ),
    Threats,
)
LINE = types.Array(types.int16, 1, "C")
STOP = types.Array(types.uint8, 1, "C", readonly=True)


@kernel(types.int64(BOARD, types.int64, types.int64, types.int64, LINE))
def _points_equal(board, color, threat, count, out):
    """Append the empty points where `color` has exactly that threat to the first `count` of `out`; the new count."""
    left = board.counts[color, threat]
    if left == 0:
        return count
    words = board.threats[color].view(np.uint64)  # eight points at a time; a point without a stone's threat is 0
    pattern = ALL_BYTES * uint64(threat)
    at = int64(BORDER * STRIDE // 8)
    while left > 0:
        different = words[at] ^ pattern
        # a byte of `different` is at most 7, so adding 127 sets its high bit unless it is zero
        equal = ~(different + uint64(0x7F7F7F7F7F7F7F7F)) & HIGH_BITS
        while equal:
            out[count] = int16(at * 8 + int64(ctz(equal) >> uint64(3)))
            count += 1
            left -= 1
            equal &= equal - uint64(1)
        at += 1
    return count


@kernel(types.int64(BOARD, types.int64, types.int64))
def point_with(board, color, threat):
    """The first empty point where `color` has that threat (not T_NONE); -1 without one."""
    if board.counts[color, threat] == 0:
        return int64(-1)
    words = board.threats[color].view(np.uint64)
    pattern = ALL_BYTES * uint64(threat)
    at = int64(BORDER * STRIDE // 8)
    while True:
        equal = ~((words[at] ^ pattern) + uint64(0x7F7F7F7F7F7F7F7F)) & HIGH_BITS
        if equal:
            return at * 8 + int64(ctz(equal) >> uint64(3))
        at += 1


@kernel(types.int64(BOARD, types.int64))
def fours(board, color):
    """How many points would make a four of some kind."""
    return board.counts[color, T_FOUR] + board.counts[color, T_FOUR_THREE] + board.counts[color, T_OPEN_FOUR]


@kernel(types.int64(BOARD, TABLES, types.int64, THREATS_MEMORY, STOP, types.int64))
def vcf(board, tables, color, memory, stop, depth):
    """Whether `color`, to move, wins by fours alone; the line is left in `memory.line[depth:control[LINE_LENGTH]]`."""
    control, line = memory.control, memory.line
    if control[NODES] >= control[NODE_LIMIT] or stop[0] != uint8(0):
        return int64(UNKNOWN)
    control[NODES] += 1
    enemy = int64(1) - color
    if board.counts[color, T_FIVE] > 0:
        line[depth] = int16(point_with(board, color, int64(T_FIVE)))
        control[LINE_LENGTH] = depth + 1
        return int64(WIN)
    must_block = board.counts[enemy, T_FIVE]
    if must_block > 1 or fours(board, color) == 0:
        return int64(NONE)
    key = (board.hash[0] ^ (WHITE_ATTACKS * uint64(color))) | uint64(1)
    slot = int64((key >> uint64(1)) & uint64(len(memory.refuted) - 1))
    if memory.refuted[slot] == key:
        return int64(NONE)

    moves = memory.moves[depth]
    count = int64(0)
    if must_block:
        moves[0] = int16(point_with(board, enemy, int64(T_FIVE)))
        count = int64(board.threats[color, moves[0]] >= uint8(T_FOUR))
    else:
        count = _points_equal(board, color, int64(T_OPEN_FOUR), count, moves)
        if count == 0:
            count = _points_equal(board, color, int64(T_FOUR_THREE), count, moves)
            count = _points_equal(board, color, int64(T_FOUR), count, moves)
    for at in range(count):
        point = int64(moves[at])
        if control[GAIN] and must_block == 0 and GAINS[board.profiles[color, point]] == uint8(0):
            continue
        put(board, tables, point, color)
        ways = board.counts[color, T_FIVE]
        answer = point_with(board, color, int64(T_FIVE))
        put(board, tables, answer, enemy)
        line[depth] = int16(point)
        line[depth + 1] = int16(answer)
        if ways >= 2:
            line[depth + 2] = int16(point_with(board, color, int64(T_FIVE)))
            control[LINE_LENGTH] = depth + 3
            result = int64(WIN)
        else:
            result = vcf(board, tables, color, memory, stop, depth + 2)
        take(board, tables, answer)
        take(board, tables, point)
        if result != int64(NONE):
            return result
    memory.refuted[slot] = key
    return int64(NONE)


@kernel(types.int64(THREATS_MEMORY, types.int64, types.int64, LINE))
def _add_reply(memory, point, count, out):
    if memory.marks[point] == uint8(0):
        memory.marks[point] = uint8(1)
        out[count] = int16(point)
        count += 1
    return count


@kernel(types.int64(BOARD, types.int64, THREATS_MEMORY, types.int64, types.int64, LINE))
def relevant_replies(board, color, memory, start, end, out):
    """Every reply that might spoil `color`'s win by fours `memory.line[start:end]`, likely ones first; how many."""
    enemy = int64(1) - color
    memory.marks[:] = uint8(0)
    count = int64(0)
    for threat in range(T_OPEN_FOUR, T_FOUR - 1, -1):
        first = count
        count = _points_equal(board, enemy, int64(threat), count, out)
        for at in range(first, count):
            memory.marks[out[at]] = uint8(1)
    line = memory.line
    for at in range(start, end):
        count = _add_reply(memory, int64(line[at]), count, out)
    for at in range(start + 1, end, 2):
        memory.marks[line[at]] = uint8(2)  # the defender's forced answers
    for at in range(start + 1, end, 2):
        answer = int64(line[at])
        for direction in range(4):
            step = STEPS[direction]
            for back in range(-4, 1):
                held = int64(0)
                for place in range(back, back + 5):
                    point = answer + place * step
                    cell = board.cells[point]
                    if cell == uint8(enemy + 1) or memory.marks[point] == uint8(2):
                        held += 1
                    elif cell != uint8(EMPTY):
                        held = int64(-100)
                if held >= 3:
                    for place in range(back, back + 5):
                        point = answer + place * step
                        if board.cells[point] == uint8(EMPTY):
                            count = _add_reply(memory, point, count, out)
    return count


@kernel(types.int64(BOARD, types.int64, types.int64, types.int64, LINE))
def _attacks(board, color, table_move, must_block, moves):
    """The attacking moves of a position, likely ones first; how many."""
    if must_block >= 0:
        moves[0] = int16(must_block)
        return int64(1)
    count = int64(0)
    count = _points_equal(board, color, int64(T_FOUR_THREE), count, moves)
    count = _points_equal(board, color, int64(T_DOUBLE_THREE), count, moves)
    count = _points_equal(board, color, int64(T_THREE), count, moves)
    count = _points_equal(board, color, int64(T_FOUR), count, moves)
    for at in range(1, count):
        if moves[at] == table_move:
            moves[at] = moves[0]
            moves[0] = int16(table_move)
    return count


@kernel(types.int64(BOARD, TABLES, types.int64, THREATS_MEMORY, STOP, types.int64, types.int64))
def vct(board, tables, color, memory, stop, depth, plies):
    """Whether `color`, to move, wins by fours and threes, with at most `plies` attacking moves before the fours.

    control[DEPTH_CUT] is raised where more plies might have found more. After a win, control[WON_BY] is the ply by
    which it is there whatever the defence; the line, where it goes through a position already proved, ends there.
    """
    control = memory.control
    result = vcf(board, tables, color, memory, stop, depth)
    if result != int64(NONE):
        control[WON_BY] = control[LINE_LENGTH]
        return result
    enemy = int64(1) - color
    if board.counts[enemy, T_FIVE] > 1:
        return int64(NONE)
    must_block = point_with(board, enemy, int64(T_FIVE))
    threes = board.counts[color, T_THREE] + board.counts[color, T_DOUBLE_THREE]
    if must_block < 0 and threes + fours(board, color) == 0:
        return int64(NONE)
    key = (board.hash[0] ^ (WHITE_ATTACKS * uint64(color))) | uint64(1)
    slot = int64((key >> uint64(1)) & uint64(len(memory.keys) - 1))
    table_move = int64(0)
    if memory.keys[slot] == key:
        data = memory.data[slot]
        table_move = int64(data >> uint64(16))
        if data & uint64(1):
            if control[BELIEVE_WINS] and depth > 0:
                memory.line[depth] = int16(table_move)
                control[LINE_LENGTH] = depth + 1
                control[WON_BY] = depth + int64((data >> uint64(1)) & uint64(255))
                return int64(WIN)
        elif int64((data >> uint64(1)) & uint64(255)) >= plies:
            if int64((data >> uint64(1)) & uint64(255)) < COMPLETE:
                control[DEPTH_CUT] = 1
            return int64(NONE)
    if plies <= 0 or depth + 8 > MAX_LINE:
        control[DEPTH_CUT] = 1
        return int64(NONE)

    cut_before = control[DEPTH_CUT]
    control[DEPTH_CUT] = 0
    moves, replies, longest = memory.moves[depth], memory.replies[depth], memory.longest[depth]
    count = _attacks(board, color, table_move, must_block, moves)
    for at in range(count):
        point = int64(moves[at])
        put(board, tables, point, color)
        result = int64(WIN)
        reply_count, won_by = int64(0), int64(0)
        if board.counts[color, T_FIVE] > 0:
            reply_count = _points_equal(board, color, int64(T_FIVE), reply_count, replies)
        else:
            counter = int64(NONE)
            if fours(board, enemy) > 0:
                counter = vcf(board, tables, enemy, memory, stop, depth + 1)
            if counter == int64(NONE):
                result = vcf(board, tables, color, memory, stop, depth + 1)
                if result == int64(WIN):
                    won_by = control[LINE_LENGTH] + 1  # after any reply that does not matter
                    reply_count = relevant_replies(board, color, memory, depth + 1, control[LINE_LENGTH], replies)
            else:
                result = int64(UNKNOWN) if counter == int64(UNKNOWN) else int64(NONE)
        length = int64(0)
        for reply in range(reply_count):
            answer = int64(replies[reply])
            put(board, tables, answer, enemy)
            result = vct(board, tables, color, memory, stop, depth + 2, plies - int64(1))
            take(board, tables, answer)
            if result != int64(WIN):
                break
            won_by = max(won_by, control[WON_BY])
            if control[LINE_LENGTH] > length:
                length = control[LINE_LENGTH]
                longest[depth + 1] = int16(answer)
                longest[depth + 2 : length] = memory.line[depth + 2 : length]
        take(board, tables, point)
        if result == int64(UNKNOWN):
            return result
        if result == int64(WIN):
            memory.line[depth] = int16(point)
            memory.line[depth + 1 : length] = longest[depth + 1 : length]
            control[LINE_LENGTH] = length
            control[WON_BY] = won_by
            control[DEPTH_CUT] |= cut_before
            if won_by - depth < COMPLETE:
                memory.keys[slot] = key
                memory.data[slot] = uint64(1) | (uint64(won_by - depth) << uint64(1)) | (uint64(point) << uint64(16))
            return result
    looked = plies if control[DEPTH_CUT] else int64(COMPLETE)
    control[DEPTH_CUT] |= cut_before
    memory.keys[slot] = key
    memory.data[slot] = (uint64(looked) << uint64(1)) | (uint64(table_move) << uint64(16))
    return int64(NONE)
