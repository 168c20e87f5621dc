"""The trained evaluation of both Reversi games, compiled: the expected final score in hundredths of a disc.

A position's configurations (see `pattern_tables`) are a row of 64 small numbers, one per pattern instance,
from the view of the side to move. A search keeps one row per ply and makes a child's row from its parent's:
each disc placed or turned adds one vector, and changing sides is a change of sign.
"""

# mypy: ignore-errors
import numpy as np
from llvmlite import ir
from numba import types

from orchard.core.jit import ctz, intrinsic, kernel, numba, popcount
from orchard.games.reversi.bits import constant_table, legal
from orchard.games.reversi.evaluate import pattern_tables as tables
from orchard.games.reversi.evaluate.pattern_tables import DELTAS, FULL_WEIGHTS, LANES, MIDDLES, PHASES
from orchard.search.memory import pointer

uint64, int64, int16 = numba.uint64, numba.int64, numba.int16

PLIES = 140  # rows that a search has: sixty moves and the passes between them, and the few plies of a look ahead
INSTANCES = tables.INSTANCE_COUNT
QUADRANTS = tuple(uint64(0x0F0F0F0F << shift) for shift in (0, 4, 32, 36))
LIMIT = 6399  # an estimate stays inside what a finished game can score

AND_NOTHING = np.vstack([DELTAS, np.zeros((1, LANES), np.int16)])  # [65, LANES] the deltas, and for no square none
ROW = ir.VectorType(ir.IntType(16), LANES)
ROWS = types.Array(int16, 2, "C")
WEIGHTS = types.Array(int16, 2, "C", readonly=True)


@intrinsic
def _advance(typing_context, rows, ply, square, turned):
    """Row ply + 1 from row ply: a disc of the mover on `square`, the discs `turned` become its own, sides change.

    A `square` of 64 places no disc: a pass.
    """

    def generate(context, builder, signature, arguments):
        rows, ply, square, turned = arguments
        array = context.make_array(signature.args[0])(context, builder, rows)
        word = ir.IntType(64)
        table = constant_table(builder, "orchard.pattern_deltas", ROW, AND_NOTHING, 64)
        ctz_function = builder.module.declare_intrinsic(
            "llvm.cttz.i64", fnty=ir.FunctionType(word, [word, ir.IntType(1)])
        )

        def row_pointer(number):
            first = builder.gep(array.data, [builder.mul(number, word(LANES))])
            return builder.bitcast(first, ROW.as_pointer())

        def delta(at):
            return builder.load(builder.gep(table, [word(0), at]), align=64)

        def lowest_of(mask):  # 64 where there is none, and the mask without it
            found = builder.call(ctz_function, [mask, ir.IntType(1)(0)])
            return delta(found), builder.and_(mask, builder.sub(mask, word(1)))

        # Three discs at a time: most moves turn no more, and a loop that ends at once is a loop foreseen.
        before = builder.block
        loop = builder.append_basic_block("turn")
        done = builder.append_basic_block("turned")
        builder.branch(loop)
        builder.position_at_end(loop)
        left, total = builder.phi(word), builder.phi(ROW)
        one, rest = lowest_of(left)
        other, rest = lowest_of(rest)
        third, rest = lowest_of(rest)
        more = builder.add(total, builder.add(builder.add(one, other), third))
        for phi, at_first, later in ((left, turned, rest), (total, ir.Constant(ROW, None), more)):
            phi.add_incoming(at_first, before)
            phi.add_incoming(later, loop)
        builder.cbranch(builder.icmp_unsigned("!=", rest, word(0)), loop, done)

        builder.position_at_end(done)
        placed = builder.add(builder.load(row_pointer(ply), align=2), delta(square))
        now = builder.add(placed, builder.add(more, more))
        builder.store(builder.neg(now), row_pointer(builder.add(ply, word(1))), align=2)
        return context.get_dummy_value()

    return types.void(ROWS, int64, uint64, uint64), generate


@kernel(types.void(ROWS, int64, uint64, uint64))
def advance(rows, ply, square, turned):
    """Make row ply + 1 for the position after a move of row ply's mover (square 64: a pass)."""
    _advance(rows, ply, square, turned)


