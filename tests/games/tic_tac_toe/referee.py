"""Tic-tac-toe from the rule book, in lists and loops. No code of Orchard in it."""

from __future__ import annotations


class Referee:
    """Rows from the top; squares by name, a1 at the top left."""

    def __init__(self, name: str) -> None:
        self.rows = [["-"] * 3 for _ in range(3)]
        self.side = "X"

    def _winner(self) -> str:
        rows = self.rows
        lines = [*rows, *([row[c] for row in rows] for c in range(3))]
        lines += [[rows[i][i] for i in range(3)], [rows[i][2 - i] for i in range(3)]]
        return next((line[0] for line in lines if line[0] != "-" and line[0] == line[1] == line[2]), "")

    def legal(self) -> list[str]:
        if self._winner():
            return []
        return ["abc"[c] + str(r + 1) for r in range(3) for c in range(3) if self.rows[r][c] == "-"]

    def play(self, move: str) -> None:
        self.rows[int(move[1]) - 1]["abc".index(move[0])] = self.side
        self.side = "O" if self.side == "X" else "X"

    def board(self) -> str:
        return "".join("".join(row) for row in self.rows)

    def score(self) -> int:
        return {"X": 1, "O": -1, "": 0}[self._winner()]
