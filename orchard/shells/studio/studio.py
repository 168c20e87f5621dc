"""What the routes and the sessions of one server share."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import orchard
from orchard.play.rooms import Room, Rooms
from orchard.shells.studio.engine import EngineQueue, Job
from orchard.shells.studio.imports import Imports
from orchard.shells.studio.players import PlayerPool
from orchard.shells.studio.positions import Positions
from orchard.shells.studio.security import ServerSettings
from orchard.shells.studio.warmup import Warmup
from orchard.study.endings import Endings

if TYPE_CHECKING:
    from orchard.shells.studio.arena import Arena
    from orchard.shells.studio.session import Session

READERS = 2  # threads


class Studio:
    """The engine queue, the players, the arena and the rooms of a server. All other games are held by their clients."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.positions = Positions()
        self.pool = PlayerPool()
        self.queue = EngineQueue(settings.workers)
        self.readers = EngineQueue(READERS, per_client=4, waiting=64, per_address=32)  # of pasted text
        self.library = EngineQueue(1, per_client=3, waiting=16, per_address=8)  # reads files, searches the database
        self.learners = EngineQueue(1, per_client=24, waiting=256, per_address=96)  # what is kept of them, in order
        self.imports = Imports()
        self.warmup = Warmup()
        self.rooms = Rooms()
        self.endings = Endings()
        self.sessions: set[Session] = set()
        self._arena: Arena | None = None
        self._arena_lock = threading.Lock()

    @property
    def arena(self) -> Arena:
        """Matches and the database, made when first asked for: what they import would delay the first move."""
        with self._arena_lock:
            if self._arena is None:
                from orchard.shells.studio.arena import Arena

                self._arena = Arena()
            return self._arena

    def status(self) -> dict[str, Any]:
        return {
            "version": orchard.__version__,
            "warmup": self.warmup.state(),
            "engines": {name: getattr(self.queue, name) for name in ("workers", "running", "waiting")},
            "sessions": len(self.sessions),
        }

    def has_session(self, client: str) -> bool:
        return any(session.client == client for session in self.sessions)

    def tell_room(self, room: Room, but: str = "") -> None:
        """Tell every tab that shows a room how it stands."""
        state = room.state()
        for session in self.sessions:
            if session.client in room.clients and session.client != but:
                session.tell("room", state)

    def leave_rooms(self, client: str) -> None:
        for room in self.rooms.left_by(client):
            self.tell_room(room)

    @property
    def _queues(self) -> tuple[EngineQueue, ...]:
        return self.queue, self.readers, self.library, self.learners

    def cancel(self, job: Job) -> None:
        for queue in self._queues:
            queue.cancel(job)

    def cancel_client(self, client: str) -> None:
        for queue in self._queues:
            queue.cancel_client(client)

    def close(self) -> None:
        self.warmup.stop()
        for queue in self._queues:
            queue.close()
        if self._arena is not None:
            self._arena.close()
        self.pool.close()
