"""Negascout for both Reversi games with the pattern evaluation: the kernel under `midgame.py`.

Values are hundredths of a disc from the view of the side to move. A search reports what it knows through the
table; it stops soon after the stop byte is raised and within a few hundred nodes of its limit.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from orchard.core.jit import ctz, kernel, numba, popcount
from orchard.games.reversi.bits import flips, legal
from orchard.games.reversi.dynamics import disc_score, fewest_score
from orchard.games.reversi.evaluate.pattern_tables import PHASES
from orchard.games.reversi.evaluate.patterns import ROWS, WEIGHTS, advance, evaluate_row
from orchard.games.reversi.search.endgame_inner import NODE_LIMIT as SOLVER_LIMIT
from orchard.games.reversi.search.endgame_inner import SQUARE_VALUE, STOPPED, null_window
from orchard.games.reversi.search.endgame_last import NODES as SOLVER_NODES
from orchard.games.reversi.search.memory import peek, poke
from orchard.games.reversi.search.midgame_table import (
    NO_MOVE,
    TABLE,
    UNKNOWN,
    depth_of,
    hash_of,
    level_of,
    lower_of,
    move_of,
    probe,
    store,
    upper_of,
)
from orchard.games.reversi.search.probcut import SHALLOW

types = numba.types
uint64, int64 = numba.uint64, numba.int64

INFINITE = 30000
MAX_PLY = 130  # sixty moves and every pass between them
MAX_MOVES = 40
DEEP = 4  # from so many plies on, moves are sorted by the evaluation, below by mobility alone

SOLVE_FROM = 12  # a search that reaches the end of the game is the solver's from so many empty squares

# `control`: [CONTROL_WORDS] int64, one per thread; SOLVER is the address of an endgame solver's context
NODES, NODE_LIMIT, ABORTED, LEVEL, REVERSED, GENERATION, SOLVER = range(7)
UNCUT, FIRST_CUTS, LATER_CUTS = range(7, 10)  # positions left after all moves, the first, some; for people to look at
CONTROL_WORDS = 10

ROOM = types.Array(types.int64, 2, "C")  # [MAX_PLY, MAX_MOVES] moves waiting to be searched, per ply
MARGINS = types.Array(types.int64, 2, "C")  # [PHASES, DEPTHS] how far a shallow search must be outside the window
CONTROL = types.Array(types.int64, 1, "C")
STOP = types.Array(types.uint8, 1, "C", readonly=True)
VALUES = types.Array(types.int64, 1, "C")

EXACT_LEVEL = 9  # no selective cut-offs


@kernel("int64(uint64, uint64, int64)", inline="always")
def final_value(own, enemy, reversed_game):
    if reversed_game:
        return int64(100) * fewest_score(own, enemy)
    return int64(100) * disc_score(own, enemy)


@kernel("int64(uint64, uint64, int64, int64, int64, int64, int64, uint64)")
def solved(own, enemy, alpha, beta, guess, empties, reversed_game, solver):
    """The exact value, where it lies inside (alpha, beta), else a bound; all in 1/100 disc.

    A row of questions "is the score above s?" to the endgame solver that begins at the guess and closes in. Garbage
    once the solver is STOPPED.
    """
    hundred = int64(100)
    lower, upper = int64(-64), int64(64)
    least, most = alpha // hundred, -(-beta // hundred)
    test = min(max(guess // hundred, least), most - int64(1))
    while lower < upper and lower * hundred < beta and upper * hundred > alpha:
        score = null_window(own, enemy, test, empties, reversed_game, solver)
        if peek(solver, uint64(STOPPED)):
            break
        if score > test:
            lower = score
            test = score if reversed_game else score + int64(1)
        else:
            upper = score
            test = score - int64(1)
    return hundred * (lower if lower * hundred >= beta or lower == upper else upper)


@kernel(types.int64(types.uint64, types.uint64, types.int64, types.int64, types.int64, CONTROL))
def solved_within(own, enemy, alpha, beta, empties, control):
    """The same inside a search: the solver's nodes are the search's own, and so are its bound and its stop."""
    solver = uint64(control[SOLVER])
    before = peek(solver, uint64(SOLVER_NODES))
    poke(solver, uint64(SOLVER_LIMIT), before + uint64(control[NODE_LIMIT] - control[NODES]))
    value = solved(own, enemy, alpha, beta, (alpha + beta) >> int64(1), empties, control[REVERSED], solver)
    control[NODES] += int64(peek(solver, uint64(SOLVER_NODES)) - before)
    if peek(solver, uint64(STOPPED)):
        control[ABORTED] = 1
        return int64(0)
    return value


@kernel(types.int64(types.uint64, types.uint64, types.int64, ROWS, WEIGHTS, CONTROL))
def value_now(own, enemy, ply, rows, weights, control):
    """The evaluation without looking ahead, or the score where the game is over."""
    own_moves = int64(popcount(legal(own, enemy)))
    enemy_moves = int64(popcount(legal(enemy, own)))
    if own_moves == int64(0) and enemy_moves == int64(0):
        return final_value(own, enemy, control[REVERSED])
    return evaluate_row(rows, ply, own, enemy, own_moves, enemy_moves, weights)


@kernel(types.int64(types.uint64, types.uint64, types.uint64, types.int64, types.int64, ROWS, WEIGHTS, CONTROL))
def best_leaf(own, enemy, moves, beta, ply, rows, weights, control):
    """The best value one ply ahead; stops at the first that reaches beta."""
    best = int64(-INFINITE)
    while moves:
        square = ctz(moves)
        moves &= moves - uint64(1)
        turned = flips(own, enemy, square)
        advance(rows, ply, square, turned)
        control[NODES] += 1
        value = -value_now(enemy ^ turned, own ^ turned ^ (uint64(1) << square), ply + 1, rows, weights, control)
        if value > best:
            best = value
            if best >= beta:
                break
    return best


@kernel(
    types.int64(
        types.uint64, types.uint64, types.uint64, types.int64, types.int64, types.int64, ROWS, ROOM, WEIGHTS, CONTROL
    )
)
def order_moves(own, enemy, moves, first, depth, ply, rows, room, weights, control):
    """Fill the ply's room with moves and how promising they look, the table's move above all; returns their number.

    A reply's evaluation decides, and few replies count a little more than the evaluation thinks.
    """
    count = int64(0)
    while moves:
        square = ctz(moves)
        moves &= moves - uint64(1)
        if int64(square) == first:
            promise = int64(INFINITE)
        else:
            turned = flips(own, enemy, square)
            mine, theirs = own ^ turned ^ (uint64(1) << square), enemy ^ turned
            replies = int64(popcount(legal(theirs, mine)))
            if depth < int64(DEEP):
                room[ply, count] = (int64(1 << 20) - int64(16) * replies + SQUARE_VALUE[square]) << int64(8) | int64(
                    square
                )
                count += 1
                continue
            advance(rows, ply, square, turned)
            mobility = int64(popcount(legal(mine, theirs)))
            promise = -evaluate_row(rows, ply + 1, theirs, mine, replies, mobility, weights) - int64(20) * replies
        room[ply, count] = (promise + int64(1 << 20)) << int64(8) | int64(square)
        count += 1
    return count


@kernel(types.int64(ROOM, types.int64, types.int64, types.int64), inline="always")
def next_move(room, ply, taken, count):
    """Take the most promising of the moves left."""
    at = taken
    for i in range(taken + 1, count):
        if room[ply, i] > room[ply, at]:
            at = i
    chosen = room[ply, at]
    room[ply, at] = room[ply, taken]
    room[ply, taken] = chosen
    return chosen & int64(255)


@kernel(
    types.int64(
        types.uint64, types.uint64, types.int64, types.int64, types.int64, types.int64,
        ROWS, ROOM, WEIGHTS, TABLE, MARGINS, CONTROL, STOP,
    )
)  # fmt: skip
def search(own, enemy, alpha, beta, depth, ply, rows, room, weights, table, margins, control, stop):
    """The value `depth` plies ahead, exact inside (alpha, beta), else a bound. Row `ply` holds this position."""
    control[NODES] += 1
    if control[NODES] >= control[NODE_LIMIT] or (control[NODES] & int64(255) == int64(0) and stop[0]):
        control[ABORTED] = 1
    if control[ABORTED]:
        return int64(0)
    moves = legal(own, enemy)
    if moves == uint64(0):
        if legal(enemy, own) == uint64(0):
            return final_value(own, enemy, control[REVERSED])
        advance(rows, ply, uint64(NO_MOVE), uint64(0))
        return -search(enemy, own, -beta, -alpha, depth, ply + 1, rows, room, weights, table, margins, control, stop)
    if depth <= int64(1):
        if depth <= int64(0):
            replies = int64(popcount(legal(enemy, own)))
            return evaluate_row(rows, ply, own, enemy, int64(popcount(moves)), replies, weights)
        return best_leaf(own, enemy, moves, beta, ply, rows, weights, control)

    empties = int64(popcount(~(own | enemy)))
    if depth >= empties and empties <= int64(SOLVE_FROM):
        return solved_within(own, enemy, alpha, beta, empties, control)
    depth = min(depth, empties)
    level = int64(EXACT_LEVEL) if depth == empties else control[LEVEL]
    position_hash = hash_of(own, enemy)
    entry = probe(table, position_hash)
    first = int64(NO_MOVE)
    if entry != UNKNOWN:
        first = move_of(entry)
        if depth_of(entry) >= depth and level_of(entry) >= level:
            lower, upper = lower_of(entry), upper_of(entry)
            if lower >= beta or lower == upper:
                return lower
            if upper <= alpha:
                return upper
            alpha, beta = max(alpha, lower), min(beta, upper)

    if level < int64(EXACT_LEVEL):
        margin = margins[min((int64(64) - empties - int64(4)) >> int64(2), int64(PHASES - 1)), depth]
        if margin > int64(0):
            shallow = int64(SHALLOW[depth])
            replies = int64(popcount(legal(enemy, own)))
            static = evaluate_row(rows, ply, own, enemy, int64(popcount(moves)), replies, weights)
            bound = beta + margin
            if static >= beta - (margin >> int64(2)) and bound < int64(6400):
                value = search(
                    own,
                    enemy,
                    bound - int64(1),
                    bound,
                    shallow,
                    ply,
                    rows,
                    room,
                    weights,
                    table,
                    margins,
                    control,
                    stop,
                )
                if control[ABORTED]:
                    return int64(0)
                if value >= bound:
                    return beta
            bound = alpha - margin
            if static <= alpha + (margin >> int64(2)) and bound > int64(-6400):
                value = search(
                    own,
                    enemy,
                    bound,
                    bound + int64(1),
                    shallow,
                    ply,
                    rows,
                    room,
                    weights,
                    table,
                    margins,
                    control,
                    stop,
                )
                if control[ABORTED]:
                    return int64(0)
                if value <= bound:
                    return alpha

    count = order_moves(own, enemy, moves, first, depth, ply, rows, room, weights, control)
    best, best_move, low, cut_at = int64(-INFINITE), int64(NO_MOVE), alpha, int64(-1)
    for taken in range(count):
        square = uint64(next_move(room, ply, taken, count))
        turned = flips(own, enemy, square)
        mine, theirs = own ^ turned ^ (uint64(1) << square), enemy ^ turned
        advance(rows, ply, square, turned)
        if taken == 0:
            value = -search(
                theirs, mine, -beta, -low, depth - 1, ply + 1, rows, room, weights, table, margins, control, stop
            )
        else:
            value = -search(
                theirs, mine, -low - 1, -low, depth - 1, ply + 1, rows, room, weights, table, margins, control, stop
            )
            if low < value < beta:
                advance(rows, ply, square, turned)
                value = -search(
                    theirs, mine, -beta, -value, depth - 1, ply + 1, rows, room, weights, table, margins, control, stop
                )
        if control[ABORTED]:
            return int64(0)
        if value > best:
            best, best_move = value, int64(square)
            if value > low:
                low = value
                if low >= beta:
                    cut_at = taken
                    break
    control[UNCUT + min(cut_at + int64(1), int64(2))] += 1
    store(table, position_hash, alpha, beta, best, depth, best_move, level, control[GENERATION])
    return best


@kernel(
    types.int64(
        types.uint64, types.uint64, types.int64, types.int64, VALUES, VALUES, VALUES,
        ROWS, ROOM, WEIGHTS, TABLE, MARGINS, CONTROL, STOP,
    )
)  # fmt: skip
def search_root(own, enemy, depth, lines, order, values, nodes, rows, room, weights, table, margins, control, stop):
    """Search every move of `order`; exact values for the best `lines` of them, upper bounds for the rest.

    Row 0 holds the position. `values` gets each move's value in the order given (-INFINITE: not searched), `nodes`
    what it cost. Returns how many moves were finished before a stop.
    """
    best = np.full(lines, int64(-INFINITE))  # the best values so far, highest first
    for i in range(order.size):
        values[i] = int64(-INFINITE)
    for i in range(order.size):
        square = uint64(order[i])
        turned = flips(own, enemy, square)
        mine, theirs = own ^ turned ^ (uint64(1) << square), enemy ^ turned
        before = control[NODES]
        low = best[lines - 1]
        value = low
        if i >= lines:
            advance(rows, int64(0), square, turned)
            value = -search(
                theirs, mine, -low - 1, -low, depth - 1, int64(1), rows, room, weights, table, margins, control, stop
            )
        if i < lines or value > low:
            advance(rows, int64(0), square, turned)
            value = -search(
                theirs, mine, int64(-INFINITE), -low, depth - 1, int64(1),
                rows, room, weights, table, margins, control, stop,
            )  # fmt: skip
        if control[ABORTED]:
            return int64(i)
        values[i] = value
        nodes[i] = control[NODES] - before
        for place in range(lines):
            if value > best[place]:
                for later in range(lines - 1, place, -1):
                    best[later] = best[later - 1]
                best[place] = value
                break
    return int64(order.size)
