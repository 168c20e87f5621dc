"""The board, 7 wide and 6 high, and where four squares in a row fit on it."""

from __future__ import annotations

WIDTH, HEIGHT = 7, 6
BOTTOM = sum(1 << square for square in range((HEIGHT - 1) * WIDTH, HEIGHT * WIDTH))


def _starts(down: int, right: int) -> int:
    """The squares from which four in a row fit on the board in a direction."""
    squares = ((row, column) for row in range(HEIGHT) for column in range(WIDTH))
    fits = ((r, c) for r, c in squares if r + 3 * down < HEIGHT and 0 <= c + 3 * right < WIDTH)
    return sum(1 << (r * WIDTH + c) for r, c in fits)


# step to the next square of a line, and where such a line may begin
DIRECTIONS = tuple((d * WIDTH + r, _starts(d, r)) for d, r in ((0, 1), (1, 0), (1, 1), (1, -1)))
