"""Exact threat search for Gomoku: wins by fours alone (VCF), and by fours and threes (VCT).

**VCF.** The attacker only makes fours; each has one answer, so the search is a walk through forced pairs of moves and
the first win found is a win. What has been refuted is remembered by position. With `work.only_gains`, fours that gain
nothing beside their threat are left out: a tree search finds nine wins in ten so, with a third of the nodes.

**VCT.** The attacker also makes open threes. After such a move the defender may play anywhere, but few moves can help:
if the attacker would win by fours should the defender pass, that winning line names the points that matter. A reply
leaves the line a win unless it

* stands on one of the line's points,
* makes a four at once, or
* completes, with at least one of the line's forced answers, four stones out of some five points in a row.

All those replies are tried, no others: what is called a win is one against every defence. A defender who wins by fours
first refutes the attack at once. Positions proved won or refuted are remembered with the depth they were looked at.

**Renju.** Black, attacking or defending, plays no forbidden point, and a four whose only answer is forbidden to black
wins. What is forbidden may depend on stones far away, so a line that relies on it is *fragile*: against it every
reply is tried. And as the game is a draw where black has only forbidden points left, white's wins count only while
black has room to move.

Each returns WIN with the line, NONE when there is no such win, UNKNOWN when the node limit or the stop flag ended it.
"""

# mypy: ignore-errors
from __future__ import annotations

from typing import Any

import numpy as np

from orchard.core.jit import inner, kernel, numba
from orchard.core.records import Columns, Record, field
from orchard.games.gomoku.evaluate.shape_board import (
    ShapeBoard,
    ban_at,
    fours,
    has_room,
    legal_point,
    may_play,
    point_with,
    points_with,
    put,
    take,
)
from orchard.games.gomoku.evaluate.shapes import (
    FOUR,
    FREE,
    OPEN_TWO,
    T_DOUBLE_THREE,
    T_FIVE,
    T_FOUR,
    T_FOUR_THREE,
    T_OPEN_FOUR,
    T_THREE,
    ShapeTables,
    profiles,
)
from orchard.games.gomoku.grid import BORDER, EMPTY, POINTS, STEPS, STRIDE
from orchard.games.gomoku.kernels import RENJU

types = numba.types
int64, uint64, uint8, int16 = numba.int64, numba.uint64, numba.uint8, numba.int16

WIN, NONE, UNKNOWN = 1, 0, -1
MAX_LINE = 400
WHITE_ATTACKS = uint64(0x9D5E0B6C4A1F7735)
COMPLETE = 255  # refuted whatever the depth
MISS = -2  # the table knows nothing that ends the search
ROOM = 43  # free points that leave black some after one more stone of its own, which takes or spoils 41 at most
# for each profile, whether a stone there does more than make a single four: an open two or better on another line too
GAINS = np.array([first != FOUR or second >= OPEN_TWO for first, second, *_ in profiles()], np.uint8)


class ThreatWork(Record):
    """What a threat search counts and works in."""

    nodes = field("i8")
    node_limit = field("i8")
    only_gains = field("i8")  # whether fours that gain nothing are left out
    believe_wins = field("i8")  # whether a win in the table ends the search, which then leaves a shorter line
    depth_cut = field("i8")  # whether more attacking moves might have found more
    won_by = field("i8")  # after a win: the ply by which it is there whatever the defence
    fragile = field("i8")  # after a win by fours: whether it relies on what is forbidden
    line_length = field("i8")
    line = field("i2", MAX_LINE)  # the line found
    marks = field("u1", POINTS)
    moves = field("i2", MAX_LINE, MAX_LINE)  # attacking moves at each depth
    replies = field("i2", MAX_LINE, MAX_LINE)  # defences at each depth
    longest = field("i2", MAX_LINE, MAX_LINE)  # the line of the best defence at each depth


class ThreatKit(Columns):
    """All that a threat search needs, for one thread."""

    board = field(ShapeBoard)
    tables = field(ShapeTables)
    work = field(ThreatWork)
    refuted = field("u8", "slots")  # positions without a win by fours
    keys = field("u8", "slots")  # positions looked at for a win by fours and threes, and
    data = field("u8", "slots")  # result 1, depth or plies to the win 8, move 16 bits of each
    stop = field("u1", 1)  # 1 ends the search


def new_threat_kit(board: Any, tables: Any, stop: Any, bits: int = 18, vct: bool = True) -> Any:
    """Memory for 2^bits positions of each kind; without `vct`, for wins by fours only, by fours that gain something."""
    work = ThreatWork.new()
    work.only_gains = not vct
    slots = (1 << bits, *(2 * [1 << bits if vct else 1]))
    return ThreatKit.tuple(board, tables, work, *(np.zeros(count, np.uint64) for count in slots), stop)


