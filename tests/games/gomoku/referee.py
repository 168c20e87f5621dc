"""Gomoku from the rule book, under the names that the contract of every game uses. No code of Orchard in it."""

from __future__ import annotations

from tests.slow_referee import SlowGomoku


class Referee:
    """Points by name, row 1 at the bottom."""

    def __init__(self, name: str) -> None:
        option = name.partition(":")[2]
        self.slow = SlowGomoku(int(option) if option else 15)

    @property
    def side(self) -> str:
        return self.slow.side

    def legal(self) -> list[str]:
        return ["abcdefghijklmnopqrst"[c] + str(self.slow.width - r) for r, c in self.slow.moves()]

    def play(self, move: str) -> None:
        self.slow.play(self.slow.width - int(move[1:]), "abcdefghijklmnopqrst".index(move[0]))

    def board(self) -> str:
        return "".join("".join(row) for row in self.slow.rows).replace(".", "-")

    def score(self) -> int:
        return {"X": 1, "O": -1, None: 0}[self.slow.winner]
