"""Squares near others, and the middle of boards of every width."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from orchard.core.board import Board, squares_of


@example(9, 1 << 60, 5)  # beyond the last row and back round a corner
@given(st.integers(1, 20), st.integers(0), st.integers(0, 6))
def test_near_squares_are_those_few_steps_from_one_in_the_mask(width: int, bits: int, steps: int) -> None:
    board = Board.square(width, row_one_at_top=True)
    mask = bits % (1 << board.size)

    def apart(a: int, b: int) -> int:
        return max(abs(a // width - b // width), abs(a % width - b % width))

    expected = {a for a in range(board.size) if any(apart(a, b) <= steps for b in squares_of(mask))}
    assert set(squares_of(board.near(mask, steps))) == expected


def test_the_centre_is_in_the_middle_of_every_board() -> None:
    assert [Board.square(width, row_one_at_top=False).centre for width in (5, 15, 19)] == ["c3", "h8", "j10"]
    assert [Board.square(width, row_one_at_top=False).centre for width in (6, 16, 20)] == ["d3", "i8", "k10"]
    assert Board.square(8, row_one_at_top=True).centre == "e5"
