"""A Game knows the rules; a Position is one frozen moment of it."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from orchard.core import drawing
from orchard.core.board import PASS, Board, Move, squares_of
from orchard.core.errors import BoardTextError, IllegalMoveError, SquareError, TranscriptError

if TYPE_CHECKING:
    import numpy as np

    from orchard.core.dynamics import Dynamics

Color = Literal["black", "white"]
BLACK: Color = "black"
WHITE: Color = "white"
DIGIT_STONES = str.maketrans("012", "-XO")
STONES = {"X": "X", "*": "X", "B": "X", "#": "X", "O": "O", "W": "O", "-": "-", ".": "-"}


def other(color: Color) -> Color:
    return WHITE if color == BLACK else BLACK


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. `score` is black's view: above 0 black won, below 0 white."""

    winner: Color | None
    score: int

    @classmethod
    def of(cls, score: int) -> Outcome:
        return cls(BLACK if score > 0 else WHITE if score < 0 else None, score)

    def score_for(self, color: Color) -> int:
        return self.score if color == BLACK else -self.score


@dataclass(frozen=True, slots=True)
class Position:
    """Stones, the side to move, and the moves that led here.

    Equal positions have the same game, stones and side; how they came about does not matter.
    Squares are numbered row by row from the top left, and masks have bit n set for square n.
    """

    game: Game
    black: int
    white: int
    to_move: Color
    ply: int = field(default=0, compare=False)
    moves_made: tuple[Move, ...] = field(default=(), compare=False)
    flipped_mask: int = field(default=0, compare=False)

    # --------------------------------------------------------------- what may be played

    def legal(self) -> list[Move]:
        """The legal moves; `['pass']` when the side to move must pass; `[]` when the game is over."""
        mask = self.legal_mask()
        if mask:
            return [self.game.board.moves[square] for square in squares_of(mask)]
        return [] if self.is_over else [PASS]

    def legal_mask(self) -> int:
        """The fast twin of `legal()`: bit n is set where square n may be played."""
        return self.game.legal_mask(self)

    def move(self, move: str) -> Move:
        """The legal move called `move`, or an IllegalMoveError that says why it is not legal."""
        found = move if isinstance(move, Move) else self.game.board.move(move)
        mask = self.legal_mask()
        if not found.is_pass and found.square >= self.game.board.size:
            raise SquareError(f"no square {found} on this board", kind="no_square", square=found)
        if found.is_pass:
            if mask:
                moves = self._some_moves()
                message = f"{self.to_move} may not pass: {moves} can be played"
                raise IllegalMoveError(message, kind="may_not_pass", color=self.to_move, moves=moves)
            if self.is_over:
                raise IllegalMoveError("the game is over: nobody can pass", kind="over")
            return PASS
        if not mask >> found.square & 1:
            kind, why = self._why_not(found, mask)
            raise IllegalMoveError(f"{self.to_move} cannot play {found}: {why}", kind=kind, move=found)
        return found

    def _some_moves(self) -> str:
        moves = self.legal()
        return ", ".join(moves[:4]) + (", ..." if len(moves) > 4 else "")

    def _why_not(self, move: Move, mask: int) -> tuple[str, str]:
        if self.is_over:
            return "over", "the game is over"
        if (self.black | self.white) >> move.square & 1:
            return "occupied", "the square is occupied"
        if not mask:
            return "must_pass", "there is no legal move, so 'pass' must be played"
        kind, why = self.game.why_not(self, move)
        return kind, f"{why} (legal: {self._some_moves()})"

    def play(self, move: str) -> Position:
        """The position after a legal move: a Move, 'f5', 'F5' or 'pass'."""
        return self.game.after(self, self.move(move))

    # --------------------------------------------------------------- how it stands

    @property
    def is_over(self) -> bool:
        return self.game.is_over(self)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.game.outcome(self) if self.is_over else None

    @property
    def own(self) -> int:
        """Stones of the side to move, as a mask."""
        return self.black if self.to_move == BLACK else self.white

    @property
    def enemy(self) -> int:
        """Stones of the other side, as a mask."""
        return self.white if self.to_move == BLACK else self.black

    def count(self, color: Color) -> int:
        return (self.black if color == BLACK else self.white).bit_count()

    @property
    def empties(self) -> int:
        return self.game.board.size - (self.black | self.white).bit_count()

    def stone(self, square: int) -> Color | None:
        if self.black >> square & 1:
            return BLACK
        return WHITE if self.white >> square & 1 else None

    # --------------------------------------------------------------- what a view draws

    @property
    def last_move(self) -> Move | None:
        return self.moves_made[-1] if self.moves_made else None

    @property
    def flipped(self) -> tuple[Move, ...]:
        """The squares whose discs the last move turned."""
        return tuple(self.game.board.moves[square] for square in squares_of(self.flipped_mask))

    @property
    def winning_line(self) -> tuple[Move, ...]:
        """The stones that won, where the game knows such a thing; else empty."""
        return tuple(self.game.board.moves[square] for square in self.game.winning_squares(self))

    @property
    def text(self) -> str:
        """The board row by row from the top left, a space, and the side to move: '---XO--- ... X'."""
        # the masks' binary digits read as decimal ones: 1 is black, 2 is white; eight times faster than a loop
        digits = int(f"{self.black:b}") + 2 * int(f"{self.white:b}")
        stones = f"{digits:0{self.game.board.size}}"[::-1].translate(DIGIT_STONES)
        return f"{stones} {'X' if self.to_move == BLACK else 'O'}"

    @property
    def transcript(self) -> str:
        """The moves that led here, 'f5d6c3'; passes are left out."""
        return "".join(move for move in self.moves_made if not move.is_pass)

    def __str__(self) -> str:
        return drawing.as_text(self)

    def _repr_svg_(self) -> str:
        return drawing.as_svg(self)

    # --------------------------------------------------------------- symmetries and storage

    def symmetry(self, k: int) -> Position:
        """The same position seen through symmetry k of the board (0 changes nothing)."""
        board = self.game.board
        return Position(
            self.game,
            board.transform_mask(self.black, k),
            board.transform_mask(self.white, k),
            self.to_move,
            self.ply,
            tuple(board.transform_move(move, k) for move in self.moves_made),
            board.transform_mask(self.flipped_mask, k),
        )

    def symmetries(self) -> list[Position]:
        """Every view of this position under which the rules stay the same; the first is itself."""
        return [self.symmetry(k) for k in self.game.symmetries]


