"""The bulk of an endgame search: null windows from a dozen empty squares down to the last four.

Up to six empties: moves into odd quadrants first. Above: stability, and the moves that leave the opponent the fewest
replies first; from eleven on, the table, below that a small one.
"""

# mypy: ignore-errors
import numpy as np

from orchard.core.jit import ctz, kernel, numba, popcount
from orchard.games.reversi.bits import final_score, flips, legal
from orchard.games.reversi.search.endgame_context import CONTEXT, MOVES, NO_SCORE, must_stop, room_for_moves
from orchard.games.reversi.search.endgame_last import QUADRANT, last_four, last_one, last_three, last_two
from orchard.games.reversi.search.endgame_near import keep_near, near_bounds
from orchard.games.reversi.search.endgame_table import (
    ENTRIES,
    EXACT,
    NO_MOVE,
    hash_of,
    lookup,
    lower_of,
    move_of,
    remember,
    upper_of,
)
from orchard.games.reversi.search.stable import stable_discs
from orchard.search.lockless import bucket_of
from orchard.search.memory import prefetch

types = numba.types
uint64, int64 = numba.uint64, numba.int64

SHALLOW = 6  # at most so many empties: no sorting
WATCH = 8  # from so many empties on, look at the stop flag and the limit on nodes
REMEMBER = 11  # from so many empties on, use the table: below that, its memory is slower than searching again
NEAR = 7  # from so many empties on, and below that, the thread's own small table

# How high alpha must be before stable discs are worth counting, by empties.
STABILITY_FROM = np.array([99, 99, 99, 99, 99, 8, 10, 12, 14, 16, 20, 22, 24, 26, 28, 30] + [32] * 48, dtype=np.int64)


NODE_SIGNATURE = int64(uint64, uint64, uint64, int64, int64, uint64, CONTEXT)


@kernel(int64(uint64, uint64, CONTEXT))
def stability_bound(own, enemy, context):
    """No score of the mover can be above this."""
    if context.reversed_game != 0:
        own, enemy = enemy, own
    return context.squares - 2 * int64(popcount(stable_discs(enemy, own, context.board, context.edges)))


@kernel("UniTuple(uint64, 4)(uint64, uint64)", forceinline=True)
def odd_ones_first(left, odd):
    """Four empty squares; where just two of them lie in odd quadrants, those come first."""
    alone = left & odd
    if int64(popcount(alone)) == 2:
        left ^= alone
        a = ctz(alone)
        b = ctz(alone & (alone - uint64(1)))
    else:
        a = ctz(left)
        left &= left - uint64(1)
        b = ctz(left)
        left &= left - uint64(1)
    return a, b, ctz(left), ctz(left & (left - uint64(1)))


@kernel(NODE_SIGNATURE)
def shallow(own, enemy, moves, alpha, empties, odd, context):
    """Five or six empties; `odd` covers the quadrants with an odd number of them."""
    context.nodes += 1
    if moves == uint64(0):
        moves = legal(enemy, own) & context.board
        if moves == uint64(0):
            return final_score(own, enemy, context.squares, context.reversed_game)
        return -shallow(enemy, own, moves, -alpha - int64(1), empties, odd, context)
    if alpha >= STABILITY_FROM[empties]:
        bound = stability_bound(own, enemy, context)
        if bound <= alpha:
            return bound
    vacant = context.board & ~(own | enemy)
    best = int64(NO_SCORE)
    first = moves & odd
    later = moves ^ first
    if first == uint64(0):
        first, later = later, first
    while True:
        square = ctz(first)
        first &= first - uint64(1)
        turned = flips(own, enemy, square)
        next_own, next_enemy = enemy ^ turned, own ^ turned ^ (uint64(1) << square)
        next_odd = odd ^ QUADRANT[square]
        if empties == int64(5):
            a, b, c, d = odd_ones_first(vacant ^ (uint64(1) << square), next_odd)
            score = -last_four(next_own, next_enemy, -alpha - int64(1), a, b, c, d, context)
        else:
            replies = legal(next_own, next_enemy) & context.board
            score = -shallow(next_own, next_enemy, replies, -alpha - int64(1), empties - 1, next_odd, context)
        if score > best:
            if score > alpha:
                return score
            best = score
        if first == uint64(0):
            if later == uint64(0):
                return best
            first, later = later, uint64(0)


@kernel("int64(uint64, int64)", forceinline=True)
def decided(bounds, alpha):
    """The bound that answers whether the score is above alpha, NO_SCORE where neither does."""
    if lower_of(bounds) > alpha:
        return lower_of(bounds)
    if upper_of(bounds) <= alpha:
        return upper_of(bounds)
    return int64(NO_SCORE)


@kernel(types.void(uint64, int64, int64, uint64, int64, int64, CONTEXT))
def keep(key, alpha, score, move, nodes, trust, context):
    """Remember that the score is, or is not, above alpha."""
    lower, upper = (score, int64(64)) if score > alpha else (int64(-64), score)
    remember(context.table, context.table_mask, key, lower, upper, move, uint64(nodes), context.date, trust)


