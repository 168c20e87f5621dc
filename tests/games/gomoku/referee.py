"""Gomoku from the rule book, in lists and loops: five or more in a row wins. No code of Orchard in it."""

from __future__ import annotations


class Referee:
    """Rows from the top; points by name, row 1 at the bottom."""

    def __init__(self, name: str) -> None:
        option = name.partition(":")[2]
        self.width = int(option) if option else 15
        self.rows = [["-"] * self.width for _ in range(self.width)]
        self.side = "X"
        self.winner = ""

    def legal(self) -> list[str]:
        if self.winner:
            return []
        points = ((r, c) for r in range(self.width) for c in range(self.width) if self.rows[r][c] == "-")
        return ["abcdefghijklmnopqrst"[c] + str(self.width - r) for r, c in points]

    def play(self, move: str) -> None:
        row, column = self.width - int(move[1:]), "abcdefghijklmnopqrst".index(move[0])
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

    def board(self) -> str:
        return "".join("".join(row) for row in self.rows)

    def score(self) -> int:
        return {"X": 1, "O": -1, "": 0}[self.winner]
