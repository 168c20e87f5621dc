"""Games between people on two devices: who sits where, whose turn it is, and who watches.

A room lives in memory, as long as it is used. Each side has a key, which its page keeps; who has none watches.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from orchard.core.errors import OptionError
from orchard.core.game import Color, Position

MOST_ROOMS = 200
IDLE_S = 24 * 3600.0
SIDES: tuple[Color, Color] = ("black", "white")


@dataclass
class Room:
    """One game. `keys` are of the sides that have been taken, `clients` the tabs that show it, with their side."""

    id: str
    start: str
    position: Position
    keys: dict[Color, str] = field(default_factory=dict)
    clients: dict[str, Color | None] = field(default_factory=dict)
    resigned: Color | None = None
    used: float = field(default_factory=time.monotonic)

    def side_of(self, key: str | None) -> Color | None:
        return next((side for side, own in self.keys.items() if key and secrets.compare_digest(own, key)), None)

    def take_side(self, side: Color) -> str:
        self.keys[side] = secrets.token_urlsafe(12)
        return self.keys[side]

    def play(self, key: str | None, ply: int, move: str) -> None:
        """A move by the side whose key it is, if it is its turn and the game has come as far as that side thinks."""
        if self.is_over or self.side_of(key) != self.position.to_move or ply != self.position.ply:
            raise _not_your_turn()
        self.position = self.position.play(move)

    def resign(self, key: str | None) -> None:
        side = self.side_of(key)
        if side is None or self.is_over:
            raise _not_your_turn()
        self.resigned = side

    @property
    def is_over(self) -> bool:
        return self.position.is_over or self.resigned is not None

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
        }


def _not_your_turn() -> OptionError:
    return OptionError("it is not your turn", kind="not_your_turn")


class Rooms:
    """The rooms of a server; the ones not used for the longest time go first."""

    def __init__(self) -> None:
        self._rooms: OrderedDict[str, Room] = OrderedDict()

    def open(self, start: str, position: Position) -> Room:
        room = Room(secrets.token_urlsafe(9), start, position)
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
