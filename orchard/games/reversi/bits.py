"""8×8 Reversi on two words: where a move is legal, what it turns, how it is scored, and random games.

Bit 0 is a1, bit 7 is h1, bit 63 is h8. `own` holds the discs of the side to move, `enemy` the others.

Both basic operations treat the eight directions as two vectors of four: the four that walk towards higher
bits and the four that walk towards lower ones. They are written as LLVM vector code, so that one instruction
works on four directions at once, on any processor LLVM knows.
"""

# mypy: ignore-errors
import numpy as np
from llvmlite import ir
from numba import types

from orchard.core.jit import GOLDEN, bounded, ctz, intrinsic, kernel, nth_bit, numba, popcount, splitmix

uint64, int64 = numba.uint64, numba.int64

FULL = uint64(0xFFFFFFFFFFFFFFFF)
STEPS = (1, 8, 7, 9)  # east, south, south-west, south-east; their negatives are the other four
INNER_COLUMNS = 0x7E7E7E7E7E7E7E7E  # a run that turns around the board's edge is no run
LANES = ir.VectorType(ir.IntType(64), 4)


def _lanes(values):
    return ir.Constant(LANES, list(values))


def _splat(builder, word):
    lanes = ir.Constant(LANES, ir.Undefined)
    for lane in range(4):
        lanes = builder.insert_element(lanes, word, ir.IntType(32)(lane))
    return lanes


def _any_lane(builder, lanes):
    reduce_or = builder.module.declare_intrinsic(
        "llvm.vector.reduce.or.v4i64", fnty=ir.FunctionType(ir.IntType(64), [LANES])
    )
    return builder.call(reduce_or, [lanes])


@intrinsic
def legal(typing_context, own, enemy):
    """legal(own, enemy) -> the squares where the side to move may play."""

    def generate(context, builder, signature, arguments):
        own, enemy = arguments
        discs = _splat(builder, own)
        # vertical steps never leave the board sideways, the other three must not
        between = builder.and_(
            _splat(builder, enemy), _lanes((INNER_COLUMNS, (1 << 64) - 1, INNER_COLUMNS, INNER_COLUMNS))
        )
        once, twice = _lanes(STEPS), _lanes(2 * step for step in STEPS)

        def reach(shift):
            run = builder.and_(between, shift(discs, once))
            run = builder.or_(run, builder.and_(between, shift(run, once)))
            pairs = builder.and_(between, shift(between, once))
            run = builder.or_(run, builder.and_(pairs, shift(run, twice)))
            run = builder.or_(run, builder.and_(pairs, shift(run, twice)))
            return shift(run, once)

        reached = _any_lane(builder, builder.or_(reach(builder.shl), reach(builder.lshr)))
        return builder.and_(reached, builder.not_(builder.or_(own, enemy)))

    return types.uint64(types.uint64, types.uint64), generate


ROW, COLUMN = np.divmod(np.arange(64), 8)
DOWN, RIGHT = ROW - ROW[:, None], COLUMN - COLUMN[:, None]  # [from square, to square] how far apart they are


def masks_of(related):
    """[64] uint64: which squares each square is related to, by a table [from square, to square]."""
    return np.packbits(related, axis=1, bitorder="little").view(np.uint64)[:, 0].copy()


def _rays(sign):
    """[64, 4] the squares seen from each square in the four directions of one sign."""
    down, right = sign * DOWN, sign * RIGHT
    east, south = (down == 0) & (right > 0), (down > 0) & (right == 0)
    south_west, south_east = (down > 0) & (down == -right), (down > 0) & (down == right)
    return np.stack([masks_of(ray) for ray in (east, south, south_west, south_east)], axis=1)


RAYS_UP, RAYS_DOWN = _rays(1), _rays(-1)


def constant_table(builder, name, vector, rows, align):
    """A table of vectors among the constants of the module that is being compiled, once for all who ask."""
    if name in builder.module.globals:
        return builder.module.globals[name]
    kind = ir.ArrayType(vector, len(rows))
    constant = ir.GlobalVariable(builder.module, kind, name)
    constant.linkage = "internal"
    constant.global_constant = True
    constant.initializer = ir.Constant(kind, [ir.Constant(vector, row.tolist()) for row in rows])
    constant.align = align
    return constant