@kernel(types.void(ROWS, int64, uint64, uint64))
def read_position(rows, ply, own, enemy):
    """Fill row `ply` from the discs."""
    for lane in range(LANES):
        rows[ply, lane] = int16(0)
    while own:
        square = ctz(own)
        own &= own - uint64(1)
        for lane in range(LANES):
            rows[ply, lane] += DELTAS[square, lane]
    while enemy:
        square = ctz(enemy)
        enemy &= enemy - uint64(1)
        for lane in range(LANES):
            rows[ply, lane] -= DELTAS[square, lane]


@kernel(forceinline=True)
def rows_of(record):
    """[PLIES, LANES] the rows behind the address that a record calls `rows`."""
    return numba.carray(pointer(record.rows), (PLIES, LANES), np.int16)


@kernel(forceinline=True)
def weights_of(record):
    """[PHASES, FULL_WEIGHTS] the weights behind the address that a record calls `weights`."""
    return numba.carray(pointer(record.weights), (PHASES, FULL_WEIGHTS), np.int16)


@kernel("int64(uint64)", inline="always")
def odd_quadrants(empty):
    odd = uint64(0)
    for quadrant in QUADRANTS:
        odd += popcount(empty & quadrant) & uint64(1)
    return int64(odd)


@intrinsic
def _weigh(typing_context, rows, ply, weights, phase):
    """The weights of a row's configurations in one phase, added up.

    One lane after the other, with plain loads: as a loop, the compiler makes vectors of the lanes, only to take them
    apart again.
    """

    def generate(context, builder, signature, arguments):
        rows, ply, weights, phase = arguments
        word, total = ir.IntType(64), ir.IntType(32)
        row = builder.gep(
            context.make_array(signature.args[0])(context, builder, rows).data, [builder.mul(ply, word(LANES))]
        )
        table = builder.gep(
            context.make_array(signature.args[2])(context, builder, weights).data,
            [builder.mul(phase, word(FULL_WEIGHTS))],
        )
        sums = [total(0)] * 4  # so that no addition waits for the one just before it
        for lane in range(INSTANCES):
            configuration = builder.sext(builder.load(builder.gep(row, [word(lane)])), word)
            place = builder.gep(builder.gep(table, [word(int(MIDDLES[lane]))]), [configuration])
            sums[lane % 4] = builder.add(sums[lane % 4], builder.sext(builder.load(place), total))
        whole = builder.add(builder.add(sums[0], sums[1]), builder.add(sums[2], sums[3]))
        return builder.sext(whole, word)

    return int64(ROWS, int64, WEIGHTS, int64), generate


@kernel(int64(ROWS, int64, uint64, int64, int64, WEIGHTS), forceinline=True)
def weighed(rows, ply, occupied, own_moves, enemy_moves, weights):
    """The same as `evaluate_row`, for kernels where that is most of the work."""
    discs = int64(popcount(occupied))
    phase = uint64(min(max(discs - int64(4), int64(0)) >> int64(2), int64(PHASES - 1)))
    total = _weigh(rows, ply, weights, int64(phase))
    total += int64(weights[phase, uint64(tables.OWN_MOBILITY + own_moves)])
    total += int64(weights[phase, uint64(tables.ENEMY_MOBILITY + enemy_moves)])
    total += int64(weights[phase, uint64(tables.PARITY + odd_quadrants(~occupied))])
    total += int64(weights[phase, uint64(tables.BIAS + ((int64(64) - discs) & int64(63)))])
    return min(max(total, int64(-LIMIT)), int64(LIMIT))


@kernel(int64(ROWS, int64, uint64, uint64, int64, int64, WEIGHTS))
def evaluate_row(rows, ply, own, enemy, own_moves, enemy_moves, weights):
    """The expected final score for the side to move, in 1/100 disc, where both sides' numbers of moves are known."""
    return weighed(rows, ply, own | enemy, own_moves, enemy_moves, weights)


@kernel(int64(ROWS, int64, uint64, uint64, WEIGHTS))
def evaluate(rows, ply, own, enemy, weights):
    """The same, counting the moves itself. Row `ply` must hold this position."""
    own_moves = int64(popcount(legal(own, enemy)))
    enemy_moves = int64(popcount(legal(enemy, own)))
    return evaluate_row(rows, ply, own, enemy, own_moves, enemy_moves, weights)
