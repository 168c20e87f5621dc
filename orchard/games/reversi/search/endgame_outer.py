"""The upper part of an endgame search: few nodes, each worth some thought, shared between threads.

All threads search the same tree from its root and share the table. A child that another thread is searching right now
is put off until the others are done (`search/busy.py`). When the table shows that a position on the way here has been
decided by another thread, the work below it is dropped.
"""

# mypy: ignore-errors
import numpy as np

from orchard.core.jit import ctz, kernel, numba, popcount
from orchard.games.reversi.bits import final_score, flips, legal
from orchard.games.reversi.evaluate.patterns import advance, read_position, rows_of
from orchard.games.reversi.search.endgame_context import CONTEXT, MOVES, NO_SCORE, must_stop, room_for_moves
from orchard.games.reversi.search.endgame_inner import (
    STABILITY_FROM,
    decided,
    inner,
    keep,
    null_window,
    odd_quadrants,
    stability_bound,
)
from orchard.games.reversi.search.endgame_look import OPEN, PASS_SQUARE, glance, insert, look
from orchard.games.reversi.search.endgame_table import (
    ENTRIES,
    EXACT,
    NO_MOVE,
    hash_of,
    lookup,
    lower_of,
    move_of,
    trust_of,
    upper_of,
)
from orchard.search.busy import enter, is_busy, leave
from orchard.search.lockless import bucket_of
from orchard.search.memory import prefetch

types = numba.types
uint64, int64 = numba.uint64, numba.int64

OUTER = 12  # from so many empties on, nodes are sorted with care
SPLIT = 12  # children with fewer empties are not worth sharing

MOBILITY_WEIGHT = 160  # hundredths of a disc that one reply of the opponent counts beside the evaluation
LOOK_WINDOW = 800  # hundredths of a disc behind the best so far from where on it does not matter how far
HOPELESS = 600  # so far below alpha no move is expected to reach it, and their order matters little
FIRST = 1_500_000  # above what any other move promises
NO_GUESS = 99
GUESS_DEPTH = 6

# Selective passes: how far the evaluation's look must be outside the window, in hundredths of a disc per pass, for
# Reversi and Reversed Reversi, and how many plies that look goes, by empties.
SELECTIVE = 18
PASSES = 5  # at most; they end when two agree
SPREAD = np.array([500, 350], dtype=np.int64)
CUT_DEPTH = np.array([2] * 16 + [3] * 4 + [4] * 4 + [5] * 40, dtype=np.int64)

# How many plies the evaluation looks ahead to sort the moves of a node, by its empties.
LOOK_DEPTH = np.array([0] * 19 + [1] * 3 + [2] * 3 + [3] * 3 + [4] * 40, dtype=np.int64)

# The same where there is no evaluation, by mobility and corners. An odd number of plies does best: on 6×6 with 24
# empties, 3 and 5 plies took a third to a half of the nodes that none took.
GLANCE_DEPTH = np.array([0] * 13 + [1] * 3 + [3] * 6 + [5] * 42, dtype=np.int64)


@kernel(int64(int64, CONTEXT))
def decided_above(ply, context):
    """1 + the first ply whose question the table can answer by now; 0 where all are open."""
    for above in range(ply + 1):
        bounds = lookup(context.table, context.table_mask, context.path_keys[above])
        if bounds and trust_of(bounds) >= context.trust:
            alpha = context.path_alphas[above]
            if (lower_of(bounds) > alpha) | (upper_of(bounds) <= alpha):
                return int64(above) + 1
    return int64(0)


@kernel(types.boolean(int64, CONTEXT))
def decided_elsewhere(ply, context):
    """Whether another thread has decided this node, or one above it: then `abort` says which."""
    aborted = context.abort
    if aborted == int64(0):
        aborted = decided_above(ply, context)
    context.abort = aborted if aborted <= ply else int64(0)
    return aborted != int64(0)


