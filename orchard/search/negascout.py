"""Alpha-beta as engines use it, in any game, each enhancement with its own switch, so that its gain can be shown.

scout     after the first move, ask only whether a move is better (a window of one), and search again if it is
table     a position reached by another order of moves is not searched again; its best move is tried first
history   squares that cut off often before, and the last two that did at this ply (killers), are tried early
ordering  far from the leaves, a shallow search of each move decides the order

With all switches off this visits exactly the nodes of `alphabeta.py`. No switch changes the value: the table is
believed only for the very depth that is asked for, or where the game was searched to its end.
"""

# mypy: ignore-errors
from orchard.core.dynamics import MOST_MOVES
from orchard.core.jit import kernel, numba
from orchard.search import table
from orchard.search.table import NO_SQUARE
from orchard.search.workspace import (
    EXACT,
    INFINITY,
    LOWER,
    PASS,
    SEARCH,
    UPPER,
    WORK,
    final_value,
    go_down,
    keep_line,
    leaf_value,
    must_stop,
    visit_leaf,
)

types, int64, uint64 = numba.types, numba.int64, numba.uint64

ORDERING_DEPTH = 3  # nearer to the leaves a shallow search costs more than it saves
HISTORY_MOST = 1 << 14
ABOVE_ALL = 1 << 61
WINDOW = types.int64(SEARCH, WORK, types.int64, types.int64, types.int64, types.int64, types.int64)


@kernel(types.void(WORK, types.int64, types.int64, types.int64, types.int64), allocates=False)
def note_cut(work, side, ply, square, depth):
    """Remember a square that cut, for the order of moves elsewhere."""
    if work.killers[ply, 0] != square:
        work.killers[ply, 1] = work.killers[ply, 0]
        work.killers[ply, 0] = square
    who = int64(side > 0)
    work.history[who, square] += depth * depth
    if work.history[who, square] > HISTORY_MOST:
        for i in range(MOST_MOVES):
            work.history[who, i] >>= 1


@kernel(types.int64(WORK, types.int64, types.int64, types.int64), inline="always", allocates=False)
def habit(work, side, ply, square):
    """How well a square did before: killers first, then history."""
    bonus = int64(0)
    if work.killers[ply, 0] == square:
        bonus = int64(4 * HISTORY_MOST)
    elif work.killers[ply, 1] == square:
        bonus = int64(3 * HISTORY_MOST)
    return bonus + work.history[int64(side > 0), square]


@kernel(types.int64(WORK, types.int64, types.int64, types.int64), inline="always", allocates=False)
def take_best(work, ply, start, count):
    """Bring the most promising remaining move to `start`, keeping the order of the others; return its square."""
    best = start
    for i in range(start + 1, count):
        if work.scores[ply, i] > work.scores[ply, best]:
            best = i
    square, score = work.moves[ply, best], work.scores[ply, best]
    while best > start:
        work.moves[ply, best] = work.moves[ply, best - 1]
        work.scores[ply, best] = work.scores[ply, best - 1]
        best -= 1
    work.moves[ply, start] = square
    work.scores[ply, start] = score
    return int64(square)


@kernel(types.boolean(WORK, types.uint64, types.int64, types.int64, types.int64, types.int64), allocates=False)
def answers(work, data, depth, ply, alpha, beta):
    """Whether what the table knows of this position answers the question, which then is `table.value_of`."""
    searched, solved = table.depth_of(data), table.solved_of(data)
    if data == uint64(0) or not (searched == depth or (solved and searched < depth)):
        return False
    value, bound = table.value_of(data), table.bound_of(data)
    if not (bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)):
        return False
    work.guesses += 1 - solved
    work.table_cuts += 1
    square = table.square_of(data)
    if square != NO_SQUARE:
        work.lengths[ply + 1] = 0
        keep_line(work, ply, square)
    return True


@kernel(WINDOW, allocates=False)
def negascout(search, work, side, depth, ply, alpha, beta) -> int:
    """The value of the position at `ply` for the side to move, `depth` plies deep, within (alpha, beta), fail-soft."""
    work.lengths[ply] = 0
    if must_stop(search, work):
        return int64(0)
    if depth == 0:
        return leaf_value(search, work, ply, side)
    count = search.moves(work.states[ply], work.moves[ply])
    if count == 0:
        return final_value(search, work, ply)
    if work.moves[ply, 0] == PASS:
        go_down(search, work, ply, int64(PASS))
        value = -negascout(search, work, -side, depth - 1, ply + 1, -beta, -alpha)
        keep_line(work, ply, int64(PASS))
        return value

    key, known = uint64(0), int64(NO_SQUARE)
    guesses_before = work.guesses
    if work.use_table:
        key = table.position_key(work.states[ply], work.words, side, work.salt)
        data = table.recall(work.table, work.table_mask, key)
        if answers(work, data, depth, ply, alpha, beta):
            return table.value_of(data)
        if data != uint64(0):
            known = table.square_of(data)

    # Score the moves: how early to try each.
    shallow = work.use_ordering != 0 and depth >= ORDERING_DEPTH and known == NO_SQUARE
    for at in range(count):
        square = int64(work.moves[ply, at])
        score = habit(work, side, ply, square) if work.use_history else int64(0)
        if shallow:
            go_down(search, work, ply, square)
            below = (depth - int64(ORDERING_DEPTH)) // int64(3)
            if below == 0:
                value = -visit_leaf(search, work, ply + 1, -side)
            else:
                value = -negascout(search, work, -side, below, ply + 1, int64(-INFINITY), int64(INFINITY))
            if work.stopped:
                return int64(0)
            work.guesses = guesses_before  # a guess that only orders moves
            score += value << int64(20)
        work.scores[ply, at] = int64(ABOVE_ALL) if square == known else score

    best, best_square = int64(-INFINITY), int64(NO_SQUARE)
    for at in range(count):
        square = take_best(work, ply, at, count)
        go_down(search, work, ply, square)
        low = max(alpha, best)
        value, again = int64(0), depth > 1
        if depth == 1:
            value = -visit_leaf(search, work, ply + 1, -side)
        elif work.use_scout and at > 0 and beta - low > 1:
            value = -negascout(search, work, -side, depth - 1, ply + 1, -low - 1, -low)
            again = low < value < beta
        if again and not work.stopped:
            value = -negascout(search, work, -side, depth - 1, ply + 1, -beta, -low)
        if work.stopped:
            return int64(0)
        if value > best:
            best, best_square = value, square
            if value > alpha:
                keep_line(work, ply, square)
            if best >= beta:
                work.cuts += 1
                work.first_cuts += int64(at == 0)
                if work.use_history:
                    note_cut(work, side, ply, square, depth)
                break
    if work.use_table:
        bound = EXACT if alpha < best < beta else (LOWER if best >= beta else UPPER)
        solved = int64(1) if work.guesses == guesses_before else int64(0)
        found = table.pack(best, best_square, depth, bound, solved, work.salt)
        table.remember(work.table, work.table_mask, key, found)
    return best
