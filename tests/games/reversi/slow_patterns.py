"""The pattern evaluation once more, in plain Python, square by square: slow, and written from its description."""

from __future__ import annotations

import orchard

NAMES = [
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4",
    "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2",
    "a1 c1 d1 c2 d2 e2 f2 e1 f1 h1",
    "a2 b2 c2 d2 e2 f2 g2 h2",
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    "a1 b2 c3 d4 e5 f6 g7 h8",
    "a2 b3 c4 d5 e6 f7 g8",
    "a3 b4 c5 d6 e7 f8",
    "a4 b5 c6 d7 e8",
    "a5 b6 c7 d8",
]


def disc(position: orchard.Position, column: int, row: int) -> int:
    """+1 for a disc of the side to move, -1 for the other's, 0 for none."""
    stone = position.stone(8 * row + column)
    return 0 if stone is None else 1 if stone == position.to_move else -1


def turned(column: int, row: int, symmetry: int) -> tuple[int, int]:
    if symmetry & 1:
        column = 7 - column
    if symmetry & 2:
        row = 7 - row
    return (row, column) if symmetry & 4 else (column, row)


def images(position: orchard.Position) -> list[tuple[int, list[tuple[int, int]], list[int]]]:
    """(pattern number, its squares, its discs in order) for every different image of every pattern."""
    found = []
    for number, names in enumerate(NAMES):
        squares = [("abcdefgh".index(name[0]), int(name[1]) - 1) for name in names.split()]
        seen = set()
        for symmetry in range(8):
            image = [turned(column, row, symmetry) for column, row in squares]
            if frozenset(image) not in seen:
                seen.add(frozenset(image))
                found.append((number, image, [disc(position, *square) for square in image]))
    return found


def configurations(position: orchard.Position) -> list[tuple[int, list[int]]]:
    """(pattern number, its discs in order) for every different image of every pattern."""
    return [(number, discs) for number, _, discs in images(position)]


def odd_quarters(position: orchard.Position) -> int:
    return sum(
        sum(disc(position, left + c, top + r) == 0 for c in range(4) for r in range(4)) % 2
        for left in (0, 4)
        for top in (0, 4)
    )
