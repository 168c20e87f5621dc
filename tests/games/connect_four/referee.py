"""Connect Four from the rule book: columns as lists of stones. No code of Orchard in it."""

from __future__ import annotations


class Referee:
    """A column is a list of stones from the bottom up; squares by name, row 1 at the bottom."""

    def __init__(self, name: str) -> None:
        self.columns: list[list[str]] = [[] for _ in range(7)]
        self.side = "X"
        self.winner = ""

    def _at(self, column: int, row: int) -> str:
        there = 0 <= column < 7 and 0 <= row < len(self.columns[column])
        return self.columns[column][row] if there else ""

    def legal(self) -> list[str]:
        if self.winner:
            return []
        drops = [(len(stones), number) for number, stones in enumerate(self.columns) if len(stones) < 6]
        drops.sort(key=lambda drop: (-drop[0], drop[1]))  # as squares are numbered: from the top row on
        return ["abcdefg"[column] + str(row + 1) for row, column in drops]

    def play(self, move: str) -> None:
        column = "abcdefg".index(move[0])
        row = len(self.columns[column])
        self.columns[column].append(self.side)
        for across, up in [(1, 0), (0, 1), (1, 1), (1, -1)]:
            length = 1
            for sign in (1, -1):
                c, r = column + sign * across, row + sign * up
                while self._at(c, r) == self.side:
                    length += 1
                    c, r = c + sign * across, r + sign * up
            if length >= 4:
                self.winner = self.side
        self.side = "O" if self.side == "X" else "X"

    def board(self) -> str:
        return "".join(self._at(column, row) or "-" for row in range(5, -1, -1) for column in range(7))

    def score(self) -> int:
        return {"X": 1, "O": -1, "": 0}[self.winner]
