"""The rules once more, from the rule book, in plain lists and loops: slow, obvious, no code of Orchard in it."""

from __future__ import annotations

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


class SlowReversi:
    """Rows from the top, '.' empty, 'X' black, 'O' white; squares as (row, column)."""

    def __init__(self, width: int = 8) -> None:
        self.width, middle = width, width // 2
        self.rows = [["."] * width for _ in range(width)]
        self.rows[middle - 1][middle - 1] = self.rows[middle][middle] = "O"
        self.rows[middle - 1][middle] = self.rows[middle][middle - 1] = "X"
        self.side = "X"

    def enclosed(self, row: int, column: int, side: str) -> list[tuple[int, int]]:
        """Every enemy disc that a disc of `side` on an empty square would enclose."""
        found: list[tuple[int, int]] = []
        if self.rows[row][column] != ".":
            return found
        for down, right in DIRECTIONS:
            run = []
            r, c = row + down, column + right
            while 0 <= r < self.width and 0 <= c < self.width and self.rows[r][c] not in (".", side):
                run.append((r, c))
                r, c = r + down, c + right
            if run and 0 <= r < self.width and 0 <= c < self.width and self.rows[r][c] == side:
                found += run
        return found

    def moves(self, side: str) -> list[tuple[int, int]]:
        return [(r, c) for r in range(self.width) for c in range(self.width) if self.enclosed(r, c, side)]

    @property
    def enemy(self) -> str:
        return "O" if self.side == "X" else "X"

    def play(self, square: tuple[int, int] | None) -> None:
        if square is not None:
            for r, c in self.enclosed(*square, self.side):
                self.rows[r][c] = self.side
            self.rows[square[0]][square[1]] = self.side
        self.side = self.enemy

    def over(self) -> bool:
        return not self.moves("X") and not self.moves("O")

    def count(self, side: str) -> int:
        return sum(row.count(side) for row in self.rows)

    def reversi_score(self) -> int:
        """Black's: the disc difference, where the winner also gets the empty squares."""
        black, white, empty = self.count("X"), self.count("O"), self.count(".")
        if black > white:
            black += empty
        elif white > black:
            white += empty
        return black - white

    def reversed_score(self) -> int:
        return self.count("O") - self.count("X")


class SlowGomoku:
    def __init__(self, width: int) -> None:
        self.width = width
        self.rows = [["."] * width for _ in range(width)]
        self.side = "X"
        self.winner: str | None = None

    def moves(self) -> list[tuple[int, int]]:
        if self.winner:
            return []
        return [(r, c) for r in range(self.width) for c in range(self.width) if self.rows[r][c] == "."]

    def play(self, row: int, column: int) -> None:
        self.rows[row][column] = self.side
        for down, right in [(0, 1), (1, 0), (1, 1), (1, -1)]:
            length = 1
            for sign in (1, -1):
                r, c = row + sign * down, column + sign * right
                while 0 <= r < self.width and 0 <= c < self.width and self.rows[r][c] == self.side:
                    length += 1
                    r, c = r + sign * down, c + sign * right
            if length >= 5:
                self.winner = self.side
        self.side = "O" if self.side == "X" else "X"