@intrinsic
def flips(typing_context, own, enemy, square):
    """flips(own, enemy, square) -> the enemy discs turned by playing there; 0 where the move is illegal."""

    def generate(context, builder, signature, arguments):
        own, enemy, square = arguments
        zero = ir.Constant(LANES, None)
        one = _lanes((1, 1, 1, 1))
        discs, others = _splat(builder, own), builder.not_(_splat(builder, enemy))

        def rays(name, table):
            rows = constant_table(builder, name, LANES, table, 32)
            return builder.load(builder.gep(rows, [ir.IntType(64)(0), square]), align=32)

        # Towards higher bits: the first disc of the ray that is not the enemy's is its lowest bit.
        ray = rays("orchard.rays_up", RAYS_UP)
        stops = builder.and_(ray, others)
        bracket = builder.and_(builder.and_(stops, builder.sub(zero, stops)), discs)
        below = builder.select(builder.icmp_unsigned("!=", bracket, zero), builder.sub(bracket, one), zero)
        turned = builder.and_(ray, below)

        # Towards lower bits: it is the highest bit. A ray without a stop gets bit 0, which & ray removes again.
        ray = rays("orchard.rays_down", RAYS_DOWN)
        stops = builder.or_(builder.and_(ray, others), one)
        ctlz = builder.module.declare_intrinsic("llvm.ctlz.v4i64", fnty=ir.FunctionType(LANES, [LANES, ir.IntType(1)]))
        highest = builder.lshr(_lanes((1 << 63,) * 4), builder.call(ctlz, [stops, ir.IntType(1)(1)]))
        bracket = builder.and_(builder.and_(highest, discs), ray)
        above = builder.shl(builder.sub(zero, bracket), one)
        turned = builder.or_(turned, builder.and_(ray, above))
        return _any_lane(builder, turned)

    return types.uint64(types.uint64, types.uint64, types.uint64), generate


@kernel("uint64(uint64, uint64)")
def legal_mask(own, enemy):
    return legal(own, enemy)


@kernel("uint64(uint64, uint64, uint64)")
def flip_mask(own, enemy, square):
    return flips(own, enemy, square)


@kernel("int64(uint64, uint64, int64)")
def perft(own, enemy, depth):
    """Leaves of the game tree at `depth` on 8×8; a pass is a ply, a game that ended earlier is one leaf.

    Much faster than `core.dynamics.perft`, which lists moves in memory.
    """
    moves = legal(own, enemy)
    if depth <= 1:
        if depth == 0:
            return int64(1)
        return max(int64(popcount(moves)), int64(1))
    if moves == uint64(0):
        if legal(enemy, own) == uint64(0):
            return int64(1)
        return perft(enemy, own, depth - 1)
    leaves = int64(0)
    while moves:
        square = ctz(moves)
        moves &= moves - uint64(1)
        turned = flips(own, enemy, square)
        leaves += perft(enemy ^ turned, own ^ turned ^ (uint64(1) << square), depth - 1)
    return leaves


@kernel(types.Tuple((uint64, uint64, uint64, int64))(uint64, uint64, uint64, uint64, int64))
def random_playout(own, enemy, board, counter, plies):
    """Play at random to the end, or at most `plies` plies; a pass is not a ply.

    Returns the discs of the side to move and of the other side, the advanced random counter, and 1 where the side to
    move is the one that began, else -1.
    """
    side, passed = int64(1), False
    while plies > 0:
        moves = legal(own, enemy) & board
        if moves:
            passed = False
            plies -= 1
            counter += GOLDEN
            square = nth_bit(moves, bounded(splitmix(counter), popcount(moves)))
            turned = flips(own, enemy, square)
            own, enemy = enemy ^ turned, own ^ turned ^ (uint64(1) << square)
        else:
            if passed:
                break
            passed = True
            own, enemy = enemy, own
        side = -side
    return own, enemy, counter, side


@kernel("int64(uint64, uint64, int64, int64)")
def final_score(own, enemy, squares, reversed_game):
    """The score of the side to move where the game is over: in Reversi the winner also gets the empty squares."""
    mine, theirs = int64(popcount(own)), int64(popcount(enemy))
    if reversed_game:
        return theirs - mine
    if mine > theirs:
        return squares - 2 * theirs
    if theirs > mine:
        return 2 * mine - squares
    return int64(0)
