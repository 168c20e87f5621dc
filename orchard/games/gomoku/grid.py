"""A Gomoku board with a border of walls, for kernels that look along lines; and which points renju forbids there.

The rules of forbidden points are those of `renju.py`, compiled.
"""

# mypy: ignore-errors
import numpy as np

from orchard.core.jit import inner, kernel, numba

types = numba.types
int64, uint8 = numba.int64, numba.uint8

EMPTY, BLACK, WHITE, WALL = 0, 1, 2, 3
BORDER = 4
STRIDE = 28  # 20 points and a border on both sides
POINTS = STRIDE * STRIDE
STEPS = np.array([1, STRIDE, STRIDE + 1, STRIDE - 1], np.int64)
LEGAL, OVERLINE, DOUBLE_FOUR, DOUBLE_THREE = 0, 1, 2, 3
CELLS = types.Array(types.uint8, 1, "C")  # [POINTS]


@kernel("int64(int64, int64)", allocates=False)
def point_of(square, width):
    """The padded point of a square counted row by row from the top left."""
    return (square // width + int64(BORDER)) * int64(STRIDE) + square % width + int64(BORDER)


@kernel("int64(int64, int64)", allocates=False)
def square_of(point, width):
    return (point // int64(STRIDE) - int64(BORDER)) * width + point % int64(STRIDE) - int64(BORDER)


@kernel(types.void(CELLS, types.int64), allocates=False)
def empty_grid(cells, width):
    """Make the cells an empty board of that width."""
    cells[:] = uint8(WALL)
    for row in range(BORDER, BORDER + width):
        for point in range(row * STRIDE + BORDER, row * STRIDE + BORDER + width):
            cells[point] = uint8(EMPTY)


@inner(types.int64(CELLS, types.int64, types.int64), inline="always")
def _black_run(cells, point, step):
    """How many black stones follow each other from a point on, the point not counted."""
    length = int64(0)
    while cells[point + (length + 1) * step] == uint8(BLACK):
        length += 1
    return length


@inner(types.int64(CELLS, types.int64, types.int64))
def _black_line(cells, point, step):
    """How many black stones stand side by side through the stone on a point."""
    return 1 + _black_run(cells, point, step) + _black_run(cells, point, -step)


@inner(types.int64(CELLS, types.int64, types.int64))
def _way(cells, point, step):
    """The first empty point in a direction if it makes exactly five with the stone on `point`; else -1."""
    own = _black_run(cells, point, step)
    gap = point + (own + 1) * step
    if cells[gap] != uint8(EMPTY):
        return int64(-1)
    length = own + 2 + _black_run(cells, gap, step) + _black_run(cells, point, -step)
    return gap if length == 5 else int64(-1)


@inner(types.boolean(CELLS, types.int64, types.int64))
def _is_straight_four(cells, point, step):
    return _black_line(cells, point, step) == 4 and _way(cells, point, step) >= 0 and _way(cells, point, -step) >= 0


@inner(types.int64(CELLS, types.int64, types.int64))
def _fours(cells, point, step):
    if _is_straight_four(cells, point, step):
        return int64(1)
    return int64(_way(cells, point, step) >= 0) + int64(_way(cells, point, -step) >= 0)


@inner(types.boolean(CELLS, types.int64))
def _makes_five(cells, point):
    """Whether the black stone on a point is in a row of exactly five."""
    found = False
    for direction in range(4):
        found |= _black_line(cells, point, STEPS[direction]) == 5
    return found


@inner(types.int64(CELLS, types.int64, types.int64))
def _straight_four_at(cells, point, step):
    """Where black makes the three through `point` a straight four and no five, looking in one direction; else -1."""
    gap = point + (_black_run(cells, point, step) + 1) * step
    if cells[gap] != uint8(EMPTY):
        return int64(-1)
    cells[gap] = uint8(BLACK)
    found = _is_straight_four(cells, point, step) and not _makes_five(cells, gap)
    cells[gap] = uint8(EMPTY)
    return gap if found else int64(-1)


@kernel(types.int64(CELLS, types.int64), allocates=False)
def ban_of(cells, point):
    """Why renju forbids black an empty point: OVERLINE, DOUBLE_FOUR or DOUBLE_THREE; LEGAL where it does not."""
    cells[point] = uint8(BLACK)
    found = int64(LEGAL)
    if not _makes_five(cells, point):
        count = int64(0)
        for direction in range(4):
            step = STEPS[direction]
            if _black_line(cells, point, step) > 5:
                found = int64(OVERLINE)
            count += _fours(cells, point, step)
        if found == int64(LEGAL) and count >= 2:
            found = int64(DOUBLE_FOUR)
        if found == int64(LEGAL):
            threes = int64(0)
            for direction in range(4):
                step = STEPS[direction]
                ahead, behind = _straight_four_at(cells, point, step), _straight_four_at(cells, point, -step)
                if (ahead >= 0 and ban_of(cells, ahead) == int64(LEGAL)) or (
                    behind >= 0 and ban_of(cells, behind) == int64(LEGAL)
                ):
                    threes += 1
            if threes >= 2:
                found = int64(DOUBLE_THREE)
    cells[point] = uint8(EMPTY)
    return found
