"""Exact threat search for Gomoku: wins by fours alone (VCF). With threes too: `vct.py`.

The attacker only makes fours; each has one answer, so the search is a walk through forced pairs of moves and the first
win found is a win. What has been refuted is remembered by position. With `work.only_gains`, fours that gain nothing
beside their threat are left out: a tree search finds nine wins in ten so, with a third of the nodes.

In renju black, attacking or defending, plays no forbidden point, and a four whose only answer is forbidden to black
wins. What is forbidden may depend on stones far away, so a line that relies on it is *fragile*. And as the game is a
draw where black has only forbidden points left, white's wins count only while black has room to move.

A search returns WON with the line, NONE where there is no such win, UNKNOWN when a limit or the stop flag ended it.
"""

# mypy: ignore-errors
from typing import Any

import numpy as np

from orchard.core.jit import inner, kernel, numba
from orchard.core.records import Columns, Record, field
from orchard.games.gomoku.evaluate.shape_board import (
    ShapeBoard,
    ban_at,
    count_of,
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
    T_FIVE,
    T_FOUR,
    T_FOUR_THREE,
    T_OPEN_FOUR,
    ShapeTables,
    profiles,
)
from orchard.games.gomoku.grid import POINTS
from orchard.games.gomoku.kernels import RENJU

types = numba.types
int64, uint64, uint8, int16 = numba.int64, numba.uint64, numba.uint8, numba.int16

WON, NONE, UNKNOWN = 1, 0, -1
MAX_LINE = 400
WHITE_ATTACKS = uint64(0x9D5E0B6C4A1F7735)
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
def key_of(board, color):
    return (board.hash ^ (WHITE_ATTACKS * uint64(color))) | uint64(1)


@inner(types.int64(types.uint64, types.Array(types.uint64, 1, "C")))
def slot_of(key, table):
    return int64((key >> uint64(1)) & uint64(len(table) - 1))


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
    if count_of(board, color, int64(T_FIVE)) > 1:
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
    return int64(WON)


@kernel(types.int64(KIT, types.int64, types.int64), allocates=False)
def vcf(kit, color, depth):
    """Whether `color`, to move, wins by fours alone; the line is left in `work.line[depth:work.line_length]`."""
    board, tables, work = kit.board, kit.tables, kit.work
    if work.nodes >= work.node_limit or kit.stop[0] != uint8(0):
        return int64(UNKNOWN)
    work.nodes += 1
    enemy = int64(1) - color
    if count_of(board, color, int64(T_FIVE)) > 0:
        work.line[depth] = int16(point_with(board, color, int64(T_FIVE)))
        work.line_length = depth + 1
        work.fragile = 0
        return int64(WON)
    must_block = count_of(board, enemy, int64(T_FIVE))
    if must_block > 1 or fours(board, color) == 0:
        return int64(NONE)
    key = key_of(board, color)
    slot = slot_of(key, kit.refuted)
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
        ways = count_of(board, color, int64(T_FIVE))
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
