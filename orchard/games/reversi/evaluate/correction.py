"""What the sum of weights cannot know: how patterns matter together, compiled.

Every configuration also has a short row of small numbers. For each quarter of the board a position adds up the rows of
the configurations that lie there, and those of its mobilities, its parity and its number of empty squares. The
correction is a weighted sum of the squares of these totals, and the first numbers of all rows. A square of a sum is a
sum over all pairs, so this is a factorisation machine: it values every pair of configurations that meet in a quarter
without a weight for every pair.

A correction is never larger than MOST, so that a search which only asks whether a position is above its window can do
without it where the sum of weights alone is farther away than that.
"""

# mypy: ignore-errors
import numpy as np
from llvmlite import ir

from orchard.core.jit import intrinsic, kernel, numba, popcount
from orchard.games.reversi.bits import legal
from orchard.games.reversi.evaluate import pattern_tables as tables
from orchard.games.reversi.evaluate.correction_tables import (
    GROUP_OF_PHASE,
    MOST,
    OF_THE_BOARD,
    QUARTERS,
    QUARTERS_OF,
    WIDTH,
)
from orchard.games.reversi.evaluate.pattern_tables import FULL_WEIGHTS, LANES, MIDDLES, PHASES
from orchard.games.reversi.evaluate.patterns import LIMIT, ROWS, WEIGHTS, odd_quadrants, weighed

uint64, int64 = numba.uint64, numba.int64

_GROUPS = np.array(GROUP_OF_PHASE, np.int64)


@intrinsic
def _squares_of_sums(typing_context, rows, ply, numbers, scales, own_moves, enemy_moves, odd, empties):
    """The correction by the rows behind `numbers`, the address of one group's, in 1/100 disc; not yet bounded."""

    def generate(context, builder, signature, arguments):
        rows, ply, numbers, scales, *others = arguments
        word, real = ir.IntType(64), ir.FloatType()
        bytes_, shorts, longs = (ir.VectorType(ir.IntType(bits), WIDTH) for bits in (8, 16, 32))
        reals = ir.VectorType(real, WIDTH)
        row = builder.gep(
            context.make_array(signature.args[0])(context, builder, rows).data, [builder.mul(ply, word(LANES))]
        )
        table = builder.inttoptr(numbers, bytes_.as_pointer())

        def at(place):
            return builder.sext(builder.load(builder.gep(table, [place]), align=WIDTH), shorts)

        def added(one, other):
            return other if one is None else builder.add(one, other)

        parts_of = dict.fromkeys([*QUARTERS_OF, OF_THE_BOARD])  # totals of what lies in the same quarters
        for lane, quarters in enumerate(QUARTERS_OF):
            configuration = builder.sext(builder.load(builder.gep(row, [word(lane)])), word)
            there = at(builder.add(configuration, word(int(MIDDLES[lane]))))
            parts_of[quarters] = added(parts_of[quarters], there)
        firsts = (tables.OWN_MOBILITY, tables.ENEMY_MOBILITY, tables.PARITY, tables.BIAS)
        for first, other in zip(firsts, others, strict=True):
            parts_of[OF_THE_BOARD] = added(parts_of[OF_THE_BOARD], at(builder.add(other, word(first))))
        whole, squares = None, None
        for part in parts_of.values():
            whole = added(whole, part)
        for quarter in QUARTERS:
            total = None
            for quarters, part in parts_of.items():
                if quarter in quarters:
                    total = added(total, part)
            total = builder.sext(total, longs)
            squares = added(squares, builder.mul(total, total))
        zero = ir.IntType(32)(0)
        first = builder.sext(builder.extract_element(whole, zero), longs.element)
        scale = builder.load(builder.inttoptr(scales, reals.as_pointer()), align=4)
        parts = builder.fmul(builder.sitofp(builder.insert_element(squares, first, zero), reals), scale)
        width = WIDTH
        while width > 1:  # halves are added, always in the same order
            width //= 2
            halves = [
                builder.shuffle_vector(
                    parts,
                    ir.Constant(parts.type, ir.Undefined),
                    ir.Constant(ir.VectorType(ir.IntType(32), width), list(range(first, first + width))),
                )
                for first in (0, width)
            ]
            parts = builder.fadd(*halves)
        return builder.fptosi(builder.extract_element(parts, ir.IntType(32)(0)), word)

    arguments = (ROWS, int64, uint64, uint64, int64, int64, int64, int64)
    return int64(*arguments), generate


@kernel(int64(ROWS, int64, uint64, int64, int64, uint64, uint64), forceinline=True)
def correction(rows, ply, occupied, own_moves, enemy_moves, numbers, scales):
    """The correction for the position of row `ply`, in 1/100 disc; `numbers` and `scales` are addresses."""
    discs = int64(popcount(occupied))
    phase = uint64(min(max(discs - int64(4), int64(0)) >> int64(2), int64(PHASES - 1)))
    group = uint64(_GROUPS[phase])
    value = _squares_of_sums(
        rows,
        ply,
        numbers + group * uint64(FULL_WEIGHTS * WIDTH),
        scales + group * uint64(4 * WIDTH),
        own_moves,
        enemy_moves,
        odd_quadrants(~occupied),
        (int64(64) - discs) & int64(63),
    )
    return min(max(value, int64(-MOST)), int64(MOST))


@kernel(int64(int64, int64), forceinline=True)
def bounded(value, correction):
    """The evaluation with its correction, inside what a finished game can score."""
    return min(max(value + correction, int64(-LIMIT)), int64(LIMIT))


@kernel(int64(ROWS, int64, uint64, uint64, WEIGHTS, uint64, uint64))
def evaluate_corrected(rows, ply, own, enemy, weights, numbers, scales):
    """The evaluation with its correction, in 1/100 disc. Row `ply` must hold this position."""
    own_moves, enemy_moves = int64(popcount(legal(own, enemy))), int64(popcount(legal(enemy, own)))
    value = weighed(rows, ply, own | enemy, own_moves, enemy_moves, weights)
    return bounded(value, correction(rows, ply, own | enemy, own_moves, enemy_moves, numbers, scales))
