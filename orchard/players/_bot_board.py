"""Reversi in plain Python for the bot's own process: the `Board` that `AIPlayer` bots expect.

This file needs only the standard library and nothing of Orchard: it is loaded into the bot's process by its path.
"""

from typing import Any

WIDTH = 8
COLUMNS = "ABCDEFGH"
DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
EMPTY = "."


class Board:
    """8×8 of 'X' (black), 'O' (white) and '.', as `_board[row][column]`; actions are 'D3', A1 at the top left."""

    def __init__(self, rows: list[list[str]] | None = None) -> None:
        self.empty = EMPTY
        if rows is None:
            rows = [[EMPTY] * WIDTH for _ in range(WIDTH)]
            rows[3][3] = rows[4][4] = "O"
            rows[3][4] = rows[4][3] = "X"
        self._board = [list(row) for row in rows]

    def __getitem__(self, row: int) -> list[str]:
        return self._board[row]

    def __str__(self) -> str:
        lines = [f"{number} {' '.join(row)}" for number, row in enumerate(self._board, 1)]
        return "\n".join(["  " + " ".join(COLUMNS), *lines])

    def display(self, *_times: Any) -> None:
        """Print the board."""
        print(self)

    # ------------------------------------------------------------------------------------------------ actions

    def board_num(self, action: str) -> tuple[int, int]:
        """(row, column) of an action: 'D3' is (2, 3)."""
        return int(action[1:]) - 1, COLUMNS.index(action[0].upper())

    def num_board(self, square: tuple[int, int]) -> str:
        """The action of (row, column): (2, 3) is 'D3'."""
        return f"{COLUMNS[square[1]]}{square[0] + 1}"

    def is_on_board(self, row: int, column: int) -> bool:
        return 0 <= row < WIDTH and 0 <= column < WIDTH

    def _turned(self, row: int, column: int, color: str) -> list[tuple[int, int]]:
        """The squares whose discs a move there would turn."""
        if not self.is_on_board(row, column) or self._board[row][column] != EMPTY:
            return []
        enemy = "O" if color == "X" else "X"
        turned: list[tuple[int, int]] = []
        for down, right in DIRECTIONS:
            run: list[tuple[int, int]] = []
            r, c = row + down, column + right
            while self.is_on_board(r, c) and self._board[r][c] == enemy:
                run.append((r, c))
                r, c = r + down, c + right
            if run and self.is_on_board(r, c) and self._board[r][c] == color:
                turned += run
        return turned

    def get_legal_actions(self, color: str) -> list[str]:
        """What `color` may play; empty when it must pass."""
        squares = ((row, column) for row in range(WIDTH) for column in range(WIDTH))
        return [self.num_board(square) for square in squares if self._turned(*square, color)]

    def _move(self, action: str | tuple[int, int], color: str) -> list[str] | bool:
        """Play it. The actions of the discs it turned, or False, and nothing changed, where it is not legal."""
        row, column = self.board_num(action) if isinstance(action, str) else action
        turned = self._turned(row, column, color)
        if not turned:
            return False
        for r, c in [(row, column), *turned]:
            self._board[r][c] = color
        return [self.num_board(square) for square in turned]

    def backpropagation(self, action: str | tuple[int, int], flipped_pos: list[str], color: str) -> None:
        """Take a move back: `flipped_pos` is what `_move` gave."""
        row, column = self.board_num(action) if isinstance(action, str) else action
        self._board[row][column] = EMPTY
        for other in flipped_pos:
            r, c = self.board_num(other) if isinstance(other, str) else other
            self._board[r][c] = "O" if color == "X" else "X"

    # ------------------------------------------------------------------------------------------------ counting

    def count(self, color: str) -> int:
        """How many squares show 'X', 'O' or '.'."""
        return sum(row.count(color) for row in self._board)

    def get_winner(self) -> tuple[int, int]:
        """(0 black, 1 white or 2 draw, the difference in discs), as the board stands."""
        black, white = self.count("X"), self.count("O")
        return (0 if black > white else 1 if white > black else 2), abs(black - white)
