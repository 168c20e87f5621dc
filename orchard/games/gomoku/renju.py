"""Which points renju forbids black, in plain Python on masks.

By the rules of the Renju International Federation (section 9): black may not make an overline (six or more in a row),
a double four or a double three. A stone that makes exactly five wins, whatever else it makes.

* A *four* is a row of four stones to which one more makes exactly five. A *straight four* is unbroken and has two ways
  to five; it is one four. Two fours may lie in one line, as X·XXX·X or XX·XX·XX do.
* A *three* is a row of three stones to which one more makes a straight four, without making a five, on a point that is
  not itself forbidden to black.
"""

from functools import lru_cache
from typing import Literal

from orchard.games import line_game

Ban = Literal["overline", "double_four", "double_three"]
Ray = tuple[int, ...]  # the points that follow each other from a point on, five at most

REACH = 5  # who sits next to either end of a five decides whether it is one
REASONS: dict[Ban, str] = {
    "overline": "six or more in a row are forbidden for black",
    "double_four": "a double four is forbidden for black",
    "double_three": "a double three is forbidden for black",
}


@lru_cache(maxsize=16)
def rays(width: int) -> tuple[tuple[tuple[Ray, Ray], ...], ...]:
    """For each square and each of four directions: the squares on one side and on the other, nearest first."""

    def ray(square: int, down: int, right: int) -> Ray:
        row, column = divmod(square, width)
        steps = ((row + i * down, column + i * right) for i in range(1, REACH + 1))
        return tuple(r * width + c for r, c in steps if 0 <= r < width and 0 <= c < width)

    return tuple(
        tuple((ray(square, d, r), ray(square, -d, -r)) for d, r in line_game.DIRECTIONS)
        for square in range(width * width)
    )


@lru_cache(maxsize=16)
def _around(width: int) -> tuple[int, ...]:
    """For each square, the mask of the points in reach along its lines."""
    return tuple(sum(1 << point for both in lines for side in both for point in side) for lines in rays(width))


def forbidden_mask(black: int, white: int, width: int) -> int:
    """The empty points that black may not play."""
    around = _around(width)
    found = 0
    for square in range(width * width):
        stone = 1 << square
        # every ban takes four black stones at least on the lines of its point
        if (
            not (black | white) & stone
            and (black & around[square]).bit_count() >= 4
            and ban(black, white, square, width)
        ):
            found |= stone
    return found


def ban(black: int, white: int, square: int, width: int) -> Ban | None:
    """Why black may not play on an empty point; None where it may."""
    lines = rays(width)[square]
    after = black | 1 << square
    lengths = [1 + _run(after, one) + _run(after, other) for one, other in lines]
    if 5 in lengths:
        return None
    if max(lengths) > 5:
        return "overline"
    if sum(_fours(after, white, one, other) for one, other in lines) >= 2:
        return "double_four"
    if sum(_is_three(after, white, line, width) for line in lines) >= 2:
        return "double_three"
    return None


def _run(stones: int, ray: Ray) -> int:
    """How many stones follow each other along a ray."""
    length = 0
    for point in ray:
        if not stones >> point & 1:
            break
        length += 1
    return length


def _ways(black: int, white: int, one: Ray, other: Ray) -> list[int]:
    """The points on a line that make exactly five with the stone between the two rays."""
    found = []
    for near, far in ((one, other), (other, one)):
        own = _run(black, near)
        if own == len(near) or white >> near[own] & 1:
            continue
        if own + 1 + _run(black, near[own + 1 :]) + 1 + _run(black, far) == 5:
            found.append(near[own])
    return found


def _fours(black: int, white: int, one: Ray, other: Ray) -> int:
    ways = len(_ways(black, white, one, other))
    return 1 if ways == 2 and _is_unbroken_four(black, one, other) else ways


def _is_unbroken_four(black: int, one: Ray, other: Ray) -> bool:
    return 1 + _run(black, one) + _run(black, other) == 4


def _is_three(black: int, white: int, line: tuple[Ray, Ray], width: int) -> bool:
    for ray in line:
        own = _run(black, ray)
        if own == len(ray) or white >> ray[own] & 1:
            continue
        point = ray[own]
        after = black | 1 << point
        if (
            _is_unbroken_four(after, *line)
            and len(_ways(after, white, *line)) == 2
            and all(1 + _run(after, one) + _run(after, other) != 5 for one, other in rays(width)[point])
            and ban(black, white, point, width) is None
        ):
            return True
    return False
