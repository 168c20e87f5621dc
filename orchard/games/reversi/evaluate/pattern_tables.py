"""Which squares the pattern evaluation looks at, and where each configuration's weight lies.

A pattern is an ordered list of squares. Its configuration is a balanced ternary number: the n-th square adds
+3^n with a disc of the side to move, -3^n with one of the enemy's, and 0 when empty. Seen from the other side
every configuration is therefore just the negative number.

A pattern also stands for its images under the eight symmetries of the board (its instances), and all instances
share one table of weights. A pattern that is its own mirror image shares further: a configuration and its
mirror image have one weight. Files and training know only those shared weights ("folded"); the search works on
plain tables ("full"), so that a weight is one addition away from a configuration.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from orchard.core.board import SYMMETRIES, Board

Array = np.ndarray[Any, np.dtype[Any]]

BOARD = Board.square(8, row_one_at_top=True)

PATTERNS = {
    "corner_3x3": "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "corner_2x5": "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "corner_triangle": "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4",
    "edge_and_x": "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2",
    "edge_block": "a1 c1 d1 c2 d2 e2 f2 e1 f1 h1",
    "row_2": "a2 b2 c2 d2 e2 f2 g2 h2",
    "row_3": "a3 b3 c3 d3 e3 f3 g3 h3",
    "row_4": "a4 b4 c4 d4 e4 f4 g4 h4",
    "diagonal_8": "a1 b2 c3 d4 e5 f6 g7 h8",
    "diagonal_7": "a2 b3 c4 d5 e6 f7 g8",
    "diagonal_6": "a3 b4 c5 d6 e7 f8",
    "diagonal_5": "a4 b5 c6 d7 e8",
    "diagonal_4": "a5 b6 c7 d8",
}

LANES = 64  # instances are kept in rows of this length, so that whole vectors can be added
PHASES = 15
DISCS_PER_PHASE = 4
MOBILITIES = 40  # no position has more moves
QUADRANTS_ODD = 5  # how many of the four quarters have an odd number of empty squares
EMPTIES = 64


@dataclass(frozen=True)
class Pattern:
    name: str
    instances: tuple[tuple[int, ...], ...]  # squares in the order of their digits
    first: int  # where its table begins in a full row of weights
    size: int

    @property
    def middle(self) -> int:
        """Where configuration 0, the empty one, lies in a full row."""
        return self.first + self.size // 2


def _images(squares: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [tuple(BOARD.symmetry(k)[square] for square in squares) for k in SYMMETRIES]


def _patterns() -> tuple[Pattern, ...]:
    found = []
    first = 0
    for name, text in PATTERNS.items():
        squares = tuple(BOARD.move(word).square for word in text.split())
        instances: dict[frozenset[int], tuple[int, ...]] = {}
        for image in _images(squares):
            instances.setdefault(frozenset(image), image)
        size = 3 ** len(squares)
        found.append(Pattern(name, tuple(instances.values()), first, size))
        first += size
    return tuple(found)


ALL = _patterns()
INSTANCES = [(pattern, squares) for pattern in ALL for squares in pattern.instances]
INSTANCE_COUNT = len(INSTANCES)

PATTERN_WEIGHTS = sum(pattern.size for pattern in ALL)
OWN_MOBILITY = PATTERN_WEIGHTS
ENEMY_MOBILITY = OWN_MOBILITY + MOBILITIES
PARITY = ENEMY_MOBILITY + MOBILITIES
BIAS = PARITY + QUADRANTS_ODD  # one weight per number of empty squares: who has the last move
FULL_WEIGHTS = BIAS + EMPTIES


def _lanes() -> tuple[Array, Array]:
    deltas = np.zeros((64, LANES), np.int16)
    middles = np.zeros(LANES, np.int64)
    for lane, (pattern, squares) in enumerate(INSTANCES):
        middles[lane] = pattern.middle
        for digit, square in enumerate(squares):
            deltas[square, lane] = 3**digit
    return deltas, middles


DELTAS, MIDDLES = _lanes()  # [square, lane] what a disc adds; [lane] where configuration 0 lies


def mirror_of(pattern: Pattern) -> tuple[tuple[int, ...], Array]:
    """Which digit each digit becomes in the pattern's own mirror image, and which configuration each one.

    A pattern that is not its own mirror image stays as it is.
    """
    squares = pattern.instances[0]
    mirrored = next((image for image in _images(squares) if set(image) == set(squares) and image != squares), squares)
    digits = tuple(mirrored.index(square) for square in squares)
    here = np.arange(pattern.size)
    return digits, sum((here // 3**digit % 3) * 3**other for digit, other in enumerate(digits))


def _fold() -> tuple[Array, int]:
    fold = np.empty(FULL_WEIGHTS, np.int32)
    count = 0
    for pattern in ALL:
        image = mirror_of(pattern)[1]
        _, numbers = np.unique(np.minimum(np.arange(pattern.size), image), return_inverse=True)
        fold[pattern.first : pattern.first + pattern.size] = count + numbers
        count += int(numbers.max()) + 1
    extra = FULL_WEIGHTS - PATTERN_WEIGHTS
    fold[PATTERN_WEIGHTS:] = count + np.arange(extra)
    return fold, count + extra


FOLD, FOLDED_WEIGHTS = _fold()  # [FULL_WEIGHTS] int32: which shared weight a full one is
