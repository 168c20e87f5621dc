"""How likely a move is best, from the same patterns: what speaks for a square, and where that number lies.

Every pattern instance through an empty square says something about a move there: a number that depends on the
instance's configuration and on which of its squares the move takes. Instances of one pattern share their numbers, and
so do mirror images: what a configuration says about one of its squares, its mirror image says about the mirrored one.
As with the evaluation, files and training know the shared ("folded") numbers, the search plain ("full") tables.
"""

from typing import Any

import numpy as np

from orchard.games.reversi.evaluate import pattern_tables as tables

Array = np.ndarray[Any, np.dtype[Any]]

PHASES = 6
DISCS_PER_PHASE = 10
MOST_THROUGH = max(sum(square in squares for _, squares in tables.INSTANCES) for square in range(64))


def _firsts() -> tuple[dict[tuple[str, int], int], int]:
    """Where the table of (pattern, digit) begins in a full row."""
    firsts, at = {}, 0
    for pattern in tables.ALL:
        for digit in range(len(pattern.instances[0])):
            firsts[pattern.name, digit] = at
            at += pattern.size
    return firsts, at


FIRSTS, FULL_WEIGHTS = _firsts()


def _through() -> tuple[Array, Array, Array]:
    count = np.zeros(64, np.int64)
    lanes = np.zeros((64, MOST_THROUGH), np.int64)
    middles = np.zeros((64, MOST_THROUGH), np.int64)
    for lane, (pattern, squares) in enumerate(tables.INSTANCES):
        for digit, square in enumerate(squares):
            lanes[square, count[square]] = lane
            middles[square, count[square]] = FIRSTS[pattern.name, digit] + pattern.size // 2
            count[square] += 1
    return count, lanes, middles


# [square] how many instances pass through it; [square, n] their lanes; [square, n] where their configuration 0 lies
THROUGH, LANES, MIDDLES = _through()


def _fold() -> tuple[Array, int]:
    fold = np.zeros(FULL_WEIGHTS, np.int32)  # 0: never asked, since there is a disc on the square
    count = 1
    for pattern in tables.ALL:
        here = np.arange(pattern.size)
        mirror, image = tables.mirror_of(pattern)
        for digit, other in enumerate(mirror):
            first = FIRSTS[pattern.name, digit]
            empty = here[here // 3**digit % 3 == 1]
            if other < digit:
                fold[first + empty] = fold[FIRSTS[pattern.name, other] + image[empty]]
                continue
            lowest = np.minimum(empty, image[empty]) if other == digit else empty
            _, numbers = np.unique(lowest, return_inverse=True)
            fold[first + empty] = count + numbers
            count += int(numbers.max()) + 1
    return fold, count


FOLD, FOLDED_WEIGHTS = _fold()  # [FULL_WEIGHTS] int32: which shared number a full one is
