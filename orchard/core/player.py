"""What every player promises: a legal move, within its limits, the same again for the same seed."""

import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from orchard.core.choice import Choice, Limits
from orchard.core.errors import IllegalMoveError, OptionError
from orchard.core.game import Color, Game, Position
from orchard.core.sight import Sight
from orchard.core.swap2 import Swap2Answer
from orchard.core.trace import Trace
from orchard.core.tree import TreeNode
from orchard.core.worth import Unit

MOST = 1 << 53  # kernels count in 64 bits, and JSON in 53
YES, NO = ("yes", "true", "1", "on"), ("no", "false", "0", "off")


@dataclass(frozen=True, slots=True)
class Option:
    """One setting of a player: its default, what it may be, and what it means."""

    default: Any
    help: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()

    @property
    def kind(self) -> type:
        return str if self.default is None else type(self.default)

    def range(self) -> str:
        if self.choices:
            return " | ".join(self.choices)
        if self.kind is bool:
            return "yes | no"
        if self.low is not None and self.high is not None:
            return f"{self.low:g} to {self.high:g}"
        if self.low is not None:
            return f"{self.low:g} or more"
        return {int: "a whole number", float: "a number"}.get(self.kind, "text")

    def read(self, name: str, value: Any) -> Any:
        """The value in this option's type, or an OptionError that says what it may be."""
        wrong = OptionError(f"{name}={value} is out of range: {self.range()}")
        if value is None and self.default is None:
            return None
        if self.kind is bool:
            word = str(value).lower()
            if word not in YES + NO:
                raise wrong
            return word in YES
        try:
            read = self.kind(value)
        except (TypeError, ValueError):
            raise wrong from None
        if self.choices and read not in self.choices:
            raise wrong
        if self.kind is int and abs(read) > MOST:
            raise OptionError(f"{name}={value} is out of range: at most {MOST}")
        if self.kind in (int, float) and not (
            (self.low is None or read >= self.low) and (self.high is None or read <= self.high)
        ):
            raise wrong
        return read


