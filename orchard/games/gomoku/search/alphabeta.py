"""Alpha-beta for Gomoku on shapes: forced answers only where there is a threat, candidates elsewhere.

Values are the mover's: a proved win in n plies is WIN − n, one that is only believed SURE − n, otherwise the learned
worth of the position in thousandths of a logit. A loss is proved where every reply loses, or every one of a set that
leaves nothing out; where only the best points were tried, it is believed.

The counts of threats say at once who has five now, who must answer, and who has an unstoppable four. Beyond that a win
by fours (VCF) is looked for: the mover's ends the search there; the enemy's, were it to move, leaves only the replies
that could spoil it. Nothing else is cut without a search: passing (null move) and a wide margin of worth cut shallow
branches, late quiet moves are searched less deep first, and again in full when they surprise.

In renju black tries no forbidden point, and loses where it may not block a four. An open four of black that could be
forbidden is no threat to count on, nor is one of white where black might be left without a legal move, as that is a
draw.
"""

# mypy: ignore-errors
from __future__ import annotations

from orchard.core.jit import inner, kernel, numba
from orchard.games.gomoku.evaluate.shape_board import (
    ban_at,
    fours,
    has_room,
    legal_point,
    may_play,
    point_with,
    put,
    take,
)
from orchard.games.gomoku.evaluate.shapes import (
    FREE,
    T_FIVE,
    T_FOUR,
    T_FOUR_THREE,
    T_OPEN_FOUR,
    T_THREE,
)
from orchard.games.gomoku.evaluate.worth import worth
from orchard.games.gomoku.grid import BORDER, EMPTY, POINTS, STRIDE
from orchard.games.gomoku.kernels import RENJU
from orchard.games.gomoku.search.memory import MAX_PLY, SearchKit, SearchWork
from orchard.games.gomoku.search.threats import ROOM, relevant_replies, vcf
from orchard.games.gomoku.search.threats import WIN as PROVED
from orchard.search.lockless import bucket_of, find, write

types = numba.types
int64, uint64, uint8, int16 = numba.int64, numba.uint64, numba.uint8, numba.int16

WIN = 30_000
SURE = WIN - 1000  # values beyond this are proved wins
BELIEVED = SURE - 1000  # values beyond this are wins as far as the moves that were tried can tell
OPEN = 1 << 40  # not a value: the search goes on
EXACT, LOWER, UPPER = 1, 2, 3
WHITE_TO_MOVE = uint64(0xD6E8FEB86659FD93)
MOST_HISTORY = 4000
FIRST = 1 << 40  # the score of a move that comes before all others
NO_ANSWERS = -1  # the enemy, to move, would not win by fours

KIT = SearchKit.type
WORK = SearchWork.type
VALUE = types.int64


# ------------------------------------------------------------------------------------------------- the order of moves


