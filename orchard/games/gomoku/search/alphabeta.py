"""Alpha-beta for Gomoku on line patterns: forced answers only where there is a threat, candidates elsewhere.

Values are the mover's: a proved win in n plies is WIN − n, one that is only believed SURE − n, otherwise the learned
worth of the position in thousandths of a logit. A loss is proved where every reply loses, or every one of a set that
leaves nothing out; where only the best points were tried, it is believed.

The counts of threats say at once who has five now, who must answer, and who has an unstoppable four. Beyond that a win
by fours (VCF) is looked for: the mover's ends the search there; the enemy's, were it to move, leaves only the replies
that could spoil it. Nothing else is cut without a search: passing (null move) and a wide margin of worth cut shallow
branches, late quiet moves are searched less deep first, and again in full when they surprise.
"""

# mypy: ignore-errors
from __future__ import annotations

from typing import NamedTuple

from orchard.core.jit import kernel, numba
from orchard.games.gomoku.evaluate.shapes import (
    BOARD,
    BORDER,
    EMPTY,
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
from orchard.games.gomoku.evaluate.worth import worth
from orchard.games.gomoku.search.memory import (
    ABORTED,
    CUTS,
    DEEPEST,
    EXCLUDED,
    FIRST_CUTS,
    MAX_PLY,
    MEMORY,
    NODE_LIMIT,
    NODES,
    OVERLOOKS,
    VCF_NODES,
)
from orchard.games.gomoku.search.threats import LINE_LENGTH, point_with, relevant_replies, vcf
from orchard.games.gomoku.search.threats import NODE_LIMIT as THREAT_LIMIT
from orchard.games.gomoku.search.threats import NODES as THREAT_NODES
from orchard.games.gomoku.search.threats import WIN as PROVED

types = numba.types
int64, uint64, uint8, int16 = numba.int64, numba.uint64, numba.uint8, numba.int16

WIN = 30_000
SURE = WIN - 1000  # values beyond this are proved wins
BELIEVED = SURE - 1000  # values beyond this are wins as far as the moves that were tried can tell
EXACT, LOWER, UPPER = 1, 2, 3
WHITE_TO_MOVE = uint64(0xD6E8FEB86659FD93)
MOST_HISTORY = 4000
FIRST = 1 << 40  # the score of a move that comes before all others


STOP = types.Array(types.uint8, 1, "C", readonly=True)


class Style(NamedTuple):
    """What the search does; the defaults are what matches showed best (benchmarks/gomoku_match.py)."""

    candidates: int = 24  # how many points are tried where nothing forces
    vcf_leaf: int = 60  # nodes of VCF at a leaf where a four comes with a three; 0 switches it off
    vcf_inner: int = 400  # nodes of VCF inside the tree
    vcf_enemy: int = 100  # nodes of VCF for the enemy, to find what must be answered
    vcf_depth: int = 2  # with fewer plies left, as at a leaf, and not for the enemy
    reduce: int = 3  # late moves are searched less deep first: 0 not, 1 a little, 2 more, 3 most
    pass_cut: int = 1  # a position so good that even passing keeps it is not searched on
    margin: int = 0  # worth above beta, for each ply left, that ends a shallow search; 0: never
    narrow: int = 3  # with so few plies left, fewer and fewer candidates; 0: never
    extend: int = 1  # 0: every move costs a ply; 1: the answer to a four does not; 2: nor that to an open three
    leaf_threes: int = 4  # so many plies beyond the depth, open threes are still answered
    leaf_fours: int = 0  # 1: there by any four of one's own too, not only by points that stop them
    leaf_trust: int = 500  # but not where the worth is so far below alpha that answers will hardly help; -1: everywhere
    keep: int = 4  # where they are fewer: so many candidates, and as many more for each ply left
    reduce_loud: int = 2  # late moves that make or stop threes too: 0 not, 1 a ply less than quiet ones, 2 as much
    threats_off: int = 0  # 1: no forced answers, no VCF: plain alpha-beta, for comparison


STYLE = types.NamedUniTuple(types.int64, 16, Style)


@kernel(types.int64(BOARD, TABLES, MEMORY, types.int64, types.int64, types.int64, types.int64))
def _look(board, tables, memory, color, ply, table_move, point):
    """How early a move is tried."""
    if point == table_move:
        return int64(FIRST)
    score = (
        tables.policy[0, board.profiles[color, point]]
        + tables.policy[1, board.profiles[int64(1) - color, point]]
        + memory.history[color, point]
    )
    if memory.killers[ply] == point:
        score += int64(MOST_HISTORY // 2)
    return score


@kernel(types.int64(BOARD, TABLES, MEMORY, types.int64, types.int64, types.int64, types.int64))
def _candidates(board, tables, memory, color, ply, table_move, must_answer):
    """Fill the moves of a ply with their scores, in no order; how many there are. What must be answered is answered
    where the enemy would make a four, or oneself a threat of kind `must_answer` at least."""
    enemy = int64(1) - color
    width = board.facts[WIDTH_FACT]
    moves, scores = memory.moves[ply], memory.scores[ply]
    count = int64(0)
    for row in range(BORDER, BORDER + width):
        for point in range(row * STRIDE + BORDER, row * STRIDE + BORDER + width):
            if board.cells[point] != uint8(EMPTY) or memory.unseen[point] or (ply == 0 and memory.root[2, point]):
                continue
            if (
                must_answer
                and board.threats[enemy, point] < uint8(T_FOUR)
                and board.threats[color, point] < must_answer
            ):
                continue
            moves[count] = int16(point)
            scores[count] = _look(board, tables, memory, color, ply, table_move, point)
            count += 1
    return count


@kernel(types.void(MEMORY, types.int64, types.int64, types.int64))
def _bring_best(memory, ply, at, count):
    """Swap the best of the moves from `at` on to its place."""
    moves, scores = memory.moves[ply], memory.scores[ply]
    best = at
    for other in range(at + 1, count):
        if scores[other] > scores[best]:
            best = other
    moves[at], moves[best] = moves[best], moves[at]
    scores[at], scores[best] = scores[best], scores[at]


@kernel(types.int64(BOARD, TABLES, MEMORY, types.int64, types.int64, STOP))
def _wins_by_fours(board, tables, memory, color, limit, stop):
    """Plies until `color`, to move, wins by fours alone; 0 where no such win was found."""
    if board.counts[color, T_FOUR] + board.counts[color, T_FOUR_THREE] + board.counts[color, T_OPEN_FOUR] == 0:
        return int64(0)
    control = memory.threats.control
    control[THREAT_NODES], control[THREAT_LIMIT] = 0, limit
    result = vcf(board, tables, color, memory.threats, stop, int64(0))
    memory.control[VCF_NODES] += control[THREAT_NODES]
    return control[LINE_LENGTH] if result == int64(PROVED) else int64(0)


@kernel(types.void(MEMORY, types.int64, types.int64))
def _single_move_line(memory, ply, point):
    memory.line[ply, 0] = int16(point)
    memory.length[ply] = 1


@kernel(types.void(BOARD, MEMORY, types.int64, types.int64, types.int64, types.int64, types.int64, types.int64))
def _remember(board, memory, color, ply, depth, best, bound, best_move):
    """Write what was found into the table; wins count from here, not from the root."""
    key = board.hash[0] ^ (WHITE_TO_MOVE * uint64(color))
    slot = int64(key & uint64(len(memory.keys) - 1))
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
    memory.data[slot] = data
    memory.keys[slot] = key ^ data


@kernel(types.void(MEMORY, types.int64, types.int64, types.int64, types.int64))
def _praise(memory, color, ply, depth, point):
    """A move that cut: try it earlier next time."""
    if depth > 0:
        bonus = min(depth * depth * int64(16), int64(MOST_HISTORY))
        memory.history[color, point] += bonus - memory.history[color, point] * bonus // int64(MOST_HISTORY)
        memory.killers[ply] = point


@kernel(types.int64(types.int64, types.int64, types.int64))
def _reduction(depth, at, strength):
    """How much less deep the at-th move, a quiet one, is searched first."""
    if depth < 3 or at < 3:
        return int64(0)
    if strength >= 3:
        return int64(strength - 2) + int64(at >= 4) + int64(at >= 8 and depth >= 4) + int64(at >= 14 and depth >= 5)
    if strength == 2:
        return int64(1) + int64(at >= 5) + int64(at >= 10 and depth >= 5) + int64(at >= 16 and depth >= 7)
    return int64(1) + int64(at >= 8) + int64(at >= 16 and depth >= 6)


@kernel(
    types.int64(BOARD, TABLES, MEMORY, STYLE, STOP, types.int64, types.int64, types.int64, types.int64, types.int64)
)
def search(board, tables, memory, style, stop, color, depth, alpha, beta, ply):
    """The value of the position to `depth`, exact inside (alpha, beta); the best line is left in memory.line[ply]."""
    control = memory.control
    control[NODES] += 1
    control[DEEPEST] = max(control[DEEPEST], ply)
    memory.length[ply] = 0
    if control[NODES] + control[VCF_NODES] >= control[NODE_LIMIT] or stop[0] != uint8(0):
        control[ABORTED] = 1
        return int64(0)
    enemy = int64(1) - color
    width = board.facts[WIDTH_FACT]
    shortcuts = ply > 0 or control[EXCLUDED] == 0
    if board.counts[color, T_FIVE] > 0 and shortcuts:
        _single_move_line(memory, ply, point_with(board, color, int64(T_FIVE)))
        return int64(WIN) - ply - 1
    if board.facts[STONES_FACT] >= width * width:
        return int64(0)
    must_block = board.counts[enemy, T_FIVE]
    threatened = int64(0)
    if must_block > 0:
        if must_block > 1 and ply > 0:
            _single_move_line(memory, ply, point_with(board, enemy, int64(T_FIVE)))
            return -(int64(WIN) - ply - 2)
    elif style.threats_off == 0:
        if board.counts[color, T_OPEN_FOUR] > 0 and shortcuts:
            _single_move_line(memory, ply, point_with(board, color, int64(T_OPEN_FOUR)))
            return int64(WIN) - ply - 3
        threatened = int64(board.counts[enemy, T_OPEN_FOUR] > 0)

    if shortcuts:
        alpha = max(alpha, -(int64(WIN) - ply - 2))
        beta = min(beta, int64(WIN) - ply - 3)
        if alpha >= beta:
            return alpha
    if ply >= MAX_PLY - 2:
        return worth(board, tables, color)
    if depth <= 0 and must_block == 0 and (threatened == 0 or depth <= -style.leaf_threes):
        if style.vcf_leaf > 0 and board.counts[color, T_FOUR_THREE] > 0:
            plies = _wins_by_fours(board, tables, memory, color, style.vcf_leaf, stop)
            if plies > 0:
                _single_move_line(memory, ply, int64(memory.threats.line[0]))
                return int64(WIN) - ply - plies
        return worth(board, tables, color)
    if depth <= 0 and must_block == 0 and style.leaf_trust >= 0:
        static = worth(board, tables, color)
        if static + style.leaf_trust <= alpha:
            return static

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
            if table_move > 0:
                _single_move_line(memory, ply, table_move)
            return value

    best = -int64(WIN)
    answers = int64(-1)  # how many replies are left by an enemy who would win by fours; -1: it would not
    if must_block == 0 and depth >= 1:
        full = depth >= style.vcf_depth
        if style.vcf_inner > 0 and shortcuts and (full or board.counts[color, T_FOUR_THREE] > 0):
            plies = _wins_by_fours(board, tables, memory, color, style.vcf_inner, stop)
            if plies > 0:
                memory.length[ply] = min(plies, int64(MAX_PLY) - ply)
                for at in range(memory.length[ply]):
                    memory.line[ply, at] = memory.threats.line[at]
                return int64(WIN) - ply - plies
        if style.vcf_enemy > 0 and threatened == 0 and shortcuts and full:
            plies = _wins_by_fours(board, tables, memory, enemy, style.vcf_enemy, stop)
            if plies > 0:
                answers = relevant_replies(board, enemy, memory.threats, int64(0), plies, memory.moves[ply])
                if ply > 0:
                    best = -(int64(WIN) - ply - 1 - plies)  # what any other move leads to

    quiet_node = must_block == 0 and threatened == 0 and answers < 0 and ply > 0 and beta - alpha == 1
    if quiet_node and abs(beta) < SURE:
        static = worth(board, tables, color)
        if style.margin > 0 and depth <= 3 and static - style.margin * depth >= beta:
            return static
        if style.pass_cut > 0 and depth >= 3 and static >= beta and memory.passed[ply] == 0:
            memory.passed[ply + 1] = uint8(1)
            value = -search(board, tables, memory, style, stop, enemy, depth - 4, -beta, -beta + 1, ply + 1)
            memory.passed[ply + 1] = uint8(0)
            memory.length[ply] = 0
            if control[ABORTED]:
                return int64(0)
            if value >= beta:
                return beta if value > SURE else value

    least = int64(T_FOUR) if depth > 0 or style.leaf_fours else int64(T_FOUR_THREE)  # own threat that answers a three
    if must_block > 0:
        memory.moves[ply, 0] = int16(point_with(board, enemy, int64(T_FIVE)))
        memory.scores[ply, 0] = 0
        count = int64(1)
    elif answers >= 0:
        count = answers
        for at in range(count):
            memory.scores[ply, at] = _look(board, tables, memory, color, ply, table_move, int64(memory.moves[ply, at]))
    else:
        count = _candidates(board, tables, memory, color, ply, table_move, threatened * least)
    if count == 0 or (ply == 0 and must_block > 0 and memory.unseen[memory.moves[ply, 0]]):
        memory.unseen[:] = uint8(0)  # nothing seen is left to play
        count = _candidates(board, tables, memory, color, ply, table_move, int64(0))
    keep = count
    forced = must_block > 0 or answers >= 0
    # whether the moves tried below leave nothing out that might help
    proves = forced or (control[OVERLOOKS] == 0 and (threatened == 0 or least == int64(T_FOUR)))
    if not forced and threatened == 0:
        keep = min(count, style.candidates)
        if depth <= style.narrow and ply > 0:
            keep = min(keep, style.keep + style.keep * max(depth, int64(1)))
        proves = proves and keep == count
    first_alpha = alpha
    best_move = int64(0)
    tried = int64(0)
    for at in range(keep):
        _bring_best(memory, ply, at, count)
        point = int64(memory.moves[ply, at])
        if ply == 0 and memory.root[2, point]:
            continue
        quiet = board.threats[color, point] < uint8(T_THREE) and board.threats[enemy, point] < uint8(T_THREE)
        deeper = depth - 1
        if must_block > 0:
            deeper += int64(style.extend > 0)
        elif threatened > 0 and depth > 0 and keep <= 6:
            deeper += int64(style.extend > 1)
        memory.passed[ply + 1] = uint8(0)
        nodes_before = control[NODES]
        put(board, tables, point, color)
        if tried == 0:
            value = -search(board, tables, memory, style, stop, enemy, deeper, -beta, -alpha, ply + 1)
        else:
            reduction = int64(0)
            if style.reduce and threatened == 0 and answers < 0 and must_block == 0:
                if quiet:
                    reduction = _reduction(depth, tried, style.reduce)
                elif style.reduce_loud > 0:
                    reduction = max(int64(0), _reduction(depth, tried, style.reduce) - int64(2) + style.reduce_loud)
            value = -search(board, tables, memory, style, stop, enemy, deeper - reduction, -alpha - 1, -alpha, ply + 1)
            if value > alpha and reduction > 0:
                value = -search(board, tables, memory, style, stop, enemy, deeper, -alpha - 1, -alpha, ply + 1)
            if value > alpha and value < beta:
                value = -search(board, tables, memory, style, stop, enemy, deeper, -beta, -alpha, ply + 1)
        take(board, tables, point)
        if control[ABORTED]:
            return int64(0)
        tried += 1
        if ply == 0:
            memory.root[0, point] = value
            memory.root[1, point] = UPPER if value <= alpha else LOWER if value >= beta else EXACT
            memory.root[3, point] = control[NODES] - nodes_before
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
                    _praise(memory, color, ply, depth, point)
                    break

    bound = int64(EXACT)
    if best >= beta:
        bound = int64(LOWER)
        control[CUTS] += 1
        control[FIRST_CUTS] += int64(tried == 1)
    elif best <= first_alpha:
        bound = int64(UPPER)
    if not proves and best < -int64(SURE):
        best += int64(WIN - SURE)
    if shortcuts:
        _remember(board, memory, color, ply, depth, best, bound, best_move)
    return best