class Player(ABC):
    """A player is a file in `orchard/players`, or in the folder `players` of a game, with one such class called PLAYER.

    A subclass says its `summary`, the `games` it plays and its `options`, and implements `think`. `self.options` then
    holds the values, checked.
    """

    name: ClassVar[str]  # the name of its file, of its class where that is somebody else's
    summary: ClassVar[str]
    games: ClassVar[tuple[str, ...]] = ()  # base names of those it plays; empty: every game
    width: ClassVar[int | None] = None  # of the only board it plays on; None: any
    value_unit: Unit | None = None  # what its values mean, where that can be compared with those of others
    OPTIONS: ClassVar[Mapping[str, Option]] = {}
    MAIN_OPTION: ClassVar[str] = ""  # the option meant by a bare value, as in `level:3`
    tree_adds_up: ClassVar[bool] = True  # whether the visits of a shown tree are those of its children and its own
    shows_depths: ClassVar[bool] = False  # whether it reports each depth to `limits.progress`
    takes_argument: ClassVar[bool] = False  # whether a spec is `name:ARGUMENT`, taken as it stands, not key=value

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "name" not in vars(cls):
            is_ours = cls.__module__.startswith("orchard.")
            cls.name = cls.__module__.rpartition(".")[2] if is_ours else cls.__name__

    def __init__(self, **values: Any) -> None:
        for key in values:
            if key not in self.OPTIONS:
                known = ", ".join(self.OPTIONS) or "none"
                raise OptionError(f"player {self.name!r} has no option {key!r}; its options are: {known}")
        self.options: dict[str, Any] = {
            key: option.read(key, values[key]) if key in values else option.default
            for key, option in self.OPTIONS.items()
        }
        self.spec = self.name + (":" + ",".join(f"{k}={v}" for k, v in values.items()) if values else "")

    @abstractmethod
    def think(self, position: Position, limits: Limits) -> Choice | str:
        """A choice, or a move, for a position that is not over and of a game this player plays."""

    def __repr__(self) -> str:
        return f"orchard.player({self.spec!r})"

    def choose(self, position: Position, limits: Limits | None = None) -> Choice:
        """The player's move. A finished game and a game it does not play are refused."""
        if not isinstance(position, Position) or not isinstance(limits, Limits | None):
            raise OptionError("choose takes a position and, if any, orchard.Limits, such as Limits(seconds=1)")
        self.check_can_search(position)
        started = time.perf_counter()
        limits = limits or Limits()
        told = limits.progress.depths if limits.progress is not None else []
        before = len(told)
        choice = self.think(position, limits)
        seconds = time.perf_counter() - started
        c = choice if isinstance(choice, Choice) else Choice(position.game.board.move(choice))
        # written out because dataclasses.replace takes longer than a whole move of a plain player
        return Choice(c.move, c.value, c.line, c.moves, c.nodes, c.depth, seconds, c.note, tuple(told[before:]))

    def check_can_search(self, position: Position) -> None:
        """Refuse a game that this player does not play, and one that is over."""
        self.check_game(position.game)
        if position.is_over:
            raise IllegalMoveError("the game is over: there is nothing to choose", kind="over")

    def search_tree(self, position: Position, limits: Limits | None = None, depth: int = 3) -> TreeNode:
        """The tree of a search from `position`, `depth` plies of it, for people to look at."""
        raise OptionError(
            f"player {self.name!r} searches no tree that could be shown", kind="no_tree", player=self.name
        )

    def trace(self, position: Position, limits: Limits | None = None, plies: int = 64, most: int = 5000) -> Trace:
        """A search from `position` step by step: the one that `choose` would do. Of a tree of plies, `plies` are shown;
        about `most` steps are recorded."""
        raise OptionError(f"player {self.name!r} has no steps that could be shown", kind="no_steps", player=self.name)

    def sees(self, position: Position) -> tuple[Sight, ...]:
        """Its own numbers in this position, without looking ahead; empty for a player that has none to show."""
        return ()

    def evaluate(self, boards: Any, game: Game) -> Any:
        """What each of an array of boards (see `core/boards.py`) is worth to the side to move, by this player's own
        evaluation and without looking ahead: [n] float64 in the unit of its values."""
        raise OptionError(f"player {self.name!r} has no evaluation of a position")

    @property
    def even_value(self) -> float | None:
        """The value of an even position; None if its values do not say who is ahead."""
        return None if self.value_unit is None else 0.5 if self.value_unit == "chance" else 0.0

    @classmethod
    def plays(cls, game: Game) -> bool:
        """Whether it plays this game, on this board and by these rules."""
        return (not cls.games or game.base_name in cls.games) and cls.width in (None, game.board.width)

    def check_game(self, game: Game) -> None:
        self.check_kind(game)

    @classmethod
    def check_kind(cls, game: Game) -> None:
        """Refuse a game that no player of this kind plays: known before one is made, which may compile kernels."""
        if not cls.plays(game):
            played = f"; it plays {', '.join(cls.games)}" if cls.games and game.base_name not in cls.games else ""
            if not played and cls.width not in (None, game.board.width):
                played = f"; it plays only on a board {cls.width} wide"
            message = f"player {cls.name!r} does not play {game.name}{played}"
            raise OptionError(message, kind="other_game", player=cls.name, game=game.name)

    def new_game(self) -> None:  # noqa: B027 - most players keep nothing between moves
        """Forget what was kept from the last game."""

    def prepare(self, game: Game, color: Color, limits: Limits) -> None:  # noqa: B027 - most are always ready
        """Get ready to play that side of a new game under such limits, before any clock runs."""

    def refused(self, position: Position, answer: str, reason: str) -> None:  # noqa: B027 - most never need it
        """Told that the last answer was not accepted and why; the same question comes again."""

    def swap2(self, position: Position, limits: Limits) -> Swap2Answer | None:
        """Its own answer in a swap2 opening; None leaves it to `play/swap2.py`, which asks for its values."""
        return None

    def close(self) -> None:  # noqa: B027 - most players hold nothing
        """Release processes and files."""
