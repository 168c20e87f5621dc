"""Negascout for both Reversi games with the pattern evaluation: the kernel under `midgame.py`.

Values are hundredths of a disc from the view of the side to move. A search reports what it knows through the
table; it stops soon after the stop byte is raised and within a few hundred nodes of its limit.
"""

# mypy: ignore-errors
import numpy as np

from orchard.core.jit import ctz, kernel, numba, popcount
from orchard.games.reversi.bits import final_score, flips, legal
from orchard.games.reversi.evaluate.correction import bounded, correction
from orchard.games.reversi.evaluate.correction_tables import MOST
from orchard.games.reversi.evaluate.pattern_tables import PHASES
from orchard.games.reversi.evaluate.patterns import advance, evaluate_row, rows_of, weighed, weights_of
from orchard.games.reversi.search.endgame_context import CONTEXT, SQUARE_VALUE
from orchard.games.reversi.search.endgame_inner import null_window
from orchard.games.reversi.search.leaves import note_leaf
from orchard.games.reversi.search.midgame_shared import SHARED_FROM, answer_elsewhere, ask, key_of, put_off
from orchard.games.reversi.search.midgame_table import (
    ENTRIES,
    NO_MOVE,
    UNDECIDED,
    UNKNOWN,
    answer_of,
    depth_of,
    hash_of,
    level_of,
    lower_of,
    move_of,
    probe,
    store,
    upper_of,
)
from orchard.games.reversi.search.midgame_work import EXACT_LEVEL, STOPPED, WORK, solver_at
from orchard.games.reversi.search.probcut import SHALLOW
from orchard.search.busy import enter, leave
from orchard.search.lockless import bucket_of
from orchard.search.memory import peek_byte, prefetch

types = numba.types
uint64, int64 = numba.uint64, numba.int64

INFINITE = 30000
DEEP = 4  # from so many plies on, moves are sorted by the evaluation, below by mobility alone
ASKED_FROM = 3  # from so many plies on, the children of a position are asked for in the table
REFUTATION = 96  # what refuted a sister position is as promising as six replies less
SOLVE_FROM = 12  # a search that reaches the end of the game is the solver's from so many empty squares

VALUES = types.Array(int64, 1, "C")


@kernel("int64(uint64, uint64, int64)", inline="always")
def final_value(own, enemy, reversed_game):
    return int64(100) * final_score(own, enemy, int64(64), reversed_game)


