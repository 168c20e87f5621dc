"""Games between people on two devices: the server holds the moves and checks whose turn it is; others may watch.

A room lives in memory, as long as it is used. Each side has a key, which its page keeps; who has none watches.
"""

from __future__ import annotations

import secrets
import socket
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from orchard.core.errors import OptionError
from orchard.core.game import Color, Position
from orchard.shells.studio.schemas import Ask, RoomAsk, RoomMoveAsk, RoomOpenAsk
from orchard.shells.studio.security import LOOPBACK

if TYPE_CHECKING:
    from orchard.shells.studio.studio import Studio

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


def room_open(studio: Studio, ask: RoomOpenAsk, client: str) -> dict[str, Any]:
    """A new room; whoever opens it plays `color`."""
    room = studio.rooms.open(ask.start.strip(), studio.positions.find(ask))
    return _entered(studio, room, client, ask.color, room.take_side(ask.color))


def room_join(studio: Studio, ask: RoomAsk, client: str) -> dict[str, Any]:
    """Back to one's side with its key; without one to the side that is free; else to watch."""
    room = studio.rooms.find(ask.room)
    side, key = room.side_of(ask.key), ask.key
    if side is None:
        side = next((side for side in SIDES if side not in room.keys), None) if not ask.watch else None
        key = room.take_side(side) if side else None
    return _entered(studio, room, client, side, key)


def _entered(studio: Studio, room: Room, client: str, side: Color | None, key: str | None) -> dict[str, Any]:
    if studio.has_session(client):
        room.clients[client] = side
    studio.tell_room(room, but=client)
    return {**room.state(), "color": side, "key": key}


def room_move(studio: Studio, ask: RoomMoveAsk, client: str) -> dict[str, Any]:
    """A move by the side whose key it is, if it is its turn and the game has come as far as it thinks."""
    room = studio.rooms.find(ask.room)
    position = room.position
    if position.is_over or room.resigned or room.side_of(ask.key) != position.to_move or ask.ply != position.ply:
        raise OptionError("it is not your turn", kind="not_your_turn")
    room.position = position.play(ask.move)
    studio.tell_room(room)
    return room.state()


def room_resign(studio: Studio, ask: RoomAsk, client: str) -> dict[str, Any]:
    room = studio.rooms.find(ask.room)
    side = room.side_of(ask.key)
    if side is None or room.position.is_over or room.resigned:
        raise OptionError("it is not your turn", kind="not_your_turn")
    room.resigned = side
    studio.tell_room(room)
    return room.state()


def room_address(studio: Studio, ask: Ask, client: str) -> dict[str, Any]:
    """Where other devices of this network reach the server; null where it listens to this machine only."""
    settings = studio.settings
    if settings.host in LOOPBACK:
        return {"address": None}
    host = own_address() if settings.host in ("0.0.0.0", "::") else settings.host
    shown = f"[{host}]" if ":" in host else host
    token = f"?token={settings.token}" if settings.token else ""
    return {"address": f"http://{shown}:{settings.port}/{token}"}


def own_address() -> str:
    """This machine's address in its network: that from which it would send to another. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