@kernel(types.Tuple((int64, uint64))(uint64, int64, CONTEXT))
def answer_of(key, alpha, context):
    """The score by which the table answers whether it is above alpha, else NO_SCORE; and the move it knows."""
    bounds = lookup(context.table, context.table_mask, key)
    if bounds == uint64(0):
        return int64(NO_SCORE), uint64(NO_MOVE)
    if trust_of(bounds) < context.trust:
        return int64(NO_SCORE), move_of(bounds)
    return decided(bounds, alpha), move_of(bounds)


@kernel(types.void(uint64, int64, int64, CONTEXT), forceinline=True)
def ask(key, alpha, ply, context):
    """Write on the path what this node is about, so that an answer by another thread is seen from below."""
    context.path_keys[ply] = key
    context.path_alphas[ply] = alpha


@kernel(int64(uint64, uint64, uint64, int64, int64, int64, int64, CONTEXT))
def likely(own, enemy, moves, alpha, empties, static, ply, context):
    """In a selective pass: 1 where the score is very likely above alpha, -1 where it is not, 0 if that is open."""
    margin = SPREAD[context.reversed_game] * context.trust
    sure_high, sure_low = int64(100) * (alpha + 1) + margin, int64(100) * alpha - margin
    depth = CUT_DEPTH[empties]
    if static >= sure_high - margin // 2 and sure_high < int64(6400):
        value = look(own, enemy, moves, sure_high - 1, sure_high, depth, ply, context)
        return int64(1) if value >= sure_high else int64(0)
    if static <= sure_low + margin // 2 and sure_low > int64(-6400):
        value = look(own, enemy, moves, sure_low, sure_low + 1, depth, ply, context)
        return int64(-1) if value <= sure_low else int64(0)
    return int64(0)


@kernel(int64(uint64, int64, uint64, CONTEXT), forceinline=True)
def rule_of_thumb(square, mobility, odd, context):
    """How promising a move is where there is no evaluation."""
    value = -mobility * int64(16)
    if context.reversed_game == 0:
        value += context.square_value[square]
    if odd & (uint64(1) << square):
        value += int64(8)
    return value


@kernel(types.void(uint64, uint64, uint64, CONTEXT), forceinline=True)
def ask_for_children(own, enemy, moves, context):
    """Have the table's entries of all children fetched while there is other work to do."""
    while moves:
        square = ctz(moves)
        moves &= moves - uint64(1)
        turned = flips(own, enemy, square)
        child = hash_of(enemy ^ turned, own ^ turned ^ (uint64(1) << square))
        prefetch(bucket_of(context.table, context.table_mask, child, uint64(ENTRIES)))


@kernel(int64(uint64, uint64, uint64, int64, int64, int64, int64, int64, MOVES, CONTEXT))
def sort_moves(own, enemy, moves, alpha, empties, look_depth, count, ply, room, context):
    """Add the moves to the `count` that the room has, the most promising first; NO_SCORE.

    Where a move is seen at once to be enough, its score, which is kept.
    """
    rows = rows_of(context)
    odd = odd_quadrants(context.board & ~(own | enemy))
    best_look = int64(-OPEN)
    while moves:
        square = ctz(moves)
        moves &= moves - uint64(1)
        turned = flips(own, enemy, square)
        next_own, next_enemy = enemy ^ turned, own ^ turned ^ (uint64(1) << square)
        child = hash_of(next_own, next_enemy)
        if next_own == uint64(0):
            if context.reversed_game == 0:
                return context.squares
            value = int64(-500000)
        else:
            bounds = lookup(context.table, context.table_mask, child)
            if bounds and (trust_of(bounds) >= context.trust) and (-upper_of(bounds) > alpha):
                score = -upper_of(bounds)
                keep(hash_of(own, enemy), alpha, score, square, int64(1), context.trust, context)
                return score
            replies = legal(next_own, next_enemy) & context.board
            mobility = int64(popcount(replies) + popcount(replies & context.corners))
            if context.weights != uint64(0):
                advance(rows, ply, square, turned)
                value = -look(
                    next_own, next_enemy, replies, int64(-OPEN), LOOK_WINDOW - best_look, look_depth, ply + 1, context
                )
                best_look = max(best_look, value)
                value -= mobility * int64(MOBILITY_WEIGHT)
            else:
                value = rule_of_thumb(square, mobility, odd, context)
                depth = GLANCE_DEPTH[empties]
                if depth > int64(0):
                    value -= glance(next_own, next_enemy, replies, int64(-OPEN), int64(OPEN), depth, context)
        insert(count, (uint64(value + int64(1000000)) << uint64(8)) | square, turned, child, room)
        count += 1
    return int64(NO_SCORE)


