"""Whole games of the engine against itself, and searched values for positions, in compiled code: food for training.

A game begins with random moves, so that no two are alike, then both sides search a few plies ahead and now and then
stray. Near the end every position gets its exact score. A game depends on the seed and its number alone.

Leaves of longer searches of the same positions are kept beside them, where that is asked for: a search asks mostly
about positions that no game reaches.
"""

# mypy: ignore-errors
import numpy as np

from orchard.core.jit import GOLDEN, bounded, ctz, kernel, nth_bit, numba, popcount, splitmix
from orchard.core.records import Columns, Record, field
from orchard.games.reversi.bits import FULL, flips, legal, random_playout
from orchard.games.reversi.evaluate.patterns import read_position, rows_of
from orchard.games.reversi.search import probcut
from orchard.games.reversi.search.endgame_inner import null_window
from orchard.games.reversi.search.leaves import leaves_at
from orchard.games.reversi.search.midgame_kernels import (
    INFINITE,
    SOLVE_FROM,
    best_leaf,
    final_value,
    search,
    solved,
    value_now,
)
from orchard.games.reversi.search.midgame_table import NO_MOVE, hash_of, move_of, new_table, probe
from orchard.games.reversi.search.midgame_work import WORK, Worker, forget, solver_at
from orchard.search.memory import peek_byte

types = numba.types
uint64, int64, int16, uint8 = numba.uint64, numba.int64, numba.int16, numba.uint8

START_OWN, START_ENEMY = uint64(1 << 28 | 1 << 35), uint64(1 << 27 | 1 << 36)
EXACT, STRAYED, FOLLOWED = 1, 2, 4  # flags: the value is exact; a random move was played here; `later` is unspoilt
MAX_POSITIONS = 64  # a game has at most 60 positions with a move
FEWEST_EMPTY = 8  # squares of a leaf that is kept
TABLE = uint64[:, ::1]
ADDRESSES = uint64[::1]


class Manner(Record):
    """How games are played; the fields of `ReversiPlay` in training/settings.py say what each means."""

    depth = field("i8")
    exact_from = field("i8")
    opening_low = field("i8")
    opening_high = field("i8")
    stray_per_mille = field("i8")
    exact_stray_per_mille = field("i8")
    leaves = field("i8")
    leaves_depth = field("i8")


class Positions(Columns):
    """What is kept of games, one row for each position with a move; training/columns.py says what each means."""

    game = field("i4", "rows")
    own = field("u8", "rows")
    enemy = field("u8", "rows")
    own_moves = field("u1", "rows")
    enemy_moves = field("u1", "rows")
    value = field("i2", "rows")
    later = field("i2", "rows")
    flags = field("u1", "rows")


@kernel(int64(uint64, uint64, int64, int64, WORK))
def value_of(own, enemy, depth, exact_from, work):
    """The searched value of a position, exact where at most `exact_from` squares are empty."""
    empties = int64(popcount(~(own | enemy)))
    low, high, ply = int64(-INFINITE), int64(INFINITE), int64(0)
    read_position(rows_of(work), ply, own, enemy)
    if empties <= exact_from:
        return solved(own, enemy, low, high, value_now(own, enemy, ply, work), empties, solver_at(work.solver))
    return search(own, enemy, low, high, depth, ply, work)


@kernel(uint64(uint64, uint64, uint64, int64, int64, int64, WORK))
def best_move(own, enemy, moves, value, depth, exact_from, work):
    """A move that is worth `value`, which `value_of` has just found. The table has it only where `search` went on from
    move to move: not one ply ahead, and not where it left the position to the solver."""
    empties = int64(popcount(~(own | enemy)))
    one_ply = depth == int64(1) and empties > exact_from
    exact = empties <= exact_from or (depth >= empties and empties <= int64(SOLVE_FROM))
    if not one_ply and not exact:
        square = uint64(move_of(probe(work.table, work.table_mask, hash_of(own, enemy))))
        return square if square < uint64(NO_MOVE) and (moves >> square) & uint64(1) else ctz(moves)
    score = value // int64(100)
    while moves & (moves - uint64(1)):
        square = ctz(moves)
        if one_ply:
            low, high = int64(-INFINITE), int64(INFINITE)
            if best_leaf(own, enemy, uint64(1) << square, low, high, int64(0), work) == value:
                return square
        else:
            turned = flips(own, enemy, square)
            theirs, mine = enemy ^ turned, own ^ turned ^ (uint64(1) << square)
            if null_window(theirs, mine, -score, empties - int64(1), solver_at(work.solver)) <= -score:
                return square
        moves &= moves - uint64(1)
    return ctz(moves)