class Game(ABC):
    """The rules of one game on one board. There is one object per game; compare with `is` or `==`.

    This is all that a game must have; what its folder may offer beyond it is in `core/offers.py`.
    """

    base_name: str  # the name of its folder, "reversi"
    kin: str = ""  # the game whose offers serve this one too, where its own folder has none
    title: str  # for people, "Reversi"
    aim: str  # one line: who wins
    style: drawing.Style
    board: Board
    passes_allowed: bool = False  # whether a side without a move passes; else it can always move until the end
    max_plies: int  # no game is longer, passes included
    max_score: int = 1  # no result is higher; a player at fault loses by this much
    seconds_per_move: float = 60.0  # what a course plays with
    opening_rules: tuple[str, ...] = ()  # other ways to begin than black's first move, such as "swap2"
    options: tuple[str, ...] = ()  # what may follow the name and a colon, for people to choose from
    perft_counts: Mapping[int, int] = {}
    perft_ended: int = 0  # what a game that ended before that depth counts as, which published tables do not agree on
    rank: int = 100  # order in lists, the smallest first
    evaluation: str = "blind"  # the default evaluation of alpha-beta

    @property
    def name(self) -> str:
        """What `orchard.game()` takes to give this very game."""
        return self.base_name

    @property
    def symmetries(self) -> Sequence[int]:
        """The symmetries of the board that leave the rules as they are, 0 first."""
        return self.board.symmetries

    @property
    def has_margin(self) -> bool:
        """Whether games are won by a number of points, not just won or lost."""
        return self.max_score > 1

    @property
    def phases(self) -> tuple[int, int]:
        """The plies at which the middle of a game and its end begin."""
        return self.board.size // 3, 2 * self.board.size // 3

    # --------------------------------------------------------------- rules, each game its own

    @abstractmethod
    def start(self) -> Position: ...

    @abstractmethod
    def legal_mask(self, position: Position) -> int: ...

    @abstractmethod
    def after(self, position: Position, move: Move) -> Position:
        """The position after a move already known to be legal."""

    @abstractmethod
    def is_over(self, position: Position) -> bool: ...

    @abstractmethod
    def outcome(self, position: Position) -> Outcome:
        """The result of a finished game."""

    def winning_squares(self, position: Position) -> tuple[int, ...]:
        """The stones that won, where the game knows such a thing."""
        return ()

    def why_not(self, position: Position, move: Move) -> tuple[str, str]:
        """Why an empty square may not be played while others may: a short word, and a reason for people."""
        return "not_legal", "the rules do not allow it"

    def gain(self, position: Position, move: Move) -> int:
        """What a greedy player maximises: by default the result, if the move ends the game."""
        after = self.after(position, move)
        return self.outcome(after).score_for(position.to_move) if self.is_over(after) else 0

    gain_is = "points"  # what `gain` counts, for people

    # --------------------------------------------------------------- what kernels need

    @property
    @abstractmethod
    def dynamics(self) -> Dynamics:
        """The compiled rules, as search/ uses them."""

    def use_plain_rules(self) -> None:  # noqa: B027 - most games need no kernels for their rules
        """Play by rules in plain Python where there are any: a bot's process then starts without loading Numba."""

    @abstractmethod
    def state(self, position: Position) -> np.ndarray[Any, Any]:
        """The position as the words its kernels work on, from the mover's view."""

    @property
    def state_bits(self) -> tuple[Sequence[int], Sequence[int]]:
        """Which bit of a state's words is the mover's stone on each square, and which is the opponent's.

        By default a state is two words, the stones of one side each.
        """
        return range(self.board.size), range(64, 64 + self.board.size)

    def perft(self, position: Position, depth: int) -> int:
        """Leaves of the game tree at that depth."""
        from orchard.core import dynamics

        return dynamics.perft(self.dynamics, self.state(position), depth, self.perft_ended)

    def random_games(self, position: Position, games: int, seed: int) -> tuple[int, int, int]:
        """Random games: how many the side to move won, drew, lost."""
        from orchard.core import dynamics

        return dynamics.random_games(self.dynamics, self.state(position), self.max_plies, games, seed)

    # --------------------------------------------------------------- reading

    def parse(self, text: str) -> Position:
        """The position of a board text: squares row by row from the top left, then the side to move."""
        if not isinstance(text, str):
            raise BoardTextError(f"a board is text, row by row, not {type(text).__name__}")
        symbols: list[str] = []
        size = self.board.size
        for at, char in enumerate(text):
            if char.isspace() or char in "/|":
                continue
            symbols.append(STONES.get(char.upper(), ""))
            if not symbols[-1] or (len(symbols) == size + 1 and symbols[-1] == "-"):
                where = f"at character {at + 1}"
                if len(symbols) <= size:
                    where += f" (square {self.board.moves[len(symbols) - 1]})"
                    allowed = "X (black), O (white) or - (empty)"
                else:
                    allowed = "X or O, the side to move"
                message = f"board text has {char!r} {where}; expected {allowed}"
                raise BoardTextError(message, kind="board_char", char=char, at=at + 1)
        if len(symbols) != size + 1:
            raise BoardTextError(
                f"board text has {len(symbols)} characters; {self.title} needs {size + 1}: {size} squares "
                f"({self.board.height} rows of {self.board.width}) and then the side to move, X or O",
                kind="board_length",
                n=len(symbols),
                needed=size + 1,
            )
        stones = "".join(symbols)
        black = sum(1 << square for square in range(size) if stones[square] == "X")
        white = sum(1 << square for square in range(size) if stones[square] == "O")
        start = self.start()
        ply = max(0, (black | white).bit_count() - (start.black | start.white).bit_count())
        return Position(self, black, white, BLACK if stones[-1] == "X" else WHITE, ply)

    def replay(self, transcript: str, start: Position | None = None) -> Position:
        """The position after a transcript, 'f5d6c3' or 'f5 d6 c3'; passes may be left out."""
        position = start or self.start()
        for number, (at, move) in enumerate(self.read_moves(transcript), 1):
            try:
                if not move.is_pass and self.passes_allowed and position.legal() == [PASS]:
                    position = position.play(PASS)
                position = position.play(move)
            except IllegalMoveError as error:
                message = f"move {number} (character {at + 1}) of the transcript: {error}"
                raise TranscriptError(message, kind="at_move", n=number, move=move) from error
        return position

    def read_moves(self, transcript: str) -> list[tuple[int, Move]]:
        """The moves of a transcript, each with the character it begins at."""
        if not isinstance(transcript, str):
            raise TranscriptError(f"a transcript is text such as 'f5d6', not {type(transcript).__name__}")
        moves: list[tuple[int, Move]] = []
        for token in re.finditer(r"[^\s,;]+", transcript):
            text, at = token.group(), 0
            whole = re.fullmatch(r"\d{1,2}[a-tA-T]|--|pass|pa|ps", text, re.IGNORECASE)
            while at < len(text):
                part = whole or re.compile(r"pass|[a-z]\d{1,2}|--", re.IGNORECASE).match(text, at)
                try:
                    if part is None:
                        raise SquareError("expected a move such as " + self.board.moves[self.board.size // 3])
                    moves.append((token.start() + at, self.board.move(part.group())))
                except SquareError as error:
                    raise TranscriptError(
                        f"cannot read {text[at : at + 8]!r} at character {token.start() + at + 1}"
                        f" of the transcript: {error}",
                        kind="unreadable",
                        text=text[at : at + 8],
                        at=token.start() + at + 1,
                    ) from error
                at = part.end()
        return moves

    # --------------------------------------------------------------- identity

    def __repr__(self) -> str:
        return f"orchard.game({self.name!r})"

    def __eq__(self, another: object) -> bool:
        return isinstance(another, Game) and another.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> Any:
        return "GAME"  # pickled as the constant GAME of its own file
