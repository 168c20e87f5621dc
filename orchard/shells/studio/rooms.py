"""Requests about a game between people on two devices; the game itself is a room of `play/rooms.py`."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Any

from orchard.core.game import Color
from orchard.play.rooms import Room, Timing
from orchard.shells.studio.schemas import Ask, RoomAsk, RoomMoveAsk, RoomOpenAsk
from orchard.shells.studio.security import LOOPBACK

if TYPE_CHECKING:
    from orchard.shells.studio.studio import Studio


def room_open(studio: Studio, ask: RoomOpenAsk, client: str) -> dict[str, Any]:
    """A new room; whoever opens it plays `color`."""
    timing = Timing(ask.minutes, ask.increment, ask.per_move)
    room = studio.rooms.open(ask.start.strip(), studio.positions.find(ask), timing)
    return _entered(studio, room, client, ask.color, room.take_side(ask.color))


def room_join(studio: Studio, ask: RoomAsk, client: str) -> dict[str, Any]:
    """Back to one's side with its key; without one to the side that is free; else to watch."""
    room = studio.rooms.find(ask.room)
    side, key = room.side_of(ask.key), ask.key
    if side is None:
        side = None if ask.watch else room.free_side()
        key = room.take_side(side) if side else None
    return _entered(studio, room, client, side, key)


def _entered(studio: Studio, room: Room, client: str, side: Color | None, key: str | None) -> dict[str, Any]:
    if studio.has_session(client):
        room.clients[client] = side
    studio.tell_room(room, but=client)
    return {**room.state(), "color": side, "key": key}


def room_move(studio: Studio, ask: RoomMoveAsk, client: str) -> dict[str, Any]:
    """A move that comes too late is not played: its side has lost on time."""
    room = studio.rooms.find(ask.room)
    if room.is_over or not room.check_time():
        room.play(ask.key, ask.ply, ask.move)
    studio.tell_room(room)
    return room.state()


def room_time(studio: Studio, ask: RoomAsk, client: str) -> dict[str, Any]:
    """Whether somebody's time has run out, by the server's clock."""
    room = studio.rooms.find(ask.room)
    if not room.is_over and room.check_time():
        studio.tell_room(room, but=client)
    return room.state()


def room_resign(studio: Studio, ask: RoomAsk, client: str) -> dict[str, Any]:
    room = studio.rooms.find(ask.room)
    room.resign(ask.key)
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