@kernel(types.void(Positions.type, int64[::1], int64, int64, int64))
def look_back(out, sides, begin, end, result):
    """Fill in `later` and FOLLOWED for one game, whose result is in the view of the first position's side."""
    later, followed = float(result), True
    for at in range(end - 1, begin - 1, -1):
        side = sides[at - begin]
        here = float(int64(out.value[at]) * side)
        if out.flags[at] & uint8(EXACT):
            later, followed = here, True
        elif out.flags[at] & uint8(STRAYED):
            later, followed = here, False
        out.later[at] = int16(round(later * side))
        if followed:
            out.flags[at] |= uint8(FOLLOWED)


@kernel(types.void(uint64, uint64, int64, uint64, Manner.type, Positions.type, uint64, WORK))
def keep_leaves(own, enemy, game, counter, manner, out, address, work):
    """Write rows for some of the leaves of a longer search of this position, each with the value of its own search."""
    leaves = leaves_at(address)
    leaves.wanted, leaves.seen, leaves.counter = manner.leaves, int64(0), counter
    work.leaves = address
    value_of(own, enemy, manner.leaves_depth, manner.exact_from, work)
    work.leaves = uint64(0)
    forget(work)
    for at in range(min(leaves.seen, leaves.wanted)):
        mine, theirs = leaves.own[uint64(at)], leaves.enemy[uint64(at)]
        value = value_of(mine, theirs, manner.depth, manner.exact_from, work)
        if work.aborted:
            return
        exact = int64(popcount(~(mine | theirs))) <= manner.exact_from
        row = leaves.rows
        out.game[row], out.own[row], out.enemy[row] = game, mine, theirs
        out.own_moves[row] = uint8(popcount(legal(mine, theirs)))
        out.enemy_moves[row] = uint8(popcount(legal(theirs, mine)))
        out.value[row], out.flags[row] = int16(value), uint8(STRAYED | (EXACT if exact else 0))
        out.later[row] = int16(value)
        leaves.rows += int64(1)
    forget(work)


@kernel(int64(uint64, int64, int64, Manner.type, Positions.type, Positions.type, uint64, WORK))
def play_games(seed, first, games, manner, out, beside, leaves, work):
    """Play games number `first` and on; write one row per position with a move; returns how many were written.
    Leaves of longer searches go to `beside`, by way of the `Leaves` whose address is `leaves`.

    `value` is what the search thought, `later` how the game ended, or what it was worth when it was first solved. A
    random move on the way spoils that: positions before it are not FOLLOWED.

    There must be room for 64 rows a game. Stops between games when the stop byte is set.
    """
    count = int64(0)
    sides = np.empty(MAX_POSITIONS, np.int64)  # 1 where the side of the first position is to move, else -1
    for game in range(first, first + games):
        if peek_byte(work.stop, uint64(0)):
            break
        forget(work)
        counter = splitmix(seed + uint64(game) * uint64(0xA0761D6478BD642F)) + GOLDEN
        span = uint64(manner.opening_high - manner.opening_low + int64(1))
        plies = manner.opening_low + int64(bounded(splitmix(counter), span))
        own, enemy, counter, _ = random_playout(START_OWN, START_ENEMY, FULL, counter, plies)
        begin, side = count, int64(1)
        while True:
            moves, replies = legal(own, enemy), legal(enemy, own)
            if moves == uint64(0):
                if replies == uint64(0):
                    break
                own, enemy = enemy, own
                side = -side
                continue
            exact = int64(popcount(~(own | enemy))) <= manner.exact_from
            value = value_of(own, enemy, manner.depth, manner.exact_from, work)
            if work.aborted:
                return begin
            flags = int64(EXACT) if exact else int64(0)
            counter += GOLDEN
            chance = manner.exact_stray_per_mille if exact else manner.stray_per_mille
            if int64(bounded(splitmix(counter), uint64(1000))) < chance:
                counter += GOLDEN
                square = nth_bit(moves, bounded(splitmix(counter), popcount(moves)))
                flags |= int64(STRAYED)
            else:
                square = best_move(own, enemy, moves, value, manner.depth, manner.exact_from, work)
            out.game[count], out.own[count], out.enemy[count] = game, own, enemy
            out.own_moves[count], out.enemy_moves[count] = uint8(popcount(moves)), uint8(popcount(replies))
            out.value[count], out.flags[count] = int16(value), uint8(flags)
            sides[count - begin] = side
            count += 1
            if manner.leaves and int64(popcount(~(own | enemy))) >= manner.leaves_depth + int64(FEWEST_EMPTY):
                keep_leaves(own, enemy, int64(game), counter, manner, beside, leaves, work)
                if work.aborted:
                    return begin
            turned = flips(own, enemy, square)
            own, enemy = enemy ^ turned, own ^ turned ^ (uint64(1) << square)
            side = -side
        look_back(out, sides, begin, count, final_value(own, enemy, work.reversed_game) * side)
    return count


