"""Gomoku: five in a row wins. On 15×15 or another width, by one of three rule sets.

* freestyle: five or more in a row win.
* standard: exactly five in a row win; six or more count for nothing.
* renju: black wins with exactly five and may not play forbidden points (`renju.py`); white wins with five or more.
  Where black has only forbidden points left the game is a draw: the federation lets a player pass, and nothing
  more can come of it than two passes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Literal, get_args

from orchard.core.board import Board, Move, squares_of
from orchard.core.drawing import Style
from orchard.core.errors import OptionError
from orchard.core.game import BLACK, WHITE, Color, Game, Position
from orchard.games import line_game
from orchard.games.gomoku import renju

if TYPE_CHECKING:
    import numpy as np

DEFAULT_WIDTH, MIN_WIDTH, MAX_WIDTH = 15, 5, 20
WORD = (1 << 64) - 1
RuleSet = Literal["freestyle", "standard", "renju"]
RULE_SETS: tuple[RuleSet, ...] = get_args(RuleSet)
AIMS: dict[RuleSet, str] = {
    "freestyle": "five or more in a row wins",
    "standard": "exactly five in a row wins",
    "renju": "five in a row wins; black may make no six, no double four and no double three",
}


class Gomoku(line_game.LineGame):
    base_name = "gomoku"
    in_a_row = 5
    style = Style("crossings", ground="#e3b873", line="#7a5a2b", frame="#c08d4d", ink="#2b1a08", marks_legal=False)
    opening_rules = ("swap2",)
    options = (*(str(width) for width in range(MIN_WIDTH, MAX_WIDTH + 1)), *RULE_SETS[1:])
    rule_sets = RULE_SETS
    rank = 3
    perft_ended = 1
    phases = (10, 30)
    gain_is = "stones in line"

    def __init__(self, width: int, rule_set: RuleSet) -> None:
        self.board = Board.square(width, row_one_at_top=False)
        self.rule_set = rule_set
        self.rule = RULE_SETS.index(rule_set)  # as kernels know it
        self.title = "Gomoku" if rule_set == "freestyle" else f"Gomoku ({rule_set})"
        self.aim = AIMS[rule_set]
        size = self.max_plies = width * width
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

    def winning_rows(self, position: Position, color: Color) -> line_game.Rows:
        rows = super().winning_rows(position, color)
        if self.wins_with_six(color):
            return rows
        found = []
        for step, first in rows:
            longer = first & first >> step
            exact = first & ~(longer | longer << step)
            if exact:
                found.append((step, exact))
        return tuple(found)

    def legal_mask(self, position: Position) -> int:
        if self.winner(position):
            return 0
        empty = self.board.all_squares & ~(position.black | position.white)
        if self.is_restricted(position.to_move):
            return empty & ~renju.forbidden_mask(position.black, position.white, self.board.width)
        return empty

    def is_over(self, position: Position) -> bool:
        if position.empties == 0 or self.winner(position) is not None:
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

    def gain(self, position: Position, move: Move) -> int:
        """The stones in the longest line that a move would make, five at most."""
        return max(min(self._run(position.own, move.square, down, right), 5) for down, right in line_game.DIRECTIONS)

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
        lost = self.winner(position) is not None
        words = [stones >> 64 * word & WORD for stones in (own, enemy) for word in range(self._kernels.WORDS)]
        board = self._kernels.board_word(self.board.width, self.rule, position.to_move == WHITE)
        return np.array([*words, board, lost], dtype=np.uint64)

    @property
    def state_bits(self) -> tuple[Sequence[int], Sequence[int]]:
        enemy = 64 * self._kernels.WORDS
        return range(self.board.size), range(enemy, enemy + self.board.size)

    def perft(self, position: Position, depth: int) -> int:
        if self.rule:
            return super().perft(position, depth)
        # on lines it is 14 times faster than with the kernel for any game (depth 3: 0.71 against 10 G leaves a second)
        return int(self._kernels.perft(self.state(position), depth))

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