KIT = ThreatKit.type
LINE = types.Array(types.int16, 1, "C")


@inner(types.uint64(ShapeBoard.type, types.int64))
def _key(board, color):
    return (board.hash ^ (WHITE_ATTACKS * uint64(color))) | uint64(1)


@inner(types.int64(types.uint64, types.Array(types.uint64, 1, "C")))
def _slot(key, table):
    return int64((key >> uint64(1)) & uint64(len(table) - 1))


# ------------------------------------------------------------------------------------------------- wins by fours


@kernel(inline="always")
def _fours_to_try(kit, color, depth):
    """Fill the moves of a depth with the fours that can be played, likely ones first; how many."""
    board, moves = kit.board, kit.work.moves[depth]
    block = point_with(board, int64(1) - color, int64(T_FIVE))
    if block >= 0:
        moves[0] = int16(block)
        return int64(board.threats[color, block] >= uint8(T_FOUR))
    count = points_with(board, color, int64(T_OPEN_FOUR), int64(0), moves)
    if count == 0 or kit.tables.rule == int64(RENJU):  # there an open four may be forbidden, or not win
        count = points_with(board, color, int64(T_FOUR_THREE), count, moves)
        count = points_with(board, color, int64(T_FOUR), count, moves)
    return count


@kernel(inline="always")
def _answer(kit, color):
    """The enemy's answer to a four: on a way to five if it may be played, else any legal one; -1 for none at all."""
    board, tables = kit.board, kit.tables
    answer = point_with(board, color, int64(T_FIVE))
    if tables.rule != int64(RENJU) or color == 0 or may_play(board, tables, int64(0), answer):
        return answer
    if board.counts[color, T_FIVE] > 1:
        for point in range(answer + 1, POINTS):
            if board.threats[color, point] == uint8(T_FIVE) and may_play(board, tables, int64(0), int64(point)):
                return int64(point)
    return legal_point(board, tables, int64(0))


@kernel(inline="always")
def _won(kit, color, depth, fragile):
    """Write down a four that the answer just put does not stop."""
    work = kit.work
    work.line[depth + 2] = int16(point_with(kit.board, color, int64(T_FIVE)))
    work.line_length = depth + 3
    work.fragile = fragile
    return int64(WIN)


@kernel(types.int64(KIT, types.int64, types.int64))
def vcf(kit, color, depth):
    """Whether `color`, to move, wins by fours alone; the line is left in `work.line[depth:work.line_length]`."""
    board, tables, work = kit.board, kit.tables, kit.work
    if work.nodes >= work.node_limit or kit.stop[0] != uint8(0):
        return int64(UNKNOWN)
    work.nodes += 1
    enemy = int64(1) - color
    if board.counts[color, T_FIVE] > 0:
        work.line[depth] = int16(point_with(board, color, int64(T_FIVE)))
        work.line_length = depth + 1
        work.fragile = 0
        return int64(WIN)
    must_block = board.counts[enemy, T_FIVE]
    if must_block > 1 or fours(board, color) == 0:
        return int64(NONE)
    key = _key(board, color)
    slot = _slot(key, kit.refuted)
    if kit.refuted[slot] == key:
        return int64(NONE)

    renju = tables.rule == int64(RENJU)
    only_gains = work.only_gains and must_block == 0 and not (renju and color == 1)
    for at in range(_fours_to_try(kit, color, depth)):
        point = int64(work.moves[depth, at])
        if only_gains and GAINS[board.profiles[color, point]] == uint8(0):
            continue
        restricted = renju and color == 0 and ban_at(board, tables, point) != int64(FREE)
        if restricted and not may_play(board, tables, color, point):
            continue
        put(board, tables, point, color)
        ways = board.counts[color, T_FIVE]
        answer = _answer(kit, color)
        if answer < 0:  # black has no legal move: a draw
            take(board, tables, point)
            continue
        stopped = ways == 1 and board.threats[color, answer] == uint8(T_FIVE)
        relies = renju and color == 1 and not stopped and (ways == 1 or not has_room(board, tables, int64(ROOM)))
        put(board, tables, answer, enemy)
        work.line[depth] = int16(point)
        work.line[depth + 1] = int16(answer)
        result = vcf(kit, color, depth + 2) if stopped else _won(kit, color, depth, int64(relies))
        work.fragile |= int64(restricted)
        take(board, tables, answer)
        take(board, tables, point)
        if result != int64(NONE):
            return result
    kit.refuted[slot] = key
    return int64(NONE)


# ------------------------------------------------------------------------------------------------- replies that matter