@kernel(int64(uint64[::1], uint64[::1], int64, int64, int16[::1], uint8[::1], WORK))
def label_positions(own, enemy, depth, exact_from, value_out, exact_out, work):
    """Search each position; returns how many were done before a stop."""
    for i in range(own.size):
        if i & 63 == 0:
            forget(work)
        value = value_of(own[i], enemy[i], depth, exact_from, work)
        if work.aborted:
            return int64(i)
        value_out[i] = int16(value)
        exact_out[i] = uint8(int64(popcount(~(own[i] | enemy[i]))) <= max(depth, exact_from))
    return own.size


@kernel(types.void(ADDRESSES, TABLE, WORK))
def search_with(evaluation, table, work):
    """Use another evaluation, and the table that goes with it."""
    work.weights, work.numbers, work.scales = evaluation[0], evaluation[1], evaluation[2]
    work.table, work.table_mask = uint64(table.ctypes.data), uint64(table.shape[0] - 1)


@kernel(int64(uint64, uint64, int64, int64, int64, ADDRESSES, ADDRESSES, TABLE, TABLE, WORK))
def play_match_game(own, enemy, depth, exact_from, first_moves, first, second, first_table, second_table, work):
    """One game between two evaluations (see `addresses`) from an opening; the result for `first`, in 1/100 disc.

    `first_moves` is 1 where `first` has the move, else 0. Both look equally far ahead.
    """
    first_table[:, :] = uint64(0)
    second_table[:, :] = uint64(0)
    side = int64(1) if first_moves else int64(-1)
    while True:
        moves = legal(own, enemy)
        if moves == uint64(0):
            if legal(enemy, own) == uint64(0):
                return side * final_value(own, enemy, work.reversed_game)
            own, enemy = enemy, own
            side = -side
            continue
        if side > int64(0):
            search_with(first, first_table, work)
        else:
            search_with(second, second_table, work)
        value = value_of(own, enemy, depth, exact_from, work)
        square = best_move(own, enemy, moves, value, depth, exact_from, work)
        turned = flips(own, enemy, square)
        own, enemy = enemy ^ turned, own ^ turned ^ (uint64(1) << square)
        side = -side


class Workspace(Worker):
    """What one thread needs to search by itself: a worker with its own small table and stop byte.

    With a `confidence` the search makes selective cut-offs (see `probcut`), with 0 none.
    """

    def __init__(self, game: str, table_mb: float = 1.0, confidence: float = 0.0) -> None:
        super().__init__(game, probcut.margins(game, confidence))
        self.use(table=new_table(table_mb), stop=np.zeros(1, np.uint8))

    def with_weights(self, weights):
        """The record that the kernels of this file take."""
        self.use(weights, self.table)  # the table too: `play_match_game` leaves another one
        return self.work
