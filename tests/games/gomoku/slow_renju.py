"""Forbidden points once more, from the rule book of the Renju International Federation: sets of points and windows.

Slow, obvious, no code of Orchard in it. Points are (row, column).
"""

from __future__ import annotations

from itertools import combinations

Point = tuple[int, int]
Stones = frozenset[Point]
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def moved(point: Point, direction: Point, steps: int) -> Point:
    return point[0] + steps * direction[0], point[1] + steps * direction[1]


def row_through(black: Stones, point: Point, direction: Point) -> Stones:
    """The unbroken row of stones that a stone is in."""
    row = {point}
    for sign in (1, -1):
        step = sign
        while moved(point, direction, step) in black:
            row.add(moved(point, direction, step))
            step += sign
    return frozenset(row)


def makes_five(black: Stones, point: Point) -> bool:
    return any(len(row_through(black, point, direction)) == 5 for direction in DIRECTIONS)


def makes_overline(black: Stones, point: Point) -> bool:
    return any(len(row_through(black, point, direction)) > 5 for direction in DIRECTIONS)


def windows(point: Point, direction: Point) -> list[list[Point]]:
    """Every five points in a row with this one among them."""
    return [[moved(point, direction, back + i) for i in range(5)] for back in range(-4, 1)]


def fours(black: Stones, empty: Stones, point: Point, direction: Point) -> set[Stones]:
    """A four: four stones in a row, to which one more makes five in a row."""
    found = set()
    for window in windows(point, direction):
        stones, free = [p for p in window if p in black], [p for p in window if p in empty]
        if len(stones) == 4 and len(free) == 1 and len(row_through(black | {free[0]}, free[0], direction)) == 5:
            found.add(frozenset(stones))
    return found


def straight_fours(black: Stones, empty: Stones, point: Point, direction: Point) -> set[Stones]:
    """A straight four: unbroken, and two different stones make it five."""
    found = set()
    for four in fours(black, empty, point, direction):
        ordered = sorted(four)
        ends = moved(ordered[0], direction, -1), moved(ordered[-1], direction, 1)
        unbroken = all(moved(ordered[0], direction, i) == ordered[i] for i in range(4))
        if unbroken and all(e in empty and len(row_through(black | {e}, e, direction)) == 5 for e in ends):
            found.add(four)
    return found


def threes(black: Stones, empty: Stones, point: Point, direction: Point) -> set[Stones]:
    """A three: three stones in a row, to which one more makes a straight four, no five, where black may play."""
    found: set[Stones] = set()
    near = [moved(point, direction, step) for step in range(-3, 4)]
    for extra in near:
        if extra not in empty:
            continue
        after, left = black | {extra}, empty - {extra}
        made = {four for four in straight_fours(after, left, point, direction) if extra in four and point in four}
        if made and not makes_five(after, extra) and ban(black, empty, extra) is None:
            found |= {four - {extra} for four in made}
    return found


def ban(black: Stones, empty: Stones, point: Point) -> str | None:
    """Why black may not play on an empty point; None where it may."""
    after, left = black | {point}, empty - {point}
    if makes_five(after, point):
        return None
    if makes_overline(after, point):
        return "overline"
    if len(set().union(*(fours(after, left, point, direction) for direction in DIRECTIONS))) > 1:
        return "double_four"
    made = set().union(*(threes(after, left, point, direction) for direction in DIRECTIONS))
    if any(one & another == {point} for one, another in combinations(made, 2)):  # two rows that cross at the stone
        return "double_three"
    return None