@inner(types.int64(KIT, types.int64, types.int64, types.int64, types.int64))
def _look(kit, color, ply, table_move, point):
    """How early a move is tried."""
    if point == table_move:
        return int64(FIRST)
    board, work, policy = kit.board, kit.work, kit.tables.policy
    score = (
        policy[0, board.profiles[color, point]]
        + policy[1, board.profiles[int64(1) - color, point]]
        + work.history[color, point]
    )
    if work.killers[ply] == point:
        score += int64(MOST_HISTORY // 2)
    return score


@inner(types.int64(KIT, types.int64, types.int64, types.int64, types.int64))
def _candidates(kit, color, ply, table_move, must_answer):
    """Fill the moves of a ply with their scores, in no order; how many there are. What must be answered is answered
    where the enemy would make a four, or oneself a threat of kind `must_answer` at least."""
    board, work = kit.board, kit.work
    enemy = int64(1) - color
    width, renju = board.width, kit.tables.rule == int64(RENJU)
    count = int64(0)
    for row in range(BORDER, BORDER + width):
        for point in range(row * STRIDE + BORDER, row * STRIDE + BORDER + width):
            if board.cells[point] != uint8(EMPTY) or work.unseen[point] or (ply == 0 and work.root_excluded[point]):
                continue
            if (
                must_answer
                and board.threats[enemy, point] < uint8(T_FOUR)
                and board.threats[color, point] < must_answer
            ):
                continue
            if renju and not may_play(board, kit.tables, color, point):
                continue
            work.moves[ply, count] = int16(point)
            work.scores[ply, count] = _look(kit, color, ply, table_move, point)
            count += 1
    return count


@kernel(inline="always")
def _moves_to_try(kit, color, ply, table_move, blocks, answers, must_answer):
    """Fill the moves of a ply: the block of a four, the answers already there, or candidates; how many there are."""
    board, work = kit.board, kit.work
    if blocks > 0:
        block = point_with(board, int64(1) - color, int64(T_FIVE))
        work.moves[ply, 0] = int16(block)
        work.scores[ply, 0] = 0
        count = int64(may_play(board, kit.tables, color, block))
    elif answers >= 0:
        count = answers
        for at in range(count):
            work.scores[ply, at] = _look(kit, color, ply, table_move, int64(work.moves[ply, at]))
    else:
        count = _candidates(kit, color, ply, table_move, must_answer)
    if count == 0 or (ply == 0 and blocks > 0 and work.unseen[work.moves[ply, 0]]):
        work.unseen[:] = uint8(0)  # nothing seen is left to play
        count = _candidates(kit, color, ply, table_move, int64(0))
    return count


@inner(types.void(WORK, types.int64, types.int64, types.int64))
def _bring_best(work, ply, at, count):
    """Swap the best of the moves from `at` on to its place."""
    moves, scores = work.moves[ply], work.scores[ply]
    best = at
    for other in range(at + 1, count):
        if scores[other] > scores[best]:
            best = other
    moves[at], moves[best] = moves[best], moves[at]
    scores[at], scores[best] = scores[best], scores[at]


@inner(types.void(WORK, types.int64, types.int64, types.int64, types.int64))
def _praise(work, color, ply, depth, point):
    """A move that cut: try it earlier next time."""
    if depth > 0:
        bonus = min(depth * depth * int64(16), int64(MOST_HISTORY))
        work.history[color, point] += bonus - work.history[color, point] * bonus // int64(MOST_HISTORY)
        work.killers[ply] = point


# ------------------------------------------------------------------------------------------------- the best line


@inner(types.void(WORK, types.int64, types.int64))
def _single_move_line(work, ply, point):
    work.line[ply, 0] = int16(point)
    work.length[ply] = 1


@inner(types.void(WORK, types.int64, types.int64))
def _keep_line(work, ply, point):
    """The best line of a ply: this move, then the best line after it."""
    length = work.length[ply + 1]
    work.line[ply, 0] = int16(point)
    for step in range(length):
        work.line[ply, step + 1] = work.line[ply + 1, step]
    work.length[ply] = length + 1


# ------------------------------------------------------------------------------------------------- what ends a search


@kernel(inline="always")
def _must_stop(kit, ply):
    """Count a node; whether the limit or the stop byte ends the search here."""
    work = kit.work
    work.nodes += 1
    work.deepest = max(work.deepest, ply)
    work.length[ply] = 0
    if work.nodes + work.vcf_nodes >= work.node_limit or kit.stop[0] != uint8(0):
        work.aborted = 1
        return True
    return False


@kernel(inline="always")
def _winning_four(kit, color):
    """In renju: a point where `color`, to move, makes an open four that wins; -1 where none is known."""
    board, tables = kit.board, kit.tables
    if color == 1 and not has_room(board, tables, int64(2)):  # black might have no legal move: a draw
        return int64(-1)
    for point in range(POINTS):
        if board.threats[color, point] == uint8(T_OPEN_FOUR) and may_play(board, tables, color, int64(point)):
            return int64(point)
    return int64(-1)


@kernel(inline="always")
def _threatens_four(kit, enemy):
    """Whether the enemy makes an open four next unless that is answered, whatever else is played."""
    board, tables = kit.board, kit.tables
    if board.counts[enemy, T_OPEN_FOUR] == 0:
        return False
    if tables.rule != int64(RENJU):
        return True
    if enemy == 1:
        return has_room(board, tables, int64(ROOM + 1))
    for point in range(POINTS):
        if board.threats[enemy, point] == uint8(T_OPEN_FOUR) and ban_at(board, tables, int64(point)) == int64(FREE):
            return True
    return False


@kernel(inline="always")
def _decided(kit, color, ply, shortcuts):
    """The value where someone has five in reach, an unstoppable four, or the board is full; else OPEN."""
    board, work = kit.board, kit.work
    enemy = int64(1) - color
    if board.counts[color, T_FIVE] > 0 and shortcuts:
        _single_move_line(work, ply, point_with(board, color, int64(T_FIVE)))
        return int64(WIN) - ply - 1
    if board.stones >= board.width * board.width:
        return int64(0)
    renju = kit.tables.rule == int64(RENJU)
    legal = legal_point(board, kit.tables, color) if renju and color == 0 else int64(0)
    if legal < 0:
        return int64(0)
    if board.counts[enemy, T_FIVE] > 0:
        block = point_with(board, enemy, int64(T_FIVE))
        blocked = not renju or may_play(board, kit.tables, color, block)
        if (board.counts[enemy, T_FIVE] > 1 or not blocked) and ply > 0:
            _single_move_line(work, ply, block if blocked else legal)
            return -(int64(WIN) - ply - 2)
    elif kit.style.threats_off == 0 and board.counts[color, T_OPEN_FOUR] > 0 and shortcuts:
        four = _winning_four(kit, color) if renju else point_with(board, color, int64(T_OPEN_FOUR))
        if four >= 0:
            _single_move_line(work, ply, four)
            return int64(WIN) - ply - 3
    return int64(OPEN)


@kernel(inline="always")
def _wins_by_fours(kit, color, limit):
    """Plies until `color`, to move, wins by fours alone; 0 where no such win was found."""
    if fours(kit.board, color) == 0:
        return int64(0)
    threats = kit.threats.work
    threats.nodes, threats.node_limit = 0, limit
    result = vcf(kit.threats, color, int64(0))
    kit.work.vcf_nodes += threats.nodes
    return threats.line_length if result == int64(PROVED) else int64(0)


@kernel(inline="always")
def _leaf(kit, color, depth, alpha, ply, threatened):
    """The value with no plies left and no four to block; OPEN where an open three must be answered first."""
    style = kit.style
    if not threatened or depth <= -style.leaf_threes:
        if style.vcf_leaf > 0 and kit.board.counts[color, T_FOUR_THREE] > 0:
            plies = _wins_by_fours(kit, color, style.vcf_leaf)
            if plies > 0:
                _single_move_line(kit.work, ply, int64(kit.threats.work.line[0]))
                return int64(WIN) - ply - plies
        return worth(kit.board, kit.tables, color)
    if style.leaf_trust >= 0:
        static = worth(kit.board, kit.tables, color)
        if static + style.leaf_trust <= alpha:
            return static
    return int64(OPEN)


@kernel(inline="always")
def _won_by_fours(kit, color, depth, ply, shortcuts):
    """The value of a win by fours inside the tree, with its line; OPEN where none was found."""
    style, work = kit.style, kit.work
    wanted = depth >= style.vcf_depth or kit.board.counts[color, T_FOUR_THREE] > 0
    if style.vcf_inner == 0 or not shortcuts or not wanted:
        return int64(OPEN)
    plies = _wins_by_fours(kit, color, style.vcf_inner)
    if plies == 0:
        return int64(OPEN)
    work.length[ply] = min(plies, int64(MAX_PLY) - ply)
    for at in range(work.length[ply]):
        work.line[ply, at] = kit.threats.work.line[at]
    return int64(WIN) - ply - plies


@kernel(inline="always")
def _answers(kit, color, depth, ply, shortcuts):
    """Where the enemy, to move, would win by fours: fill the replies that could spoil it. Returns how many, or
    NO_ANSWERS, and the plies of the enemy's win."""
    style = kit.style
    if style.vcf_enemy == 0 or not shortcuts or depth < style.vcf_depth:
        return int64(NO_ANSWERS), int64(0)
    enemy = int64(1) - color
    plies = _wins_by_fours(kit, enemy, style.vcf_enemy)
    if plies == 0:
        return int64(NO_ANSWERS), int64(0)
    return relevant_replies(kit.threats, enemy, int64(0), plies, kit.work.moves[ply]), plies


# ------------------------------------------------------------------------------------------------- the table


# an entry, alone in its bucket: value + 32,768 (16 bits), depth + 16 (8), bound (2), move (16, from bit 32 on)


@inner(types.uint64(KIT, types.int64))
def _key(kit, color):
    return kit.board.hash ^ (WHITE_TO_MOVE * uint64(color))


@kernel(inline="always")
def _recall(kit, color, depth, alpha, beta, ply):
    """What the table says of a position: a value that ends the search or OPEN, and a move, 0 for none."""
    key = _key(kit, color)
    data = find(bucket_of(kit.work.table, kit.work.table_mask, key, uint64(1)), uint64(1), key)
    if data == uint64(0):
        return int64(OPEN), int64(0)
    table_move = int64((data >> uint64(32)) & uint64(0xFFFF))
    stored_depth = int64((data >> uint64(16)) & uint64(0xFF)) - 16
    value = int64(data & uint64(0xFFFF)) - 32_768
    if value > int64(SURE):
        value -= ply
    elif value < -int64(SURE):
        value += ply
    bound = int64((data >> uint64(24)) & uint64(3))
    decides = (
        bound == int64(EXACT) or (bound == int64(LOWER) and value >= beta) or (bound == int64(UPPER) and value <= alpha)
    )
    if stored_depth < depth or ply == 0 or not decides:
        return int64(OPEN), table_move
    if table_move > 0:
        _single_move_line(kit.work, ply, table_move)
    return value, table_move


@kernel(inline="always")
def _remember(kit, color, ply, depth, best, bound, best_move):
    """Write what was found into the table; wins count from here, not from the root."""
    key = _key(kit, color)
    if best > int64(SURE):
        best += ply
    elif best < -int64(SURE):
        best -= ply
    data = (
        uint64(best + 32_768)
        | (uint64(max(depth + 16, 0)) << uint64(16))
        | (uint64(bound) << uint64(24))
        | (uint64(best_move) << uint64(32))
    )
    write(bucket_of(kit.work.table, kit.work.table_mask, key, uint64(1)), uint64(0), key, data)


@kernel(inline="always")
def _note_root(work, point, value, alpha, beta, nodes):
    """Write down what was found of a move at the root."""
    work.root_value[point] = value
    work.root_bound[point] = UPPER if value <= alpha else LOWER if value >= beta else EXACT
    work.root_nodes[point] = nodes


# ------------------------------------------------------------------------------------------------- how deep


@inner(types.int64(types.int64, types.int64, types.int64))
def _late(depth, at, strength):
    """How much less deep the at-th move, a quiet one, is searched first."""
    if depth < 3 or at < 3:
        return int64(0)
    if strength >= 3:
        return int64(strength - 2) + int64(at >= 4) + int64(at >= 8 and depth >= 4) + int64(at >= 14 and depth >= 5)
    if strength == 2:
        return int64(1) + int64(at >= 5) + int64(at >= 10 and depth >= 5) + int64(at >= 16 and depth >= 7)
    return int64(1) + int64(at >= 8) + int64(at >= 16 and depth >= 6)


@kernel(inline="always")
def _reduction(kit, color, depth, tried, point):
    """How much less deep a move is searched first, where nothing forces."""
    style, threats = kit.style, kit.board.threats
    if style.reduce == 0 or tried == 0:
        return int64(0)
    if threats[color, point] < uint8(T_THREE) and threats[int64(1) - color, point] < uint8(T_THREE):
        return _late(depth, tried, style.reduce)
    if style.reduce_loud == 0:
        return int64(0)
    return max(int64(0), _late(depth, tried, style.reduce) - int64(2) + style.reduce_loud)


@kernel(inline="always")
def _how_many(kit, count, depth, ply):
    """How many of the candidates are tried where nothing forces."""
    style = kit.style
    keep = min(count, style.candidates)
    if depth <= style.narrow and ply > 0:
        keep = min(keep, style.keep + style.keep * max(depth, int64(1)))
    return keep


# ------------------------------------------------------------------------------------------------- the search


@kernel(VALUE(KIT, types.int64, types.int64, VALUE, VALUE, types.int64))
def search(kit, color, depth, alpha, beta, ply):
    """The value of the position to `depth`, exact inside (alpha, beta); the best line is left in work.line[ply]."""
    board, tables, work, style = kit.board, kit.tables, kit.work, kit.style
    if _must_stop(kit, ply):
        return int64(0)
    enemy = int64(1) - color
    shortcuts = ply > 0 or work.excluded == 0
    value = _decided(kit, color, ply, shortcuts)
    if value != int64(OPEN):
        return value
    blocks = board.counts[enemy, T_FIVE]
    threatened = blocks == 0 and style.threats_off == 0 and _threatens_four(kit, enemy)
    if shortcuts:
        alpha = max(alpha, -(int64(WIN) - ply - 2))
        beta = min(beta, int64(WIN) - ply - 3)
        if alpha >= beta:
            return alpha
    if ply >= MAX_PLY - 2:
        return worth(board, tables, color)
    if depth <= 0 and blocks == 0:
        value = _leaf(kit, color, depth, alpha, ply, threatened)
        if value != int64(OPEN):
            return value
    value, table_move = _recall(kit, color, depth, alpha, beta, ply)
    if value != int64(OPEN):
        return value

    best = -int64(WIN)
    answers = int64(NO_ANSWERS)
    if blocks == 0 and depth >= 1:
        value = _won_by_fours(kit, color, depth, ply, shortcuts)
        if value != int64(OPEN):
            return value
        if not threatened:
            answers, plies = _answers(kit, color, depth, ply, shortcuts)
            if answers >= 0 and ply > 0:
                best = -(int64(WIN) - ply - 1 - plies)  # what any other move leads to
    forced = blocks > 0 or answers >= 0

    if not forced and not threatened and ply > 0 and beta - alpha == 1 and abs(beta) < SURE:
        static = worth(board, tables, color)
        if style.margin > 0 and depth <= 3 and static - style.margin * depth >= beta:
            return static
        if style.pass_cut > 0 and depth >= 3 and static >= beta and work.passed[ply] == 0:
            work.passed[ply + 1] = uint8(1)
            value = -search(kit, enemy, depth - 4, -beta, -beta + 1, ply + 1)
            work.passed[ply + 1] = uint8(0)
            work.length[ply] = 0
            if work.aborted:
                return int64(0)
            if value >= beta:
                return beta if value > SURE else value

    least = int64(T_FOUR) if depth > 0 or style.leaf_fours else int64(T_FOUR_THREE)  # own threat that answers a three
    count = _moves_to_try(kit, color, ply, table_move, blocks, answers, int64(threatened) * least)
    quiet = not forced and not threatened
    keep = _how_many(kit, count, depth, ply) if quiet else count
    # whether the moves tried below leave nothing out that might help
    proves = forced or (work.overlooks == 0 and (quiet or least == int64(T_FOUR)) and keep == count)
    deeper = depth - 1
    if blocks > 0:
        deeper += int64(style.extend > 0)
    elif threatened and depth > 0 and keep <= 6:
        deeper += int64(style.extend > 1)
    first_alpha = alpha
    best_move = int64(0)
    tried = int64(0)
    for at in range(keep):
        _bring_best(work, ply, at, count)
        point = int64(work.moves[ply, at])
        if ply == 0 and work.root_excluded[point]:
            continue
        reduction = _reduction(kit, color, depth, tried, point) if quiet else int64(0)
        work.passed[ply + 1] = uint8(0)
        nodes_before = work.nodes
        put(board, tables, point, color)
        if tried == 0:
            value = -search(kit, enemy, deeper, -beta, -alpha, ply + 1)
        else:
            value = -search(kit, enemy, deeper - reduction, -alpha - 1, -alpha, ply + 1)
            if value > alpha and reduction > 0:
                value = -search(kit, enemy, deeper, -alpha - 1, -alpha, ply + 1)
            if value > alpha and value < beta:
                value = -search(kit, enemy, deeper, -beta, -alpha, ply + 1)
        take(board, tables, point)
        if work.aborted:
            return int64(0)
        tried += 1
        if ply == 0:
            _note_root(work, point, value, alpha, beta, work.nodes - nodes_before)
        if value > best:
            best = value
            best_move = point
            _keep_line(work, ply, point)
            if value > alpha:
                alpha = value
                if alpha >= beta:
                    _praise(work, color, ply, depth, point)
                    break

    bound = int64(EXACT)
    if best >= beta:
        bound = int64(LOWER)
        work.cuts += 1
        work.first_cuts += int64(tried == 1)
    elif best <= first_alpha:
        bound = int64(UPPER)
    if not proves and best < -int64(SURE):
        best += int64(WIN - SURE)
    if shortcuts:
        _remember(kit, color, ply, depth, best, bound, best_move)
    return best
