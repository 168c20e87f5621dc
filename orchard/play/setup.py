"""What is agreed before a game: the rules of the clock and of faults, and the two players, colours and opening."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from orchard.core.choice import MOST_THREADS
from orchard.core.errors import OptionError
from orchard.games import game as find_game

PONDER = ("engines", "everyone", "nobody")
OPENING_RULES = ("", "swap2")


@dataclass(frozen=True, slots=True)
class Rules:
    """Time, patience and room for each side. None is no limit.

    `tolerance_s` is how late an answer may be, to allow for a busy machine; all answers of a side in a game may be
    late by five times that together (`play/clock.py`). `illegal` answers in a row lose the game; the clock runs on
    while a player is asked again. `nodes`, `playouts`, `depth` and `threads` go into the `Limits` of every move.
    `memory_mb` and `startup_s` bind bots that run as processes. `ponder` says which processes run on while the
    opponent thinks; the others stand still. `opening_rule` is "swap2" where the game is opened that way: black of the
    setup puts the first stones, and who plays black is chosen then.
    """

    seconds_per_move: float | None = 60.0
    seconds_per_game: float | None = None
    increment: float = 0.0
    tolerance_s: float = 0.05
    illegal: int = 3
    nodes: int | None = None
    depth: int | None = None
    threads: int = 1
    memory_mb: int = 2048
    playouts: int | None = None
    startup_s: float = 30.0
    ponder: str = "engines"
    opening_rule: str = ""

    def __post_init__(self) -> None:
        for name in ("seconds_per_move", "seconds_per_game", "startup_s", "increment", "tolerance_s"):
            value, may_be_0 = getattr(self, name), name in ("increment", "tolerance_s")
            if value is not None and not (0 < value < math.inf or (value == 0 and may_be_0)):
                range_ = "0 seconds or more" if may_be_0 else "more than 0 seconds"
                raise OptionError(f"{name}={value!r} is out of range: {range_}")
        if self.increment and self.seconds_per_game is None:
            raise OptionError("increment adds to the seconds of a whole game: give seconds_per_game, too")
        if self.opening_rule not in OPENING_RULES:
            raise OptionError(f"opening_rule={self.opening_rule!r} is unknown: swap2, or nothing")
        for name in ("illegal", "threads", "memory_mb", "nodes", "playouts", "depth"):
            value, low = getattr(self, name), 64 if name == "memory_mb" else 1
            if value is not None and value < low:
                raise OptionError(f"{name}={value!r} is out of range: {low} or more")
        if self.threads > MOST_THREADS:
            raise OptionError(f"threads={self.threads} is out of range: at most {MOST_THREADS}")
        if self.ponder not in PONDER:
            raise OptionError(f"ponder={self.ponder!r} must be one of {', '.join(PONDER)}")

    @classmethod
    def for_game(cls, name: str) -> Rules:
        """What a course plays with."""
        return cls(seconds_per_move=find_game(name).seconds_per_move)


@dataclass(frozen=True, slots=True)
class GameSetup:
    """One game to be played. With bounds on work instead of time, the same setup gives the same game.

    `opening` is played by the referee before the clocks start. `replay` follows it: on those plies the players are
    asked as in a real game, but the given move is played whatever they answer. That brings a bot into the very
    state in which it failed.
    """

    id: str
    game: str
    black: str
    white: str
    start: str = ""
    opening: str = ""
    seed: int = 0
    rules: Rules = field(default_factory=Rules)
    replay: str = ""
