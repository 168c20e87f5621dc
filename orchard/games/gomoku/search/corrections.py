"""How far the worth of positions like this one was off, as searches beside it found, and so will be here.

A search that ends inside its window says by how much the worth of a position was wrong. What is expected here is the
sum of four numbers: for positions with the same threats on both sides, with the same last move, and with the same
stones of either side. Each error moves all four, the more the deeper it was searched, until their sum is `corrects`
percent of it. Less than all of it: what a search finds has the corrections of its leaves in it, so that with the whole
error, or four means of it, values grow without end.
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
DEEPEST, STEPS = 16, 256  # each number moves by its depth, at most the first, of the second


@inner(types.int64(types.uint64), inline="always")
def _by_stones(stones):
    return int64(stones & uint64(ERRORS_BY_STONES - 1))


@inner(types.int64(KIT, types.int64, types.int64))
def _expected_error(kit, color, ply):
    """In parts of a thousandth of a logit."""
    work, board = kit.work, kit.board
    own, other = standing_of(board, color), standing_of(board, int64(1) - color)
    error = int64(work.errors[color, own, other]) + int64(work.errors_after[color, work.last[ply]])
    for side in range(2):
        error += int64(work.errors_by_stones[color, side, _by_stones(board.hashes[side])])
    return error


@kernel(inline="always")
def corrected_worth(kit, color, ply):
    """The worth of a position and what searches are expected to find more or less."""
    value = worth(kit.board, kit.tables, color)
    if kit.style.corrects:
        value += _expected_error(kit, color, ply) // int64(UNIT)
    return value


@kernel(types.void(KIT, *[types.int64] * 4), allocates=False)
def learn_error(kit, color, depth, ply, value):
    """A search of that depth found a quiet position to be worth `value`."""
    work, board = kit.work, kit.board
    if kit.style.corrects == 0:
        return
    error = value - worth(board, kit.tables, color)
    error = max(min(error, int64(MOST)), int64(-MOST)) * int64(UNIT) * kit.style.corrects // int64(100)
    share = min(depth + 1, int64(DEEPEST))
    step = int32((error - _expected_error(kit, color, ply)) * share // int64(STEPS))
    own, other = standing_of(board, color), standing_of(board, int64(1) - color)
    work.errors[color, own, other] += step
    work.errors_after[color, work.last[ply]] += step
    for side in range(2):
        work.errors_by_stones[color, side, _by_stones(board.hashes[side])] += step