@kernel(types.Tuple((int64, uint64))(int64, int64, uint64, types.boolean, int64, MOVES, CONTEXT), forceinline=True)
def next_child(turn, count, put_off, shared, empties, room, context):
    """The next turn from `turn` on, and what is put off by then; no turn is left at 2 · count.

    Turns 0 to count - 1 are the moves in order. Where threads share the node, a move but the first that another one is
    searching is put off: turn count + n is move n once more, where it was.
    """
    while turn < count:
        key = room.beside[uint64(turn)]
        if not (shared and turn > int64(0) and is_busy(context.busy, context.threads, empties, key)):
            return turn, put_off
        put_off |= uint64(1) << uint64(turn)
        turn += 1
    while turn < 2 * count and not (put_off >> uint64(turn - count)) & uint64(1):
        turn += 1
    return turn, put_off


@kernel(int64(uint64, uint64, int64, int64, int64, CONTEXT))
def outer(own, enemy, alpha, empties, ply, context):
    """Is the score above alpha? Garbage once `stopped` or `abort` is set."""
    moves = legal(own, enemy) & (context.root_moves if ply == int64(0) else context.board)
    if empties < OUTER:
        return inner(own, enemy, moves, alpha, empties, odd_quadrants(context.board & ~(own | enemy)), context)
    rows, evaluated = rows_of(context), context.weights != uint64(0)
    nodes_before = context.nodes
    context.nodes = nodes_before + 1
    key = hash_of(own, enemy)
    if moves == uint64(0):
        if (legal(enemy, own) & context.board) == uint64(0):
            return final_score(own, enemy, context.squares, context.reversed_game)
        if evaluated:
            advance(rows, ply, uint64(PASS_SQUARE), uint64(0))
        ask(key, alpha, ply, context)
        return -outer(enemy, own, -alpha - int64(1), empties, ply + 1, context)
    if must_stop(context, nodes_before):
        return alpha
    if alpha >= STABILITY_FROM[empties]:
        bound = stability_bound(own, enemy, context)
        if bound <= alpha:
            return bound

    score, known_move = answer_of(key, alpha, context)
    if score != int64(NO_SCORE):
        return score
    ask(key, alpha, ply, context)
    ask_for_children(own, enemy, moves, context)
    static, look_depth = int64(0), LOOK_DEPTH[empties]
    if evaluated and (look_depth > int64(0) or context.trust < int64(EXACT)):
        static = look(own, enemy, moves, -int64(OPEN), int64(OPEN), int64(0), ply, context)
        if static < int64(100) * alpha - int64(HOPELESS):
            look_depth = max(look_depth - 2, int64(0))
    if context.trust < int64(EXACT):
        verdict = likely(own, enemy, moves, alpha, empties, static, ply, context)
        if verdict != int64(0):
            return alpha + 1 if verdict > int64(0) else alpha
    room, sorted_from, count = room_for_moves(), int64(0), int64(popcount(moves))
    if known_move < uint64(NO_MOVE) and (moves >> known_move) & uint64(1):  # the others are sorted when it did not do
        turned = flips(own, enemy, known_move)
        child = hash_of(enemy ^ turned, own ^ turned ^ (uint64(1) << known_move))
        insert(int64(0), (uint64(FIRST) << uint64(8)) | known_move, turned, child, room)
        moves ^= uint64(1) << known_move
        sorted_from = int64(1)

    best, best_move = int64(NO_SCORE), uint64(NO_MOVE)
    shared = (context.busy != uint64(0)) & (empties > SPLIT)
    turn, put_off = int64(0), uint64(0)
    while True:
        if turn == sorted_from and moves:
            score = sort_moves(own, enemy, moves, alpha, empties, look_depth, turn, ply, room, context)
            if score != int64(NO_SCORE):
                return score
            moves = uint64(0)
        turn, put_off = next_child(turn, count, put_off, shared, empties, room, context)
        if turn >= 2 * count:
            break
        number = uint64(turn if turn < count else turn - count)
        square, turned, child = room.order[number] & uint64(63), room.turned[number], room.beside[number]
        if shared:
            enter(context.own_busy, empties, child)
        if evaluated and empties > OUTER:
            advance(rows, ply, square, turned)
        next_own, next_enemy = enemy ^ turned, own ^ turned ^ (uint64(1) << square)
        score = -outer(next_own, next_enemy, -alpha - int64(1), empties - 1, ply + 1, context)
        if shared:
            leave(context.own_busy, empties)
        if context.stopped:
            return alpha
        if shared and decided_elsewhere(ply, context):
            if context.abort:
                return alpha
            score, _ = answer_of(key, alpha, context)
            if score != int64(NO_SCORE):
                return score
            continue  # the answer was overwritten meanwhile: search this child again
        if score > best:
            best, best_move = score, square
            if score > alpha:
                break
        turn += 1
    keep(key, alpha, best, best_move, context.nodes - nodes_before, context.trust, context)
    return best


