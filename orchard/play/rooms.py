"""Games between people on two devices: who sits where, whose turn it is, and who watches.

A room lives in memory, as long as it is used. Each side has a key, which its page keeps; who has none watches.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from dataclasses import asdict, dataclass, field
from typing import Any

from orchard.core.errors import OptionError
from orchard.core.game import Color, Position
from orchard.play.clock import Clock

MOST_ROOMS = 200
IDLE_S = 24 * 3600.0
SIDES: tuple[Color, Color] = ("black", "white")


@dataclass(frozen=True, slots=True)
class Timing:
    """Minutes for the whole game with seconds added after each move, or seconds for each move; 0 is no limit."""

    minutes: float = 0
    increment: float = 0
    per_move: float = 0

    def clock(self) -> Clock:
        return Clock(self.per_move or None, self.minutes * 60 or None, self.increment)


@dataclass
class Room:
    """One game. `keys` are of the sides that have been taken, `clients` the tabs that show it, with their side.

    The clock of the side to move runs `since` both sides have been taken or the last move was played. That it has run
    out is noticed when somebody asks."""

    id: str
    start: str
    position: Position
    timing: Timing = Timing()
    keys: dict[Color, str] = field(default_factory=dict)
    clients: dict[str, Color | None] = field(default_factory=dict)
    resigned: Color | None = None
    timed_out: Color | None = None
    since: float | None = None
    used: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.clocks = {side: self.timing.clock() for side in SIDES}

    def side_of(self, key: str | None) -> Color | None:
        return next((side for side, own in self.keys.items() if key and secrets.compare_digest(own, key)), None)

    def take_side(self, side: Color) -> str:
        self.keys[side] = secrets.token_urlsafe(12)
        if self.free_side() is None:
            self.since = time.monotonic()
        return self.keys[side]

    def play(self, key: str | None, ply: int, move: str) -> None:
        """A move by the side whose key it is, if it is its turn and the game has come as far as that side thinks."""
        if self.is_over or self.side_of(key) != self.position.to_move or ply != self.position.ply:
            raise _not_your_turn()
        side, position = self.position.to_move, self.position.play(move)
        self.clocks[side].spend(self._thought())
        self.position = position
        self.since = time.monotonic() if self.since is not None else None

    def check_time(self) -> bool:
        """Whether the side to move has lost on time by now."""
        side = self.position.to_move
        if not self.is_over and self.clocks[side].why_lost(self._thought()):
            self.timed_out = side
        return self.timed_out is not None

    def _thought(self) -> float:
        return 0.0 if self.since is None else time.monotonic() - self.since

    def resign(self, key: str | None) -> None:
        side = self.side_of(key)
        if side is None or self.is_over:
            raise _not_your_turn()
        self.resigned = side

    @property
    def is_over(self) -> bool:
        return self.position.is_over or self.resigned is not None or self.timed_out is not None

    def free_side(self) -> Color | None:
        return next((side for side in SIDES if side not in self.keys), None)

    def state(self) -> dict[str, Any]:
        present = set(self.clients.values())
        return {
            "room": self.id,
            "game": self.position.game.name,
            "start": self.start,
            "moves": list(self.position.moves_made),
            "taken": {side: side in self.keys for side in SIDES},
            "present": {side: side in present for side in SIDES},
            "watching": sum(side is None for side in self.clients.values()),
            "resigned": self.resigned,
            "timed_out": self.timed_out,
            "clock": self._clock(),
        }

    def _clock(self) -> dict[str, Any] | None:
        """What the clocks show now; None in a game without."""
        budgets = {side: self.clocks[side].budget() for side in SIDES}
        if None in budgets.values():
            return None
        running = self.position.to_move if self.since is not None and not self.is_over else None
        thought = {side: self._thought() if side in (running, self.timed_out) else 0.0 for side in SIDES}
        left = {side: max(0.0, (budgets[side] or 0.0) - thought[side]) for side in SIDES}
        return {**asdict(self.timing), "left": left, "running": running}


def _not_your_turn() -> OptionError:
    return OptionError("it is not your turn", kind="not_your_turn")


class Rooms:
    """The rooms of a server; the ones not used for the longest time go first."""

    def __init__(self) -> None:
        self._rooms: OrderedDict[str, Room] = OrderedDict()

    def open(self, start: str, position: Position, timing: Timing) -> Room:
        room = Room(secrets.token_urlsafe(9), start, position, timing)
        self._rooms[room.id] = room
        now = time.monotonic()
        while len(self._rooms) > MOST_ROOMS or now - next(iter(self._rooms.values())).used > IDLE_S:
            self._rooms.popitem(last=False)
        return room

    def find(self, id: str) -> Room:
        room = self._rooms.get(id)
        if room is None:
            raise OptionError("this game is no longer on the server", kind="no_room")
        room.used = time.monotonic()
        self._rooms.move_to_end(id)
        return room

    def left_by(self, client: str) -> list[Room]:
        """The rooms that a client showed, now without it."""
        return [room for room in self._rooms.values() if room.clients.pop(client, "none") != "none"]