@kernel(int64(uint64, uint64, uint64, int64, uint64, uint64, MOVES, CONTEXT), forceinline=True)
def list_moves(own, enemy, moves, empties, odd, known_move, room, context):
    """Fill the room with the moves and how promising each is: few replies above all; returns their number.

    A move that leaves the opponent nothing wins all of Reversi: then the number is 0.
    """
    count = int64(0)
    while moves:
        square = ctz(moves)
        moves &= moves - uint64(1)
        turned = flips(own, enemy, square)
        next_own, next_enemy = enemy ^ turned, own ^ turned ^ (uint64(1) << square)
        replies = uint64(0)
        if next_own == uint64(0):
            if context.reversed_game == 0:
                return int64(0)
            value = int64(-5000)
        else:
            replies = legal(next_own, next_enemy) & context.board
            if empties > REMEMBER:
                key = hash_of(next_own, next_enemy)
                prefetch(bucket_of(context.table, context.table_mask, key, uint64(ENTRIES)))
            if context.reversed_game == 0:
                mobility = popcount(replies) + popcount(replies & context.corners)
                value = context.square_value[square] - int64(mobility) * int64(16)
                if odd & (uint64(1) << square):
                    value += int64(8)
            else:
                value = -int64(popcount(replies)) * int64(16) - context.square_value[square]
            if square == known_move:
                value = int64(5000)
        at = uint64(count)
        room.order[at] = (uint64(value + int64(10000)) << uint64(8)) | square
        room.turned[at] = turned
        room.beside[at] = replies
        count += 1
    return count


@kernel(uint64(int64, int64, MOVES), forceinline=True)
def best_to_front(done, count, room):
    """Bring the most promising of the moves from `done` on to that place; returns its square."""
    front, choice = uint64(done), uint64(done)
    highest = room.order[front]
    for other in range(done + 1, count):
        if room.order[uint64(other)] > highest:
            choice, highest = uint64(other), room.order[uint64(other)]
    if choice != front:
        turned, replies = room.turned[choice], room.beside[choice]
        room.order[choice], room.turned[choice] = room.order[front], room.turned[front]
        room.beside[choice] = room.beside[front]
        room.turned[front], room.beside[front] = turned, replies
    return highest & uint64(63)


@kernel(NODE_SIGNATURE)
def inner(own, enemy, moves, alpha, empties, odd, context):
    """Seven empties and more: is the score above alpha? Garbage once the search is stopped."""
    nodes_before = context.nodes
    context.nodes = nodes_before + 1
    if moves == uint64(0):
        moves = legal(enemy, own) & context.board
        if moves == uint64(0):
            return final_score(own, enemy, context.squares, context.reversed_game)
        return -inner(enemy, own, moves, -alpha - int64(1), empties, odd, context)
    if alpha >= STABILITY_FROM[empties]:
        bound = stability_bound(own, enemy, context)
        if bound <= alpha:
            return bound
    if empties >= WATCH and must_stop(context, nodes_before):
        return alpha

    key, bounds, known_move = hash_of(own, enemy), uint64(0), uint64(NO_MOVE)
    if empties >= REMEMBER:
        bounds = lookup(context.table, context.table_mask, key)
    elif empties >= NEAR:
        bounds = near_bounds(context.near, key)
    if bounds:
        score = decided(bounds, alpha)
        if score != int64(NO_SCORE):
            return score
        known_move = move_of(bounds)
    room = room_for_moves()
    count = list_moves(own, enemy, moves, empties, odd, known_move, room, context)
    if count == int64(0):
        return context.squares

    best, best_move = int64(NO_SCORE), uint64(NO_MOVE)
    for done in range(count):
        square = best_to_front(int64(done), count, room)
        turned, replies = room.turned[uint64(done)], room.beside[uint64(done)]
        next_own, next_enemy = enemy ^ turned, own ^ turned ^ (uint64(1) << square)
        next_odd = odd ^ QUADRANT[square]
        if empties == int64(SHALLOW + 1):
            score = -shallow(next_own, next_enemy, replies, -alpha - int64(1), empties - 1, next_odd, context)
        else:
            score = -inner(next_own, next_enemy, replies, -alpha - int64(1), empties - 1, next_odd, context)
            if context.stopped:
                return alpha
        if score > best:
            best, best_move = score, square
            if score > alpha:
                break
    if empties >= REMEMBER:
        keep(key, alpha, best, best_move, context.nodes - nodes_before, int64(EXACT), context)
    elif empties >= NEAR:
        keep_near(context.near, key, bounds, alpha, best, best_move)
    return best


@kernel("uint64(uint64)")
def odd_quadrants(vacant):
    """The quadrants with an odd number of empty squares, as a mask."""
    odd = uint64(0)
    for corner in (uint64(0), uint64(4), uint64(32), uint64(36)):
        quadrant = uint64(0x0F0F0F0F) << corner
        if popcount(vacant & quadrant) & uint64(1):
            odd |= quadrant
    return odd


@kernel(int64(uint64, uint64, int64, int64, CONTEXT))
def null_window(own, enemy, alpha, empties, context):
    """Is the score above alpha? For any number of empties that the callers' patience allows."""
    vacant = context.board & ~(own | enemy)
    if empties > int64(4):
        moves, odd = legal(own, enemy) & context.board, odd_quadrants(vacant)
        if empties > int64(SHALLOW):
            return inner(own, enemy, moves, alpha, empties, odd, context)
        return shallow(own, enemy, moves, alpha, empties, odd, context)
    if empties == int64(0):
        return final_score(own, enemy, context.squares, context.reversed_game)
    a = ctz(vacant)
    vacant &= vacant - uint64(1)
    if empties == int64(1):
        return last_one(own, alpha, a, context)
    b = ctz(vacant)
    vacant &= vacant - uint64(1)
    if empties == int64(2):
        return last_two(own, enemy, alpha, a, b, context)
    c = ctz(vacant)
    vacant &= vacant - uint64(1)
    if empties == int64(3):
        return last_three(own, enemy, alpha, a, b, c, context)
    return last_four(own, enemy, alpha, a, b, c, ctz(vacant), context)
