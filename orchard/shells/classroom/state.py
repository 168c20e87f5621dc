"""What all routes of the class server share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from fastapi import Request

from orchard.classroom.folder import Classroom
from orchard.shells.classroom.metrics import Metrics
from orchard.shells.studio.security import Buckets

HASHED_AT_ONCE = 2  # passwords: each takes 64 MiB, and a core
T = TypeVar("T")


class ClassServer:
    def __init__(self, room: Classroom) -> None:
        self.room = room
        self.metrics = Metrics(room)
        self.notes = Buckets(rate=1.0, burst=120.0)  # of refusals in the audit log: nobody fills the disk with them

        self._hashing = ThreadPoolExecutor(HASHED_AT_ONCE, "password")

    async def hashing(self, act: Callable[[], T]) -> T:
        """Do something with a password. A whole class that signs in waits in a line of its own, and keeps none of the
        threads that answer everything else."""
        return await asyncio.get_running_loop().run_in_executor(self._hashing, act)

    def close(self) -> None:
        self._hashing.shutdown(wait=True, cancel_futures=True)
        self.room.close()

    @property
    def cookie(self) -> str:
        """The name of the session's cookie. Browsers take a name with __Host- only over TLS, for this host and path."""
        return "__Host-orchard_class" if self.room.settings.is_secure else "orchard_class"


def server_of(request: Request) -> ClassServer:
    server: ClassServer = request.app.state.server
    return server
