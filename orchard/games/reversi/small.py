"""Where a board lies among the 8×8 squares that the kernels know: smaller ones in the middle."""

from functools import cache
from typing import Any

KERNEL_WIDTH = 8
WIDTHS = (4, 6, 8)


class Placement:
    """A board of `width` × `width` squares, numbered row by row, as part of the 8×8 squares."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.edge = (KERNEL_WIDTH - width) // 2  # rows above it, and columns left of it
        self._row = (1 << width) - 1
        self.mask = self.spread((1 << width * width) - 1)
        last = width - 1
        self.corners = self.spread(1 | 1 << last | 1 << last * width | 1 << last * width + last)

    def spread(self, mask: int) -> int:
        """A mask of the board as one of the 8×8 squares."""
        if self.width == KERNEL_WIDTH:
            return mask
        placed, at = 0, self.edge * (KERNEL_WIDTH + 1)
        while mask:
            placed |= (mask & self._row) << at
            mask >>= self.width
            at += KERNEL_WIDTH
        return placed

    def gather(self, placed: int) -> int:
        """The other way round; what lies outside the board is left out."""
        if self.width == KERNEL_WIDTH:
            return placed
        mask, at = 0, self.edge * (KERNEL_WIDTH + 1)
        for row in range(self.width):
            mask |= (placed >> at + row * KERNEL_WIDTH & self._row) << row * self.width
        return mask

    def place(self, square: int) -> int:
        """A square of the board as one of the 64."""
        row, column = divmod(square, self.width)
        return (row + self.edge) * KERNEL_WIDTH + column + self.edge

    def square(self, placed: int) -> int:
        """The other way round; what is negative stays as it is."""
        if placed < 0:
            return placed
        row, column = divmod(placed, KERNEL_WIDTH)
        return (row - self.edge) * self.width + column - self.edge


@cache
def placement(width: int) -> Placement:
    return Placement(width)


class SmallRules:
    """The rules on a smaller board, by those of the 8×8 squares, compiled or plain."""

    def __init__(self, place: Placement, rules: Any) -> None:
        self.placement, self.rules = place, rules

    def legal_mask(self, own: int, enemy: int) -> int:
        spread = self.placement.spread
        return self.placement.gather(int(self.rules.legal_mask(spread(own), spread(enemy))))

    def flip_mask(self, own: int, enemy: int, square: int) -> int:
        spread = self.placement.spread
        turned = self.rules.flip_mask(spread(own), spread(enemy), self.placement.place(square))
        return self.placement.gather(int(turned))
