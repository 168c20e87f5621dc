"""Reversi features once more, from their definitions, on rows of characters: slow, and no code of Orchard in it."""

from __future__ import annotations

from tests.slow_referee import DIRECTIONS, SlowReversi

LINES = [(0, 1), (1, 0), (1, 1), (1, -1)]
CORNERS = [(0, 0), (0, 7), (7, 0), (7, 7)]
Square = tuple[int, int]


def board(rows: list[str]) -> SlowReversi:
    slow = SlowReversi()
    slow.rows = [list(row.replace("-", ".")) for row in rows]
    return slow


def other(side: str) -> str:
    return "O" if side == "X" else "X"


def on_board(row: int, column: int) -> bool:
    return 0 <= row < 8 and 0 <= column < 8


def around(row: int, column: int) -> list[Square]:
    return [(row + d, column + r) for d, r in DIRECTIONS if on_board(row + d, column + r)]


def discs(slow: SlowReversi, side: str) -> list[Square]:
    return [(r, c) for r in range(8) for c in range(8) if slow.rows[r][c] == side]


def moves(slow: SlowReversi, side: str) -> int:
    return len(slow.moves(side))


def safe_moves(slow: SlowReversi, side: str) -> int:
    return len(set(slow.moves(side)) - set(slow.moves(other(side))))


def corner_risk(slow: SlowReversi, side: str) -> int:
    risk = 0
    for corner in CORNERS:
        if slow.rows[corner[0]][corner[1]] != ".":
            continue
        for row, column in around(*corner):
            if slow.rows[row][column] == side:
                risk += 1 if row == corner[0] or column == corner[1] else 2
    return risk


def frontier(slow: SlowReversi, side: str) -> int:
    return sum(any(slow.rows[r][c] == "." for r, c in around(*disc)) for disc in discs(slow, side))


def potential_moves(slow: SlowReversi, side: str) -> int:
    return sum(any(slow.rows[r][c] == other(side) for r, c in around(*empty)) for empty in discs(slow, "."))


def whole_line(row: int, column: int, down: int, right: int) -> list[Square]:
    line = []
    for sign in (1, -1):
        r, c = row, column
        while on_board(r, c):
            line.append((r, c))
            r, c = r + sign * down, c + sign * right
    return line


def line_is_full(slow: SlowReversi, square: Square, line: Square) -> bool:
    return all(slow.rows[r][c] != "." for r, c in whole_line(*square, *line))


def stable(slow: SlowReversi, side: str) -> set[Square]:
    """Add discs one at a time until no disc can be added."""
    found: set[Square] = set()

    def held(square: Square, line: Square) -> bool:
        if line_is_full(slow, square, line):
            return True
        ends = [(square[0] + sign * line[0], square[1] + sign * line[1]) for sign in (1, -1)]
        return any(not on_board(*end) or end in found for end in ends)

    while True:
        more = [d for d in discs(slow, side) if d not in found and all(held(d, line) for line in LINES)]
        if not more:
            return found
        found.add(more[0])


def edge_stable(slow: SlowReversi, side: str) -> set[Square]:
    found = {d for d in discs(slow, side) if all(line_is_full(slow, d, line) for line in LINES)}
    for row, column in CORNERS:
        if slow.rows[row][column] != side:
            continue
        for down, right in ((0, 1 if column == 0 else -1), (1 if row == 0 else -1, 0)):
            r, c = row, column
            while on_board(r, c) and slow.rows[r][c] == side:
                found.add((r, c))
                r, c = r + down, c + right
    return found


def rows_at(slow: SlowReversi, square: Square) -> str:
    return slow.rows[square[0]][square[1]]
