"""Boards: names of squares, moves, and symmetries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from orchard.core.errors import SquareError

PASS_SQUARE = -1
PASS_WORDS = frozenset({"pass", "pa", "ps", "--"})
SYMMETRIES = range(8)


class Move(str):
    """A move by its name ('d3', 'pass'), which also knows its square (row by row from the top left)."""

    __slots__ = ("square",)
    square: int

    def __new__(cls, name: str, square: int) -> Move:
        move = super().__new__(cls, name)
        move.square = square
        return move

    def __reduce__(self) -> tuple[type[Move], tuple[str, int]]:
        return Move, (str(self), self.square)

    @property
    def is_pass(self) -> bool:
        return self.square == PASS_SQUARE


PASS = Move("pass", PASS_SQUARE)


def squares_of(mask: int) -> Iterator[int]:
    """The set bits of a mask, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


@dataclass(frozen=True)
class Board:
    """`width` columns and `height` rows of squares; row 1 is at the top or at the bottom."""

    width: int
    height: int
    row_one_at_top: bool

    @classmethod
    def square(cls, width: int, *, row_one_at_top: bool) -> Board:
        return cls(width, width, row_one_at_top)

    @property
    def size(self) -> int:
        return self.width * self.height

    @property
    def all_squares(self) -> int:
        """The mask of every square."""
        return (1 << self.size) - 1

    @cached_property
    def columns(self) -> str:
        return "abcdefghijklmnopqrst"[: self.width]

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """One Move per square, so that the same square is always the same object."""
        return tuple(Move(self._name(square), square) for square in range(self.size))

    def move_at(self, square: int) -> Move:
        """The move on a square; PASS for PASS_SQUARE."""
        return PASS if square == PASS_SQUARE else self.moves[square]

    @property
    def centre(self) -> Move:
        """The middle square; where there is none the one right of the middle and below it."""
        return self.moves[self.height // 2 * self.width + self.width // 2]

    def row_number(self, row: int) -> int:
        """The number printed beside the row that is `row` below the top one."""
        return row + 1 if self.row_one_at_top else self.height - row

    def _name(self, square: int) -> str:
        row, column = divmod(square, self.width)
        return f"{self.columns[column]}{self.row_number(row)}"

    @cached_property
    def _by_name(self) -> dict[str, Move]:
        return {str(move): move for move in self.moves}

    def move(self, text: str) -> Move:
        """The move called `text`: 'f5', 'F5', '5F' or 'pass'."""
        if not isinstance(text, str):
            message = f"a move is text such as {str(self.centre)!r}, not {text!r}"
            raise SquareError(message, kind="no_square", square=str(text))
        name = text.strip().lower()
        if name in PASS_WORDS:
            return PASS
        number_first = re.fullmatch(r"(\d{1,2})([a-t])", name)
        if number_first:
            name = number_first[2] + number_first[1]
        found = self._by_name.get(name)
        if found is None:
            raise SquareError(
                f"no square {text[:20]!r} on this board: columns are a to {self.columns[-1]}, rows 1 to {self.height}, "
                f"for example {self.centre}",
                kind="no_square",
                square=text[:20],
            )
        return found

    def near(self, mask: int, steps: int) -> int:
        """The squares at most `steps` from one of `mask` in any of the eight directions, those of `mask` included."""
        first_column = self.all_squares // ((1 << self.width) - 1)  # a bit for each row
        for _ in range(steps):
            mask |= (mask & ~(first_column << self.width - 1)) << 1 | (mask & ~first_column) >> 1
            mask = (mask | mask << self.width | mask >> self.width) & self.all_squares
        return mask

    def symmetry(self, k: int) -> tuple[int, ...]:
        """Where each square goes under symmetry k: bit 0 mirrors left-right, bit 1 top-bottom, bit 2 transposes, which
        takes a square board."""
        if k not in self.symmetries:
            raise SquareError(f"no symmetry {k!r}: they are numbered 0 to {self.symmetries[-1]}")
        return self._symmetries[k]

    @property
    def symmetries(self) -> range:
        return SYMMETRIES if self.width == self.height else SYMMETRIES[:4]

    @cached_property
    def _symmetries(self) -> tuple[tuple[int, ...], ...]:
        def image(square: int, k: int) -> int:
            row, column = divmod(square, self.width)
            if k & 1:
                column = self.width - 1 - column
            if k & 2:
                row = self.height - 1 - row
            if k & 4:
                row, column = column, row
            return row * self.width + column

        return tuple(tuple(image(square, k) for square in range(self.size)) for k in self.symmetries)

    def transform_move(self, move: Move, k: int) -> Move:
        return move if move.is_pass else self.moves[self.symmetry(k)[move.square]]

    def transform_mask(self, mask: int, k: int) -> int:
        found = 0
        for byte, images in zip(mask.to_bytes((self.size + 7) // 8, "little"), _byte_images(self, k), strict=True):
            found |= images[byte]
        return found


@lru_cache(maxsize=256)
def _byte_images(board: Board, k: int) -> list[list[int]]:
    """The image of every set of squares 0 to 7, then 8 to 15, and so on: a mask is looked up byte by byte."""
    image, found = board.symmetry(k), []
    for first in range(0, board.size, 8):
        images = [0]
        for square in image[first : first + 8]:
            images += [each | 1 << square for each in images]
        found.append(images)
    return found
