"""Gomoku: five or more in a row wins, on 15×15 unless another width is asked for."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from orchard.core.board import Board, Move
from orchard.core.drawing import Style
from orchard.core.errors import OptionError
from orchard.core.game import BLACK, WHITE, Color, Game, Outcome, Position, other

if TYPE_CHECKING:
    import numpy as np

DEFAULT_WIDTH, MIN_WIDTH, MAX_WIDTH = 15, 5, 20
WORD = (1 << 64) - 1
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Gomoku(Game):
    base_name = "gomoku"
    title = "Gomoku"
    aim = "five or more in a row wins"
    style = Style("crossings", ground="#e3b873", line="#7a5a2b", frame="#c08d4d", ink="#2b1a08", marks_legal=False)
    opening_rules = ("swap2",)
    options = tuple(str(width) for width in range(MIN_WIDTH, MAX_WIDTH + 1))
    rank = 3
    perft_ended = 1
    gain_is = "stones in line"

    def __init__(self, width: int) -> None:
        self.board = Board.square(width, row_one_at_top=False)
        self.max_plies = width * width
        size = width * width
        self.perft_counts = {2: size * (size - 1), 3: size * (size - 1) * (size - 2)}  # nobody can have five yet

    @property
    def name(self) -> str:
        return "gomoku" if self.board.width == DEFAULT_WIDTH else f"gomoku:{self.board.width}"

    @cached_property
    def _five_starts(self) -> tuple[tuple[int, int], ...]:
        """For each of the four directions: its step, and the points from which five in a row fit on the board."""
        width = self.board.width
        return tuple(
            (
                down * width + right,
                sum(
                    1 << (row * width + column)
                    for row in range(width - 4 * down)
                    for column in range(width)
                    if 0 <= column + 4 * right < width
                ),
            )
            for down, right in DIRECTIONS
        )

    def _fives(self, stones: int) -> list[tuple[int, int]]:
        """(step, mask of first points) of the directions in which `stones` has five in a row."""
        found = []
        for step, starts in self._five_starts:
            run = stones & starts & stones >> step & stones >> 2 * step & stones >> 3 * step & stones >> 4 * step
            if run:
                found.append((step, run))
        return found

    def _five_of(self, position: Position) -> Color | None:
        """Who has five in a row; the side that moved last, should an impossible board have two."""
        last = other(position.to_move)
        for color in (last, position.to_move):
            if self._fives(position.black if color == BLACK else position.white):
                return color
        return None

    def start(self) -> Position:
        return Position(self, 0, 0, BLACK)

    def legal_mask(self, position: Position) -> int:
        if self._five_of(position):
            return 0
        return self.board.all_squares & ~(position.black | position.white)

    def after(self, position: Position, move: Move) -> Position:
        stone = 1 << move.square
        black = position.black | (stone if position.to_move == BLACK else 0)
        white = position.white | (stone if position.to_move == WHITE else 0)
        moves_made = (*position.moves_made, move)
        return Position(self, black, white, other(position.to_move), position.ply + 1, moves_made)

    def is_over(self, position: Position) -> bool:
        return position.empties == 0 or self._five_of(position) is not None

    def outcome(self, position: Position) -> Outcome:
        winner = self._five_of(position)
        return Outcome.of(0 if winner is None else 1 if winner == BLACK else -1)

    def winning_squares(self, position: Position) -> tuple[int, ...]:
        winner = self._five_of(position)
        if winner is None:
            return ()
        squares: set[int] = set()
        for step, run in self._fives(position.black if winner == BLACK else position.white):
            for square in range(self.board.size):
                if run >> square & 1:
                    squares.update(square + i * step for i in range(5))
        return tuple(sorted(squares))

    def gain(self, position: Position, move: Move) -> int:
        """The stones in the longest line that a move would make, five at most."""
        return max(min(self._run(position.own, move.square, down, right), 5) for down, right in DIRECTIONS)

    def _run(self, stones: int, square: int, down: int, right: int) -> int:
        """How many stones stand side by side through a point, once one is put there."""
        width = self.board.width
        row, column = divmod(square, width)
        length = 1
        for sign in (1, -1):
            r, c = row + sign * down, column + sign * right
            while 0 <= r < width and 0 <= c < width and stones >> (r * width + c) & 1:
                length += 1
                r, c = r + sign * down, c + sign * right
        return length

    @cached_property
    def _kernels(self) -> Any:
        from orchard.games.gomoku import kernels  # loads Numba, so only when a kernel is first asked

        return kernels

    @property
    def dynamics(self) -> Any:
        return self._kernels.DYNAMICS

    def state(self, position: Position) -> np.ndarray[Any, Any]:
        import numpy as np

        own, enemy = position.own, position.enemy
        lost = self._five_of(position) is not None
        words = [stones >> 64 * word & WORD for stones in (own, enemy) for word in range(self._kernels.WORDS)]
        return np.array([*words, self.board.width, lost], dtype=np.uint64)

    def perft(self, position: Position, depth: int) -> int:
        return int(self._kernels.perft(self.state(position), depth))

    def random_games(self, position: Position, games: int, seed: int) -> tuple[int, int, int]:
        wins, draws, losses = self._kernels.play_random_games(self.state(position), seed, games)
        return int(wins), int(draws), int(losses)

    def __reduce__(self) -> Any:
        return with_option, (str(self.board.width),)


@lru_cache(maxsize=MAX_WIDTH)
def with_width(width: int) -> Gomoku:
    return Gomoku(width)


def with_option(option: str) -> Gomoku:
    """The game on a board of the width that `option` names, '9' or 'width=9'."""
    text = option.removeprefix("width=")
    if not text.isdecimal() or not MIN_WIDTH <= int(text) <= MAX_WIDTH:
        raise OptionError(f"no Gomoku board of width {text!r}; widths are {MIN_WIDTH} to {MAX_WIDTH}")
    return with_width(int(text))


GAME = with_width(DEFAULT_WIDTH)
