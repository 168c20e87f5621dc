"""Gomoku: five in a row wins. On 15×15 or another width, by one of three rule sets.

* freestyle: five or more in a row win.
* standard: exactly five in a row win; six or more count for nothing.
* renju: black wins with exactly five and may not play forbidden points (`renju.py`); white wins with five or more.
  Where black has only forbidden points left the game is a draw: the federation lets a player pass, and nothing
  more can come of it than two passes.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Literal, get_args

from orchard.core.board import Board, Move, squares_of
from orchard.core.drawing import Style
from orchard.core.errors import OptionError
from orchard.core.game import BLACK, WHITE, Color, Game, Outcome, Position, other
from orchard.games.gomoku import renju

if TYPE_CHECKING:
    import numpy as np

DEFAULT_WIDTH, MIN_WIDTH, MAX_WIDTH = 15, 5, 20
WORD = (1 << 64) - 1
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
RuleSet = Literal["freestyle", "standard", "renju"]
RULE_SETS: tuple[RuleSet, ...] = get_args(RuleSet)
AIMS: dict[RuleSet, str] = {
    "freestyle": "five or more in a row wins",
    "standard": "exactly five in a row wins",
    "renju": "five in a row wins; black may make no six, no double four and no double three",
}


class Gomoku(Game):
    base_name = "gomoku"
    style = Style("crossings", ground="#e3b873", line="#7a5a2b", frame="#c08d4d", ink="#2b1a08", marks_legal=False)
    opening_rules = ("swap2",)
    options = (*(str(width) for width in range(MIN_WIDTH, MAX_WIDTH + 1)), *RULE_SETS[1:])
    rule_sets = RULE_SETS
    rank = 3
    perft_ended = 1
    gain_is = "stones in line"

    def __init__(self, width: int, rule_set: RuleSet) -> None:
        self.board = Board.square(width, row_one_at_top=False)
        self.rule_set = rule_set
        self.rule = RULE_SETS.index(rule_set)  # as kernels know it
        self.title = "Gomoku" if rule_set == "freestyle" else f"Gomoku ({rule_set})"
        self.aim = AIMS[rule_set]
        self.max_plies = width * width
        size = width * width
        self.perft_counts = {2: size * (size - 1), 3: size * (size - 1) * (size - 2)}  # nobody can have five yet

    @property
    def name(self) -> str:
        width = f":{self.board.width}" if self.board.width != DEFAULT_WIDTH else ""
        return f"gomoku{width}" + (f":{self.rule_set}" if self.rule else "")

    def wins_with_six(self, color: Color) -> bool:
        """Whether six or more in a row win for that side, as five do."""
        return self.rule_set == "freestyle" or (self.rule_set == "renju" and color == WHITE)

    def is_restricted(self, color: Color) -> bool:
        """Whether points may be forbidden to that side."""
        return self.rule_set == "renju" and color == BLACK

    @cached_property
    def _row_starts(self) -> tuple[tuple[int, int, int], ...]:
        """For each of the four directions: its step, and the points from which five and six in a row fit the board."""
        width = self.board.width

        def starts(down: int, right: int, more: int) -> int:
            return sum(
                1 << (row * width + column)
                for row in range(width - more * down)
                for column in range(width)
                if 0 <= column + more * right < width
            )

        return tuple(
            (down * width + right, starts(down, right, 4), starts(down, right, 5)) for down, right in DIRECTIONS
        )

    def _fives(self, stones: int, six_wins: bool) -> list[tuple[int, int]]:
        """(step, mask of first points) of the directions in which `stones` has five in a row that win."""
        found = []
        for step, fives, sixes in self._row_starts:
            run = stones & fives & stones >> step & stones >> 2 * step & stones >> 3 * step & stones >> 4 * step
            if run and not six_wins:
                longer = run & sixes & stones >> 5 * step
                run &= ~(longer | longer << step)
            if run:
                found.append((step, run))
        return found

    def _fives_of(self, position: Position, color: Color) -> list[tuple[int, int]]:
        return self._fives(position.black if color == BLACK else position.white, self.wins_with_six(color))

    def _five_of(self, position: Position) -> Color | None:
        """Who has five in a row; the side that moved last, should an impossible board have two."""
        last = other(position.to_move)
        for color in (last, position.to_move):
            if self._fives_of(position, color):
                return color
        return None

    def start(self) -> Position:
        return Position(self, 0, 0, BLACK)

    def legal_mask(self, position: Position) -> int:
        if self._five_of(position):
            return 0
        empty = self.board.all_squares & ~(position.black | position.white)
        if self.is_restricted(position.to_move):
            return empty & ~renju.forbidden_mask(position.black, position.white, self.board.width)
        return empty

    def after(self, position: Position, move: Move) -> Position:
        stone = 1 << move.square
        black = position.black | (stone if position.to_move == BLACK else 0)
        white = position.white | (stone if position.to_move == WHITE else 0)
        moves_made = (*position.moves_made, move)
        return Position(self, black, white, other(position.to_move), position.ply + 1, moves_made)

    def is_over(self, position: Position) -> bool:
        if position.empties == 0 or self._five_of(position) is not None:
            return True
        return self.is_restricted(position.to_move) and not self._may_move(position)

    def _may_move(self, position: Position) -> bool:
        """Whether black has a point that is not forbidden."""
        empty = self.board.all_squares & ~(position.black | position.white)
        return any(
            renju.ban(position.black, position.white, square, self.board.width) is None for square in squares_of(empty)
        )

    def why_not(self, position: Position, move: Move) -> tuple[str, str]:
        ban = renju.ban(position.black, position.white, move.square, self.board.width)
        return super().why_not(position, move) if ban is None else (ban, renju.REASONS[ban])

    def outcome(self, position: Position) -> Outcome:
        winner = self._five_of(position)
        return Outcome.of(0 if winner is None else 1 if winner == BLACK else -1)

    def winning_squares(self, position: Position) -> tuple[int, ...]:
        winner = self._five_of(position)
        if winner is None:
            return ()
        squares: set[int] = set()
        for step, run in self._fives_of(position, winner):
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
        return self._kernels.DYNAMICS[self.rule]

    def state(self, position: Position) -> np.ndarray[Any, Any]:
        import numpy as np

        own, enemy = position.own, position.enemy
        lost = self._five_of(position) is not None
        words = [stones >> 64 * word & WORD for stones in (own, enemy) for word in range(self._kernels.WORDS)]
        board = self._kernels.board_word(self.board.width, self.rule, position.to_move == WHITE)
        return np.array([*words, board, lost], dtype=np.uint64)

    def perft(self, position: Position, depth: int) -> int:
        if self.rule:
            return super().perft(position, depth)
        return int(self._kernels.perft(self.state(position), depth))

    def random_games(self, position: Position, games: int, seed: int) -> tuple[int, int, int]:
        if self.rule:
            return super().random_games(position, games, seed)
        wins, draws, losses = self._kernels.play_random_games(self.state(position), seed, games)
        return int(wins), int(draws), int(losses)

    def __reduce__(self) -> Any:
        return with_option, (f"{self.board.width}:{self.rule_set}",)


def rule_of(game: Game) -> int:
    """The number by which kernels know the rule set of a game of Gomoku."""
    assert isinstance(game, Gomoku)
    return game.rule


@cache
def _game(width: int, rule_set: RuleSet) -> Gomoku:
    return Gomoku(width, rule_set)


def with_option(option: str) -> Gomoku:
    """The game on a board and by the rules that `option` names: '9', 'renju', '9:renju', 'width=9', 'rule=renju'."""
    widths: list[int] = []
    rule_sets: list[RuleSet] = []
    for part in option.split(":"):
        text = part.strip().removeprefix("width=").removeprefix("rule=")
        rule_set = next((known for known in RULE_SETS if known == text), None)
        if rule_set is not None:
            rule_sets.append(rule_set)
        elif text.isdecimal() and MIN_WIDTH <= int(text) <= MAX_WIDTH:
            widths.append(int(text))
        else:
            what = "rule set" if text.isalpha() else "board of width"
            raise OptionError(f"no Gomoku {what} {text!r}; there are {CHOICES}")
    if len(widths) > 1 or len(rule_sets) > 1:
        raise OptionError(f"{option!r} names two boards or two rule sets; write 'gomoku:9:renju': there are {CHOICES}")
    return _game((widths or [DEFAULT_WIDTH])[0], (rule_sets or [RULE_SETS[0]])[0])


CHOICES = f"the widths {MIN_WIDTH} to {MAX_WIDTH} and the rule sets {', '.join(RULE_SETS)}"
GAME = _game(DEFAULT_WIDTH, "freestyle")