@inner(types.int64(ThreatWork.type, types.int64, types.int64, LINE))
def _add_reply(work, point, count, out):
    if work.marks[point] == uint8(0):
        work.marks[point] = uint8(1)
        out[count] = int16(point)
        count += 1
    return count


@inner(types.int64(KIT, types.int64, types.int64, types.int64, types.int64, LINE))
def _replies_around(kit, enemy, answer, step, count, out):
    """Append the points of one line that make four of five in a row together with a forced answer of the defender."""
    board, marks = kit.board, kit.work.marks
    for back in range(-4, 1):
        held = int64(0)
        for place in range(back, back + 5):
            point = answer + place * step
            cell = board.cells[point]
            if cell == uint8(enemy + 1) or marks[point] == uint8(2):
                held += 1
            elif cell != uint8(EMPTY):
                held = int64(-100)
        if held >= 3:
            for place in range(back, back + 5):
                point = answer + place * step
                if board.cells[point] == uint8(EMPTY):
                    count = _add_reply(kit.work, point, count, out)
    return count


@inner(types.int64(KIT, types.int64, types.int64, LINE))
def _only_legal(kit, color, count, out):
    """Leave out of the first `count` points those that `color` may not play; how many are left."""
    if kit.tables.rule != int64(RENJU) or color != 0:
        return count
    kept = int64(0)
    for at in range(count):
        if may_play(kit.board, kit.tables, color, int64(out[at])):
            out[kept] = out[at]
            kept += 1
    return kept


@kernel(inline="always")
def _all_replies(kit, color, out):
    """Every legal move of `color`; how many."""
    board = kit.board
    count = int64(0)
    for row in range(BORDER, BORDER + board.width):
        for point in range(row * STRIDE + BORDER, row * STRIDE + BORDER + board.width):
            if board.cells[point] == uint8(EMPTY):
                out[count] = int16(point)
                count += 1
    return _only_legal(kit, color, count, out)


@kernel(types.int64(KIT, types.int64, types.int64, types.int64, LINE))
def relevant_replies(kit, color, start, end, out):
    """Every legal reply that might spoil `color`'s win by fours `work.line[start:end]`, the last one found, likely ones
    first; how many."""
    board, line, marks = kit.board, kit.work.line, kit.work.marks
    enemy = int64(1) - color
    if kit.work.fragile:
        return _all_replies(kit, enemy, out)
    marks[:] = uint8(0)
    count = int64(0)
    for threat in range(T_OPEN_FOUR, T_FOUR - 1, -1):
        first = count
        count = points_with(board, enemy, int64(threat), count, out)
        for at in range(first, count):
            marks[out[at]] = uint8(1)
    for at in range(start, end):
        count = _add_reply(kit.work, int64(line[at]), count, out)
    for at in range(start + 1, end, 2):
        marks[line[at]] = uint8(2)  # the defender's forced answers
    for at in range(start + 1, end, 2):
        for direction in range(4):
            count = _replies_around(kit, enemy, int64(line[at]), STEPS[direction], count, out)
    return _only_legal(kit, enemy, count, out)


# ------------------------------------------------------------------------------------------------- wins by threes too


@kernel(inline="always")
def _attacks(kit, color, table_move, must_block, depth):
    """Fill the attacking moves of a depth, likely ones first; how many."""
    board, moves = kit.board, kit.work.moves[depth]
    if must_block >= 0:
        moves[0] = int16(must_block)
        return _only_legal(kit, color, int64(1), moves)
    count = int64(0)
    count = points_with(board, color, int64(T_FOUR_THREE), count, moves)
    count = points_with(board, color, int64(T_DOUBLE_THREE), count, moves)
    count = points_with(board, color, int64(T_THREE), count, moves)
    count = _only_legal(kit, color, points_with(board, color, int64(T_FOUR), count, moves), moves)
    for at in range(1, count):
        if moves[at] == table_move:
            moves[at] = moves[0]
            moves[0] = int16(table_move)
    return count


@kernel(inline="always")
def _recall(kit, color, depth, plies):
    """What the table says of a position: WIN, NONE or MISS, and the move it remembers, 0 for none."""
    work = kit.work
    key = _key(kit.board, color)
    slot = _slot(key, kit.keys)
    if kit.keys[slot] != key:
        return int64(MISS), int64(0)
    data = kit.data[slot]
    table_move, looked = int64(data >> uint64(16)), int64((data >> uint64(1)) & uint64(255))
    if data & uint64(1):
        if work.believe_wins and depth > 0:
            work.line[depth] = int16(table_move)
            work.line_length = depth + 1
            work.won_by = depth + looked
            return int64(WIN), table_move
    elif looked >= plies:
        if looked < COMPLETE:
            work.depth_cut = 1
        return int64(NONE), table_move
    return int64(MISS), table_move


