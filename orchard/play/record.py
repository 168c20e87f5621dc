"""Everything needed to replay a game and to argue about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, fields
from functools import lru_cache
from typing import Any, Literal

from orchard.core.errors import OrchardError
from orchard.core.game import Color, Game, Position
from orchard.games import game as find_game
from orchard.play.quick_replay import quick_replay

Verdict = Literal["normal", "resign", "time", "illegal", "crash", "memory", "protocol"]
VERDICTS: tuple[Verdict, ...] = ("normal", "resign", "time", "illegal", "crash", "memory", "protocol")


def position_after(game: str, start: str, opening: str = "") -> Position:
    """The position after a transcript, from a board text or, where that is empty, from the game's own start."""
    rules = find_game(game)
    return rules.replay(opening, rules.parse(start) if start else None)


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """One move as it was played; `value` is the mover's own estimate, `refused` the illegal answers before it."""

    move: str
    seconds: float = 0.0
    value: float | None = None
    nodes: int = 0
    depth: int = 0
    refused: tuple[str, ...] = ()

    def __init__(
        self,
        move: str,
        seconds: float = 0.0,
        value: float | None = None,
        nodes: int = 0,
        depth: int = 0,
        refused: tuple[str, ...] = (),
    ) -> None:  # as dataclass would write it, in half the time: a large file has millions
        _set_move(self, move)
        _set_seconds(self, seconds)
        _set_value(self, value)
        _set_nodes(self, nodes)
        _set_depth(self, depth)
        _set_refused(self, refused)


_set_move, _set_seconds, _set_value, _set_nodes, _set_depth, _set_refused = (
    getattr(MoveRecord, field.name).__set__ for field in fields(MoveRecord)
)


@lru_cache(maxsize=32)
def plain_moves(game: Game) -> tuple[MoveRecord, ...]:
    """A record for each square of which no more is known, and one for a pass at index -1: all games share them."""
    return (*(MoveRecord(str(move)) for move in game.board.moves), MoveRecord("pass"))


@lru_cache(maxsize=32)
def _squares(game: Game) -> dict[str, int]:
    return {move.move: square for square, move in enumerate(plain_moves(game)[:-1])} | {"pass": -1}


def squares_of_moves(game: Game, moves: Sequence[MoveRecord]) -> list[int]:
    """The square of each move, -1 for a pass."""
    known = _squares(game)
    try:
        return [known[move.move] for move in moves]
    except KeyError:  # written in another way, such as F5
        return [game.board.move(move.move).square for move in moves]


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a player lost without being beaten, with what is needed to see it again."""

    player: Color
    verdict: Verdict
    reason: str  # one plain sentence
    position: str  # board text the player was asked about
    clock_seconds: float | None = None  # time it had left when it was asked
    used_seconds: float | None = None  # None where it failed before it was asked anything
    stderr: str = ""
    traceback: str = ""
    command: str = ""  # reproduces it
    computed_seconds: float | None = None  # of processor time, where a program was too late and the system tells


@dataclass(frozen=True, slots=True)
class Swap2:
    """How a game was opened by swap2: who put which stones, who chose, and which colour."""

    first: Color  # that the player who put the first three stones came to play
    placed_by_first: tuple[str, ...]  # black, white, black
    placed_by_second: tuple[str, ...]  # white, black; empty where the second chose at once
    chosen_by: Literal["first", "second"]
    chosen: Color

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Swap2:
        lists = {key: tuple(value[key]) for key in ("placed_by_first", "placed_by_second")}
        return cls(**{**value, **lists})


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game. `moves` follow `opening`, which was played before the clocks started."""

    id: str
    game: str
    black: str  # player specs
    white: str
    start: str = ""  # board text; empty for the game's own start
    opening: str = ""  # transcript from `start`, played by the referee
    moves: tuple[MoveRecord, ...] = ()
    winner: Color | None = None
    score: int = 0  # black's view, as the game counts it; a fault scores the worst result for the one at fault
    verdict: Verdict = "normal"
    fault: Fault | None = None
    seed: int = 0
    started: str = ""  # ISO 8601, UTC
    seconds: float = 0.0
    versions: dict[str, str] = field(default_factory=dict, hash=False)
    output: dict[str, str] = field(default_factory=dict, hash=False)  # what a bot process printed, by colour
    swap2: Swap2 | None = None  # how `opening` came about, where that rule was played

    def start_position(self) -> Position:
        return position_after(self.game, self.start)

    def first_position(self) -> Position:
        """Where the players took over."""
        return position_after(self.game, self.start, self.opening)

    def positions(self) -> Iterator[Position]:
        """Every position of the game, from its start to its end, the opening included."""
        first = self.first_position()
        position = self.start_position()
        yield position
        for move in (*first.moves_made, *(record.move for record in self.moves)):
            position = position.play(move)
            yield position

    def last_position(self) -> Position:
        position = self.first_position()
        for record in self.moves:
            position = position.play(record.move)
        return position

    @property
    def ends_on_board(self) -> bool:
        """Whether the game is over by the rules after its last move."""
        quick = quick_replay(self.first_position(), squares_of_moves(find_game(self.game), self.moves))
        return self.last_position().is_over if quick is None else quick[1] is not None

    @property
    def is_unfinished(self) -> bool:
        """Whether nobody won and the last position can be played on; what cannot be replayed counts as ended."""
        try:
            return self.winner is None and not self.ends_on_board
        except OrchardError:
            return False

    @property
    def transcript(self) -> str:
        """All moves from `start`, passes left out."""
        return self.opening.replace(" ", "") + "".join(m.move for m in self.moves if m.move != "pass")

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> GameRecord:
        moves = tuple(MoveRecord(**{**m, "refused": tuple(m.get("refused", ()))}) for m in value["moves"])
        fault = Fault(**value["fault"]) if value.get("fault") else None
        swap2 = Swap2.from_json(value["swap2"]) if value.get("swap2") else None
        return cls(**{**value, "moves": moves, "fault": fault, "swap2": swap2})