@kernel(int64(uint64, uint64, int64, int64, int64, int64, CONTEXT))
def solved(own, enemy, alpha, beta, guess, empties, solver):
    """The exact value, where it lies inside (alpha, beta), else a bound; all in 1/100 disc.

    A row of questions "is the score above s?" to the endgame solver that begins at the guess and closes in. Garbage
    once the solver is stopped.
    """
    hundred = int64(100)
    lower, upper = int64(-64), int64(64)
    least, most = alpha // hundred, -(-beta // hundred)
    test = min(max(guess // hundred, least), most - int64(1))
    while lower < upper and lower * hundred < beta and upper * hundred > alpha:
        score = null_window(own, enemy, test, empties, solver)
        if solver.stopped:
            break
        if score > test:
            lower = score
            test = score if solver.reversed_game else score + int64(1)
        else:
            upper = score
            test = score - int64(1)
    return hundred * (lower if lower * hundred >= beta or lower == upper else upper)


@kernel(int64(uint64, uint64, int64, int64, int64, WORK))
def solved_within(own, enemy, alpha, beta, empties, work):
    """The same inside a search: the solver's nodes are the search's own, and so are its bound and its stop."""
    solver = solver_at(work.solver)
    before = solver.nodes
    solver.node_limit = before + work.node_limit - work.nodes
    value = solved(own, enemy, alpha, beta, (alpha + beta) >> int64(1), empties, solver)
    work.nodes += solver.nodes - before
    if solver.stopped:
        work.aborted = STOPPED
        return int64(0)
    return value


@kernel(int64(uint64, uint64, int64, WORK))
def value_now(own, enemy, ply, work):
    """The evaluation without looking ahead, or the score where the game is over."""
    own_moves = int64(popcount(legal(own, enemy)))
    enemy_moves = int64(popcount(legal(enemy, own)))
    if own_moves == int64(0) and enemy_moves == int64(0):
        return final_value(own, enemy, work.reversed_game)
    return evaluate_row(rows_of(work), ply, own, enemy, own_moves, enemy_moves, weights_of(work))


@kernel(int64(uint64, uint64, uint64, int64, int64, int64, WORK))
def best_leaf(own, enemy, moves, alpha, beta, ply, work):
    """The best value one ply ahead, exact inside (alpha, beta), else a bound; stops at the first that reaches beta.

    What refuted a sister position comes first, then corners; squares beside them come last. Where the sum of weights
    is so far from the window that no correction brings it back, none is computed.
    """
    best, occupied = int64(-INFINITE), own | enemy
    while moves:
        some = moves & work.refutations[ply]
        if some == uint64(0):
            some = moves & work.eager
            if some == uint64(0):
                some = moves & ~work.reluctant
                if some == uint64(0):
                    some = moves
        square = ctz(some)
        disc = uint64(1) << square
        moves ^= disc
        turned = flips(own, enemy, square)
        advance(rows_of(work), ply, square, turned)
        work.nodes += 1
        mine, theirs = own ^ turned ^ disc, enemy ^ turned
        replies, later = legal(theirs, mine), legal(mine, theirs)
        if (replies | later) == uint64(0):
            value = -final_value(theirs, mine, work.reversed_game)
        else:
            replies, later = popcount(replies), popcount(later)
            occupied_then, replies, later = occupied | disc, int64(replies), int64(later)
            value = -weighed(rows_of(work), ply + 1, occupied_then, replies, later, weights_of(work))
            if work.leaves != uint64(0):
                note_leaf(theirs, mine, value, max(alpha, best), beta, work.leaves)
            if work.numbers != uint64(0):
                if value >= beta + int64(MOST):
                    value -= int64(MOST)
                elif value <= max(alpha, best) - int64(MOST):
                    value += int64(MOST)
                else:
                    value = bounded(
                        value,
                        -correction(rows_of(work), ply + 1, occupied_then, replies, later, work.numbers, work.scales),
                    )
        if value > best:
            best = value
            if best >= beta:
                work.refutations[ply] = disc
                break
    return best


@kernel(int64(uint64, uint64, uint64, int64, WORK))
def guess_of(own, enemy, moves, ply, work):
    """The evaluation where there is a move, without its correction."""
    replies = int64(popcount(legal(enemy, own)))
    return evaluate_row(rows_of(work), ply, own, enemy, int64(popcount(moves)), replies, weights_of(work))


@kernel(int64(uint64, uint64, uint64, int64, WORK))
def leaf_value(own, enemy, moves, ply, work):
    """The same with its correction."""
    value = guess_of(own, enemy, moves, ply, work)
    if work.numbers == uint64(0):
        return value
    replies = int64(popcount(legal(enemy, own)))
    own_moves = int64(popcount(moves))
    return bounded(value, correction(rows_of(work), ply, own | enemy, own_moves, replies, work.numbers, work.scales))


@kernel(types.void(uint64, uint64, uint64, int64, int64, int64, WORK))
def order_moves(own, enemy, moves, depth, place, ply, work):
    """Fill the ply's room, from `place` on, with moves and how promising they look.

    A reply's evaluation decides, and few replies count a little more than the evaluation thinks.
    """
    at = uint64(place)
    while moves:
        square = ctz(moves)
        moves &= moves - uint64(1)
        turned = flips(own, enemy, square)
        mine, theirs = own ^ turned ^ (uint64(1) << square), enemy ^ turned
        if depth >= int64(ASKED_FROM):
            prefetch(bucket_of(work.table, work.table_mask, hash_of(theirs, mine), uint64(ENTRIES)))
        replies = legal(theirs, mine)
        if depth < int64(DEEP):
            promise = SQUARE_VALUE[square] - int64(16) * int64(popcount(replies))
            if work.refutations[ply] & (uint64(1) << square):
                promise += int64(REFUTATION)
        else:
            advance(rows_of(work), ply, square, turned)
            promise = -guess_of(theirs, mine, replies, ply + 1, work) - int64(20) * int64(popcount(replies))
        work.room[uint64(ply), at] = (promise + int64(1 << 20)) << int64(8) | int64(square)
        at += uint64(1)


@kernel(uint64(WORK, int64, int64, int64), forceinline=True)
def next_move(work, ply, taken, count):
    """Take the most promising of the moves left."""
    row, front = uint64(ply), uint64(taken)
    at, chosen = front, work.room[row, front]
    for other in range(taken + 1, count):
        if work.room[row, uint64(other)] > chosen:
            at, chosen = uint64(other), work.room[row, uint64(other)]
    work.room[row, at] = work.room[row, front]
    work.room[row, front] = chosen
    return uint64(chosen & int64(255))


@kernel(types.boolean(WORK), forceinline=True)
def must_stop(work):
    """Count one visited position; whether the search must end here. The stop byte is read now and then."""
    work.nodes += 1
    if work.nodes >= work.node_limit or (work.nodes & int64(255) == int64(0) and peek_byte(work.stop, uint64(0))):
        work.aborted = STOPPED
    return work.aborted != 0


@kernel(int64(int64, int64, int64, WORK), forceinline=True)
def margin_of(empties, depth, level, work):
    """How far outside the window a shallow search must be to be believed; 0 where none is tried."""
    if level >= int64(EXACT_LEVEL):
        return int64(0)
    return work.margins[min((int64(60) - empties) >> int64(2), int64(PHASES - 1)), depth]


@kernel(int64(uint64, uint64, int64, int64, int64, int64, WORK))
def search(own, enemy, alpha, beta, depth, ply, work):
    """The value `depth` plies ahead, exact inside (alpha, beta), else a bound. Row `ply` holds this position."""
    if must_stop(work):
        return int64(0)
    moves = legal(own, enemy)
    if moves == uint64(0):
        if legal(enemy, own) == uint64(0):
            return final_value(own, enemy, work.reversed_game)
        advance(rows_of(work), ply, uint64(NO_MOVE), uint64(0))
        work.asked[ply] = uint64(0)
        return -search(enemy, own, -beta, -alpha, depth, ply + 1, work)
    if depth <= int64(0):
        return leaf_value(own, enemy, moves, ply, work)
    if depth == int64(1):
        return best_leaf(own, enemy, moves, alpha, beta, ply, work)

    empties = int64(popcount(~(own | enemy)))
    if depth >= empties and empties <= int64(SOLVE_FROM):
        return solved_within(own, enemy, alpha, beta, empties, work)
    depth = min(depth, empties)
    level = work.level
    position_hash = hash_of(own, enemy)
    entry = probe(work.table, work.table_mask, position_hash)
    first = int64(NO_MOVE)
    if entry != UNKNOWN:
        first = move_of(entry)
        if depth_of(entry) >= depth and level_of(entry) >= level:
            value = answer_of(entry, alpha, beta)
            if value != int64(UNDECIDED):
                return value
            alpha, beta = max(alpha, lower_of(entry)), min(beta, upper_of(entry))

    margin = margin_of(empties, depth, level, work)
    if margin > int64(0):
        static, shallow = guess_of(own, enemy, moves, ply, work), int64(SHALLOW[depth])
        bound = beta + margin
        if static >= beta - (margin >> int64(2)) and bound < int64(6400):
            value = search(own, enemy, bound - int64(1), bound, shallow, ply, work)
            if value >= bound and not work.aborted:
                return beta
        bound = alpha - margin
        if static <= alpha + (margin >> int64(2)) and bound > int64(-6400) and not work.aborted:
            value = search(own, enemy, bound, bound + int64(1), shallow, ply, work)
            if value <= bound and not work.aborted:
                return alpha
        if work.aborted:
            return int64(0)

    shared = work.busy != uint64(0) and depth >= int64(SHARED_FROM)
    if shared:
        ask(position_hash, depth, alpha, beta, ply, work)
    best, best_move, low = int64(-INFINITE), int64(NO_MOVE), alpha
    count = int64(popcount(moves))
    if first < int64(NO_MOVE) and (moves >> uint64(first)) & uint64(1):  # the others are ordered when it did not do
        work.room[ply, 0] = first
    else:
        order_moves(own, enemy, moves, depth, int64(0), ply, work)
        first = int64(NO_MOVE)
    taken = int64(0)
    while taken < count:
        if taken == int64(1) and first != int64(NO_MOVE):
            order_moves(own, enemy, moves ^ (uint64(1) << uint64(first)), depth, int64(1), ply, work)
            first = int64(NO_MOVE)
        square = next_move(work, ply, taken, count) if first == int64(NO_MOVE) else uint64(first)
        turned = flips(own, enemy, square)
        mine, theirs = own ^ turned ^ (uint64(1) << square), enemy ^ turned
        child = uint64(0)
        if shared:
            child = key_of(theirs, mine, depth)
            if taken > int64(0) and put_off(child, empties, ply, taken, work):
                continue
            enter(work.own_busy, empties, child)
        advance(rows_of(work), ply, square, turned)
        if taken == 0:
            value = -search(theirs, mine, -beta, -low, depth - 1, ply + 1, work)
        else:
            value = -search(theirs, mine, -low - 1, -low, depth - 1, ply + 1, work)
            if low < value < beta:
                advance(rows_of(work), ply, square, turned)
                value = -search(theirs, mine, -beta, -value, depth - 1, ply + 1, work)
        if shared:
            leave(work.own_busy, empties)
            dropped = work.aborted == ply
            answer = answer_elsewhere(ply, work)
            if answer != int64(UNDECIDED):
                return answer
            if dropped:  # the answer was overwritten meanwhile: search this child again
                continue
        if work.aborted:
            return int64(0)
        if value > best:
            best, best_move = value, int64(square)
            if value > low:
                low = value
                if low >= beta:
                    work.refutations[ply] = uint64(1) << square
                    work.cuts += 1
                    work.first_cuts += int64(taken == 0)
                    break
        taken += 1
    store(work.table, work.table_mask, position_hash, alpha, beta, best, depth, best_move, level, work.generation)
    return best


@kernel(int64(uint64, uint64, int64, int64, VALUES, VALUES, VALUES, WORK))
def search_root(own, enemy, depth, lines, order, values, nodes, work):
    """Search every move of `order`; exact values for the best `lines` of them, upper bounds for the rest.

    Row 0 holds the position. `values` gets each move's value in the order given (-INFINITE: not searched), `nodes`
    what it cost. Returns how many moves were finished before a stop.
    """
    best = np.full(lines, int64(-INFINITE))  # the best values so far, highest first
    ply = int64(0)
    values[:] = int64(-INFINITE)
    for i in range(order.size):
        square = uint64(order[i])
        turned = flips(own, enemy, square)
        mine, theirs = own ^ turned ^ (uint64(1) << square), enemy ^ turned
        before = work.nodes
        low = best[lines - 1]
        value = low
        if i >= lines:
            advance(rows_of(work), ply, square, turned)
            value = -search(theirs, mine, -low - 1, -low, depth - 1, ply + 1, work)
        if i < lines or value > low:
            advance(rows_of(work), ply, square, turned)
            value = -search(theirs, mine, int64(-INFINITE), -low, depth - 1, ply + 1, work)
        if work.aborted:
            return int64(i)
        values[i] = value
        nodes[i] = work.nodes - before
        for place in range(lines):
            if value > best[place]:
                for later in range(lines - 1, place, -1):
                    best[later] = best[later - 1]
                best[place] = value
                break
    return int64(order.size)