@inner(types.void(KIT, types.int64, types.int64, types.int64, types.int64))
def _remember(kit, color, won, looked, move):
    key = _key(kit.board, color)
    slot = _slot(key, kit.keys)
    kit.keys[slot] = key
    kit.data[slot] = uint64(won) | (uint64(looked) << uint64(1)) | (uint64(move) << uint64(16))


@kernel(inline="always")
def _some(kit, color, count, replies, won_by):
    """The replies, or any legal move of `color` where there is none, and WIN; without a legal move, NONE: a draw."""
    if count > 0:
        return count, int64(WIN), won_by
    replies[0] = int16(legal_point(kit.board, kit.tables, color))
    if replies[0] < 0:
        return int64(0), int64(NONE), int64(0)
    return int64(1), int64(WIN), won_by


@kernel(inline="always")
def _defences(kit, color, depth):
    """After an attacking move: fill the replies that might help, one that does not where none does. Returns how many;
    WIN, or why the attack fails; and the ply by which any other reply has lost."""
    board, work = kit.board, kit.work
    enemy, replies = int64(1) - color, work.replies[depth]
    if board.counts[color, T_FIVE] > 0:
        count = _only_legal(kit, enemy, points_with(board, color, int64(T_FIVE), int64(0), replies), replies)
        return _some(kit, enemy, count, replies, depth + 3)
    if fours(board, enemy) > 0:
        counter = vcf(kit, enemy, depth + 1)
        if counter != int64(NONE):
            return int64(0), int64(UNKNOWN) if counter == int64(UNKNOWN) else int64(NONE), int64(0)
    result = vcf(kit, color, depth + 1)
    if result != int64(WIN):
        return int64(0), result, int64(0)
    end = work.line_length
    return _some(kit, enemy, relevant_replies(kit, color, depth + 1, end, replies), replies, end + 1)


@inner(types.void(ThreatWork.type, types.int64, types.int64, types.int64))
def _keep_longest(work, depth, answer, length):
    """The line after `answer` is the longest defence so far: keep it beside those of other depths."""
    work.longest[depth, depth + 1] = int16(answer)
    work.longest[depth, depth + 2 : length] = work.line[depth + 2 : length]


@kernel(types.int64(KIT, types.int64, types.int64, types.int64))
def vct(kit, color, depth, plies):
    """Whether `color`, to move, wins by fours and threes, with at most `plies` attacking moves before the fours.

    `work.depth_cut` is raised where more plies might have found more. After a win, `work.won_by` is the ply by which it
    is there whatever the defence; the line, where it goes through a position already proved, ends there.
    """
    board, tables, work = kit.board, kit.tables, kit.work
    result = vcf(kit, color, depth)
    if result != int64(NONE):
        work.won_by = work.line_length
        return result
    enemy = int64(1) - color
    if board.counts[enemy, T_FIVE] > 1:
        return int64(NONE)
    must_block = point_with(board, enemy, int64(T_FIVE))
    threes = board.counts[color, T_THREE] + board.counts[color, T_DOUBLE_THREE]
    if must_block < 0 and threes + fours(board, color) == 0:
        return int64(NONE)
    result, table_move = _recall(kit, color, depth, plies)
    if result != int64(MISS):
        return result
    if plies <= 0 or depth + 8 > MAX_LINE:
        work.depth_cut = 1
        return int64(NONE)

    cut_before = work.depth_cut
    work.depth_cut = 0
    for at in range(_attacks(kit, color, table_move, must_block, depth)):
        point = int64(work.moves[depth, at])
        put(board, tables, point, color)
        count, result, won_by = _defences(kit, color, depth)
        length = int64(0)
        for reply in range(count):
            answer = int64(work.replies[depth, reply])
            put(board, tables, answer, enemy)
            result = vct(kit, color, depth + 2, plies - int64(1))
            take(board, tables, answer)
            if result != int64(WIN):
                break
            won_by = max(won_by, work.won_by)
            if work.line_length > length:
                length = work.line_length
                _keep_longest(work, depth, answer, length)
        take(board, tables, point)
        if result == int64(UNKNOWN):
            return result
        if result == int64(WIN):
            work.line[depth] = int16(point)
            work.line[depth + 1 : length] = work.longest[depth, depth + 1 : length]
            work.line_length = length
            work.won_by = won_by
            work.depth_cut |= cut_before
            if won_by - depth < COMPLETE:
                _remember(kit, color, int64(1), won_by - depth, point)
            return result
    _remember(kit, color, int64(0), plies if work.depth_cut else int64(COMPLETE), table_move)
    work.depth_cut |= cut_before
    return int64(NONE)
