"""How far the worth of positions like this one was off, as searches beside it found, and so will be here.

A search that ends inside its window says by how much the worth of a position was wrong. The mean error, the newer and
the deeper searched the more it counts, is kept for positions with the same threats on both sides, with the same last
move, and with the same stones of one side; half of the sum of these four is expected here.
"""

# mypy: ignore-errors
from orchard.core.jit import inner, kernel, numba
from orchard.games.gomoku.evaluate.worth import standing_of, worth
from orchard.games.gomoku.search.memory import ERRORS_BY_STONES, SearchKit

types = numba.types
int64, int32, uint64 = numba.int64, numba.int32, numba.uint64
KIT = SearchKit.type

UNIT = 64  # errors are kept in so many parts of a thousandth of a logit
MOST = 2000  # a larger error counts as this
DEEPEST, STEPS = 16, 256  # a new error counts for its depth, at most the first, of the second


@inner(types.int64(types.uint64), inline="always")
def _by_stones(stones):
    return int64(stones & uint64(ERRORS_BY_STONES - 1))


@inner(types.int64(KIT, types.int64, types.int64))
def _expected_error(kit, color, ply):
    work, board = kit.work, kit.board
    own, other = standing_of(board, color), standing_of(board, int64(1) - color)
    error = int64(work.errors[color, own, other]) + int64(work.errors_after[color, work.last[ply]])
    stones = int64(work.errors_by_stones[color, 0, _by_stones(board.hashes[0])]) + int64(
        work.errors_by_stones[color, 1, _by_stones(board.hashes[1])]
    )
    return (error * kit.style.corrects + stones * kit.style.corrects_stones) // int64(200 * UNIT)


@kernel(inline="always")
def corrected_worth(kit, color, ply):
    """The worth of a position and what searches are expected to find more or less."""
    value = worth(kit.board, kit.tables, color)
    if kit.style.corrects | kit.style.corrects_stones:
        value += _expected_error(kit, color, ply)
    return value


@inner(types.int32(types.int32, types.int64, types.int64), inline="always")
def _moved(kept, error, share):
    return int32(int64(kept) + (error - int64(kept)) * share // int64(STEPS))


@inner(types.void(KIT, *[types.int64] * 4))
def learn_error(kit, color, depth, ply, value):
    """A search of that depth found a quiet position to be worth `value`."""
    work, board, style = kit.work, kit.board, kit.style
    if style.corrects | style.corrects_stones == 0:
        return
    error = value - worth(board, kit.tables, color)
    error = max(min(error, int64(MOST)), int64(-MOST)) * int64(UNIT)
    share = min(depth + 1, int64(DEEPEST))
    own, other = standing_of(board, color), standing_of(board, int64(1) - color)
    work.errors[color, own, other] = _moved(work.errors[color, own, other], error, share)
    last = work.last[ply]
    work.errors_after[color, last] = _moved(work.errors_after[color, last], error, share)
    for side in range(2):
        at = _by_stones(board.hashes[side])
        work.errors_by_stones[color, side, at] = _moved(work.errors_by_stones[color, side, at], error, share)
