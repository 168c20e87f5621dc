"""Reversi from the rule book, in lists and loops, on a board of any width: no code of Orchard in it."""

from __future__ import annotations

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


class Referee:
    """Rows from the top; squares by name, a1 at the top left."""

    def __init__(self, name: str) -> None:
        option = name.partition(":")[2]
        self.width = int(option) if option else 8
        self.rows = [["-"] * self.width for _ in range(self.width)]
        low, high = self.width // 2 - 1, self.width // 2
        self.rows[low][low] = self.rows[high][high] = "O"
        self.rows[low][high] = self.rows[high][low] = "X"
        self.side = "X"

    def _enclosed(self, row: int, column: int, side: str) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        if self.rows[row][column] != "-":
            return found
        for down, right in DIRECTIONS:
            run = []
            r, c = row + down, column + right
            while 0 <= r < self.width and 0 <= c < self.width and self.rows[r][c] not in ("-", side):
                run.append((r, c))
                r, c = r + down, c + right
            if run and 0 <= r < self.width and 0 <= c < self.width and self.rows[r][c] == side:
                found += run
        return found

    def _squares(self, side: str) -> list[tuple[int, int]]:
        every = ((r, c) for r in range(self.width) for c in range(self.width))
        return [square for square in every if self._enclosed(*square, side)]

    def legal(self) -> list[str]:
        mine = self._squares(self.side)
        if mine:
            return ["abcdefgh"[c] + str(r + 1) for r, c in mine]
        return ["pass"] if self._squares("O" if self.side == "X" else "X") else []

    def play(self, move: str) -> None:
        if move != "pass":
            row, column = int(move[1:]) - 1, "abcdefgh".index(move[0])
            for r, c in [*self._enclosed(row, column, self.side), (row, column)]:
                self.rows[r][c] = self.side
        self.side = "O" if self.side == "X" else "X"

    def board(self) -> str:
        return "".join("".join(row) for row in self.rows)

    def score(self) -> int:
        """Black's: the disc difference, where the winner also gets the empty squares."""
        black, white, empty = (sum(row.count(sign) for row in self.rows) for sign in "XO-")
        return black - white + (empty if black > white else -empty if white > black else 0)
