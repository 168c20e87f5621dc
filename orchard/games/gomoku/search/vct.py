"""Gomoku wins by fours and threes (VCT), searched exactly.

The attacker makes fours and open threes. After such a move the defender may play anywhere, but few moves can help: if
the attacker would win by fours should the defender pass, that winning line names the points that matter. A reply leaves
the line a win unless it

* stands on one of the line's points,
* makes a four at once, or
* completes, with at least one of the line's forced answers, four stones out of some five points in a row.

All those replies are tried, no others: what is called a win is one against every defence. A defender who wins by fours
first refutes the attack at once. Positions proved won or refuted are remembered with the depth they were looked at.

In renju every reply is tried against a fragile line (see `threats.py`).
"""

# mypy: ignore-errors
from orchard.core.jit import inner, kernel, numba
from orchard.games.gomoku.evaluate.shape_board import (
    count_of,
    fours,
    legal_point,
    may_play,
    point_with,
    points_with,
    put,
    take,
)
from orchard.games.gomoku.evaluate.shapes import T_DOUBLE_THREE, T_FIVE, T_FOUR, T_FOUR_THREE, T_OPEN_FOUR, T_THREE
from orchard.games.gomoku.grid import BORDER, EMPTY, STEPS, STRIDE
from orchard.games.gomoku.kernels import RENJU
from orchard.games.gomoku.search.threats import (
    KIT,
    LINE,
    MAX_LINE,
    NONE,
    UNKNOWN,
    WON,
    ThreatWork,
    key_of,
    slot_of,
    vcf,
)

types = numba.types
int64, uint64, uint8, int16 = numba.int64, numba.uint64, numba.uint8, numba.int16

COMPLETE = 255  # refuted whatever the depth
MISS = -2  # the table knows nothing that ends the search


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


@kernel(types.int64(KIT, types.int64, types.int64, types.int64, LINE), allocates=False)
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
    """What the table says of a position: WON, NONE or MISS, and the move it remembers, 0 for none."""
    work = kit.work
    key = key_of(kit.board, color)
    slot = slot_of(key, kit.keys)
    if kit.keys[slot] != key:
        return int64(MISS), int64(0)
    data = kit.data[slot]
    table_move, looked = int64(data >> uint64(16)), int64((data >> uint64(1)) & uint64(255))
    if data & uint64(1):
        if work.believe_wins and depth > 0:
            work.line[depth] = int16(table_move)
            work.line_length = depth + 1
            work.won_by = depth + looked
            return int64(WON), table_move
    elif looked >= plies:
        if looked < COMPLETE:
            work.depth_cut = 1
        return int64(NONE), table_move
    return int64(MISS), table_move


@inner(types.void(KIT, types.int64, types.int64, types.int64, types.int64))
def _remember(kit, color, won, looked, move):
    key = key_of(kit.board, color)
    slot = slot_of(key, kit.keys)
    kit.keys[slot] = key
    kit.data[slot] = uint64(won) | (uint64(looked) << uint64(1)) | (uint64(move) << uint64(16))


@kernel(inline="always")
def _some(kit, color, count, replies, won_by):
    """The replies, or any legal move of `color` where there is none, and WON; without a legal move, NONE: a draw."""
    if count > 0:
        return count, int64(WON), won_by
    replies[0] = int16(legal_point(kit.board, kit.tables, color))
    if replies[0] < 0:
        return int64(0), int64(NONE), int64(0)
    return int64(1), int64(WON), won_by


@kernel(inline="always")
def _defences(kit, color, depth):
    """After an attacking move: fill the replies that might help, one that does not where none does. Returns how many;
    WON, or why the attack fails; and the ply by which any other reply has lost."""
    board, work = kit.board, kit.work
    enemy, replies = int64(1) - color, work.replies[depth]
    if count_of(board, color, int64(T_FIVE)) > 0:
        count = _only_legal(kit, enemy, points_with(board, color, int64(T_FIVE), int64(0), replies), replies)
        return _some(kit, enemy, count, replies, depth + 3)
    if fours(board, enemy) > 0:
        counter = vcf(kit, enemy, depth + 1)
        if counter != int64(NONE):
            return int64(0), int64(UNKNOWN) if counter == int64(UNKNOWN) else int64(NONE), int64(0)
    result = vcf(kit, color, depth + 1)
    if result != int64(WON):
        return int64(0), result, int64(0)
    end = work.line_length
    return _some(kit, enemy, relevant_replies(kit, color, depth + 1, end, replies), replies, end + 1)


@inner(types.void(ThreatWork.type, types.int64, types.int64, types.int64))
def _keep_longest(work, depth, answer, length):
    """The line after `answer` is the longest defence so far: keep it beside those of other depths."""
    work.longest[depth, depth + 1] = int16(answer)
    for at in range(depth + 2, length):
        work.longest[depth, at] = work.line[at]


@kernel(types.int64(KIT, types.int64, types.int64, types.int64), allocates=False)
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
    if count_of(board, enemy, int64(T_FIVE)) > 1:
        return int64(NONE)
    must_block = point_with(board, enemy, int64(T_FIVE))
    threes = count_of(board, color, int64(T_THREE)) + count_of(board, color, int64(T_DOUBLE_THREE))
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
            if result != int64(WON):
                break
            won_by = max(won_by, work.won_by)
            if work.line_length > length:
                length = work.line_length
                _keep_longest(work, depth, answer, length)
        take(board, tables, point)
        if result == int64(UNKNOWN):
            return result
        if result == int64(WON):
            work.line[depth] = int16(point)
            for at in range(depth + 1, length):
                work.line[at] = work.longest[depth, at]
            work.line_length = length
            work.won_by = won_by
            work.depth_cut |= cut_before
            if won_by - depth < COMPLETE:
                _remember(kit, color, int64(1), won_by - depth, point)
            return result
    _remember(kit, color, int64(0), plies if work.depth_cut else int64(COMPLETE), table_move)
    work.depth_cut |= cut_before
    return int64(NONE)
