"""Alpha-beta as engines use it, each help with its own switch, so that its gain can be shown.

scout     after the first move, ask only whether a move is better (a window of one), and search again if it is
table     a position reached by another order of moves is not searched again; its best move is tried first
history   squares that cut off often before, and the last two that did at this ply (killers), are tried early
ordering  far from the leaves, a shallow search of each move decides the order

With all switches off this visits exactly the nodes of `alphabeta.py`. No switch changes the value: the table is
believed only for the very depth that is asked for, or where the game was searched to its end.
"""

# mypy: ignore-errors
from __future__ import annotations

from orchard.core.jit import ctz, kernel, numba
from orchard.games._bits import flips, legal
from orchard.search.table import (
    NO_SQUARE,
    data_bound,
    data_depth,
    data_solved,
    data_square,
    data_value,
    pack,
    position_key,
    recall,
    remember,
)
from orchard.search.workspace import (
    CUTS,
    EVALUATE,
    EXACT,
    FIRST_CUTS,
    FLAG,
    GUESSES,
    HISTORY,
    INFINITY,
    KILLERS,
    LENGTHS,
    LOWER,
    MAX_MOVES,
    PASS,
    SALT,
    SCORES,
    SQUARES,
    STOPPED,
    TABLE,
    TABLE_CUTS,
    UPPER,
    USE_HISTORY,
    USE_ORDERING,
    USE_SCOUT,
    USE_TABLE,
    WORDS,
    count_node,
    final_value,
    keep_line,
)

types, int64, uint64 = numba.types, numba.int64, numba.uint64

SIGNATURE = types.int64(
    types.uint64,
    types.uint64,
    types.int64,
    types.int64,
    types.int64,
    types.int64,
    types.int64,
    EVALUATE,
    WORDS,
    WORDS,
    TABLE,
    FLAG,
)
ORDERING_DEPTH = 3  # nearer to the leaves a shallow search costs more than it saves
HISTORY_MOST = 1 << 14


@kernel("void(int64[::1], int64, int64, int64, int64)")
def note_cut(work, side, ply, square, depth):
    """Remember a square that cut, for the order of moves elsewhere."""
    killers = KILLERS + 2 * ply
    if work[killers] != square:
        work[killers + 1] = work[killers]
        work[killers] = square
    first = HISTORY + (int64(64) if side > 0 else int64(0))
    work[first + square] += depth * depth
    if work[first + square] > HISTORY_MOST:
        for i in range(64):
            work[first + i] >>= 1


@kernel("int64(int64[::1], int64, int64, int64)", inline="always")
def habit(work, side, ply, square):
    """How well a square did before: killers first, then history."""
    killers = KILLERS + 2 * ply
    bonus = int64(0)
    if work[killers] == square:
        bonus = int64(4 * HISTORY_MOST)
    elif work[killers + 1] == square:
        bonus = int64(3 * HISTORY_MOST)
    return bonus + work[HISTORY + (int64(64) if side > 0 else int64(0)) + square]


@kernel("int64(int64[::1], int64, int64)", inline="always")
def take_best(work, start, count):
    """Bring the most promising remaining move to `start`, keeping the order of the others; return its square."""
    best = start
    for i in range(start + 1, count):
        if work[SCORES + i] > work[SCORES + best]:
            best = i
    square, score = work[SQUARES + best], work[SCORES + best]
    while best > start:
        work[SQUARES + best] = work[SQUARES + best - 1]
        work[SCORES + best] = work[SCORES + best - 1]
        best -= 1
    work[SQUARES + start] = square
    work[SCORES + start] = score
    return square


@kernel(SIGNATURE)
def negascout(own, enemy, side, depth, ply, alpha, beta, evaluate, weights, work, table, stop) -> int:
    """The value of the position for the side to move, `depth` plies deep, within (alpha, beta), fail-soft."""
    work[LENGTHS + ply] = 0
    if count_node(work, stop):
        return int64(0)
    moves = legal(own, enemy)
    if moves == uint64(0) and legal(enemy, own) == uint64(0):
        return final_value(own, enemy, work)
    if depth == 0:
        work[GUESSES] += 1
        return evaluate(own, enemy, side, weights)
    if moves == uint64(0):
        value = -negascout(enemy, own, -side, depth - 1, ply + 1, -beta, -alpha, evaluate, weights, work, table, stop)
        keep_line(work, ply, int64(PASS))
        return value

    key = uint64(0)
    known = int64(NO_SQUARE)
    guesses_before = work[GUESSES]
    if work[USE_TABLE]:
        key = position_key(own, enemy, side, work[SALT])
        data = recall(table, key)
        if data != uint64(0):
            known = data_square(data)
            if data_depth(data) == depth or (data_solved(data) and data_depth(data) < depth):
                value, bound = data_value(data), data_bound(data)
                if bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha):
                    work[GUESSES] += 1 - data_solved(data)
                    work[TABLE_CUTS] += 1
                    if known != NO_SQUARE:
                        work[LENGTHS + ply + 1] = 0
                        keep_line(work, ply, known)
                    return value

    # List the moves, each with a score that says how early to try it.
    shallow = work[USE_ORDERING] != 0 and depth >= ORDERING_DEPTH and known == NO_SQUARE
    start = ply * MAX_MOVES
    count = start
    while moves:
        square = int64(ctz(moves))
        moves &= moves - uint64(1)
        score = int64(0)
        if work[USE_HISTORY]:
            score = habit(work, side, ply, square)
        if shallow:
            turned = flips(own, enemy, uint64(square))
            value = -negascout(
                enemy ^ turned,
                own ^ turned ^ (uint64(1) << uint64(square)),
                -side,
                (depth - ORDERING_DEPTH) // 3,
                ply + 1,
                int64(-INFINITY),
                int64(INFINITY),
                evaluate,
                weights,
                work,
                table,
                stop,
            )
            if work[STOPPED]:
                return int64(0)
            work[GUESSES] = guesses_before  # a guess that only orders moves
            score += value << int64(20)
        if square == known:
            score = int64(1) << int64(61)
        work[SQUARES + count] = square
        work[SCORES + count] = score
        count += 1

    best, best_square = int64(-INFINITY), int64(NO_SQUARE)
    for at in range(start, count):
        square = take_best(work, at, count)
        turned = flips(own, enemy, uint64(square))
        their, ours = enemy ^ turned, own ^ turned ^ (uint64(1) << uint64(square))
        low = max(alpha, best)
        value = int64(0)
        again = True
        if work[USE_SCOUT] and at > start and depth > 1 and beta - low > 1:
            value = -negascout(
                their, ours, -side, depth - 1, ply + 1, -low - 1, -low, evaluate, weights, work, table, stop
            )
            again = low < value < beta
        if again and not work[STOPPED]:
            value = -negascout(
                their, ours, -side, depth - 1, ply + 1, -beta, -low, evaluate, weights, work, table, stop
            )
        if work[STOPPED]:
            return int64(0)
        if value > best:
            best, best_square = value, square
            if value > alpha:
                keep_line(work, ply, square)
            if best >= beta:
                work[CUTS] += 1
                work[FIRST_CUTS] += int64(at == start)
                if work[USE_HISTORY]:
                    note_cut(work, side, ply, square, depth)
                break
    if work[USE_TABLE]:
        bound = EXACT if alpha < best < beta else (LOWER if best >= beta else UPPER)
        solved = int64(1) if work[GUESSES] == guesses_before else int64(0)
        remember(table, key, pack(best, best_square, depth, bound, solved, work[SALT]))
    return best
