"""Reversi from the rule book, under the names that the contract of every game uses. No code of Orchard in it."""

from __future__ import annotations

from tests.slow_referee import SlowReversi


class Referee:
    """Squares by name, a1 at the top left; a board of any width."""

    def __init__(self, name: str) -> None:
        option = name.partition(":")[2]
        self.slow = SlowReversi(int(option) if option else 8)

    @property
    def side(self) -> str:
        return self.slow.side

    def legal(self) -> list[str]:
        if mine := self.slow.moves(self.side):
            return ["abcdefgh"[c] + str(r + 1) for r, c in mine]
        return [] if self.slow.over() else ["pass"]

    def play(self, move: str) -> None:
        self.slow.play(None if move == "pass" else (int(move[1:]) - 1, "abcdefgh".index(move[0])))

    def board(self) -> str:
        return "".join("".join(row) for row in self.slow.rows).replace(".", "-")

    def score(self) -> int:
        """Black's: the disc difference, where the winner also gets the empty squares."""
        return self.slow.reversi_score()
