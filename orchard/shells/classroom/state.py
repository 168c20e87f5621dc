"""What all routes of the class server share."""

from __future__ import annotations

from fastapi import Request

from orchard.classroom.folder import Classroom
from orchard.shells.classroom.metrics import Metrics
from orchard.shells.studio.security import Buckets


class ClassServer:
    def __init__(self, room: Classroom) -> None:
        self.room = room
        self.metrics = Metrics(room)
        self.notes = Buckets(rate=1.0, burst=120.0)  # of refusals in the audit log: nobody fills the disk with them

    @property
    def cookie(self) -> str:
        """The name of the session's cookie. Browsers take a name with __Host- only over TLS, for this host and path."""
        return "__Host-orchard_class" if self.room.settings.is_secure else "orchard_class"


def server_of(request: Request) -> ClassServer:
    server: ClassServer = request.app.state.server
    return server