@kernel(types.UniTuple(int64, 2)(uint64, uint64, int64, int64, int64, int64, CONTEXT))
def close_in(own, enemy, alpha, beta, guess, empties, context):
    """Bounds of the score that meet, or that lie on one side of the window; those known when stopped.

    A row of null windows from `guess` on; threads meet in the table.
    """
    final = context.trust == int64(EXACT)
    step = int64(1) if context.reversed_game != 0 else int64(2)  # Reversi's scores are even
    lower, upper = -context.squares, context.squares
    test = max(min(guess, beta), alpha + int64(1))
    while True:
        if final:
            context.lower, context.upper = lower, upper
        if (lower >= beta) | (lower >= upper) | (upper <= alpha):
            return lower, upper
        test = min(max(test, lower + int64(1)), upper)
        if empties < OUTER:
            score = null_window(own, enemy, test - int64(1), empties, context)
        else:
            score = outer(own, enemy, test - int64(1), empties, int64(0), context)
        if context.stopped:
            return lower, upper
        context.abort = 0
        if score >= test:
            lower = score
            test = lower + step
        else:
            upper = score
            test = upper


@kernel(int64(uint64, uint64, int64, int64, int64, int64, CONTEXT))
def solve_kernel(own, enemy, alpha, beta, guess, empties, context):
    """The score within (alpha, beta), else a bound at or beyond the window's edge; the last known bound if stopped.

    The search begins at `guess` (NO_GUESS: at what the evaluation expects). Selective passes come first: they give a
    better guess and good moves to the last pass, which alone counts and leaves nothing out.
    """
    evaluated = context.weights != uint64(0)
    if evaluated:
        read_position(rows_of(context), int64(0), own, enemy)
        if guess == int64(NO_GUESS) and empties >= OUTER:
            depth, ply = int64(GUESS_DEPTH), int64(0)
            value = look(own, enemy, legal(own, enemy), -int64(OPEN), int64(OPEN), depth, ply, context)
            guess = 2 * ((value + int64(6500)) // int64(200)) - int64(64)  # the nearest even score
    if guess == int64(NO_GUESS):
        guess = int64(0)
    if evaluated and empties >= SELECTIVE:
        final_trust = context.trust
        before = int64(NO_GUESS)
        for trust in range(1, PASSES + 1):
            if trust > 2 and guess == before:
                break
            before = guess
            context.trust = trust
            guess, _ = close_in(own, enemy, alpha, beta, guess, empties, context)
        context.trust = final_trust
    lower, upper = close_in(own, enemy, alpha, beta, guess, empties, context)
    if lower >= beta:
        return lower
    return upper
