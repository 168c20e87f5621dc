"""Those who do the work: processes in the class folder, and machines elsewhere that have a token."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from orchard.classroom.clock import Clock
from orchard.classroom.work_queue import WorkError
from orchard.classroom.work_tables import WORKERS
from orchard.play.database import Database

ALIVE_S = 120.0  # since it was last seen
LONGEST_NAME = 80


class Workers:
    def __init__(self, database: Database, clock: Clock) -> None:
        self._database, self._clock = database, clock

    def here(self, name: str, speed: float | None) -> int:
        """The number of a worker in the class folder itself; made at its first start."""
        with self._database.writing() as connection:
            row = _named(connection, name)
            if row is not None and row.token is not None:
                raise WorkError(
                    f"the name {name!r} belongs to a worker with a token: choose another", kind="name_taken"
                )
            return self._seen(connection, row.id if row else self._add(connection, name, None), speed)

    def add(self, name: str) -> str:
        """A new worker elsewhere, or a new token for one: it is shown once, and its hash is kept."""
        token = secrets.token_urlsafe(32)
        with self._database.writing() as connection:
            row = _named(connection, name)
            if row is None:
                self._add(connection, name, _hash(token))
            else:
                connection.execute(update(WORKERS).where(WORKERS.c.id == row.id).values(token=_hash(token), disabled=0))
        return token

    def of_token(self, token: str, speed: float | None = None) -> int:
        """The number of the worker that has this token; a WorkError for anybody else."""
        with self._database.writing() as connection:
            row = connection.execute(select(WORKERS).where(WORKERS.c.token == _hash(token))).one_or_none()
            if row is None or row.disabled:
                raise WorkError("no worker has this token", kind="token")
            return self._seen(connection, row.id, speed)

    def disable(self, id: int) -> None:
        """Its token is worth nothing from now on."""
        with self._database.writing() as connection:
            connection.execute(update(WORKERS).where(WORKERS.c.id == id).values(disabled=1))

    def get(self, id: int) -> dict[str, Any]:
        return next(one for one in self.all() if one["id"] == id)

    def all(self) -> list[dict[str, Any]]:
        now = self._clock()
        with self._database.reading() as connection:
            rows = connection.execute(select(WORKERS).order_by(WORKERS.c.name)).all()
        return [
            {"id": row.id, "name": row.name, "speed": row.speed, "seen": row.seen, "remote": row.token is not None}
            | {"alive": row.seen is not None and abs(now - row.seen) < ALIVE_S, "disabled": bool(row.disabled)}
            for row in rows
        ]

    def _add(self, connection: Connection, name: str, token: str | None) -> int:
        if not name or len(name) > LONGEST_NAME or not name.isprintable():
            raise WorkError(f"a worker needs a name of at most {LONGEST_NAME} characters", kind="name")
        row = {"name": name, "token": token, "made": self._clock()}
        return int(connection.execute(insert(WORKERS).values(row).returning(WORKERS.c.id)).scalar_one())

    def _seen(self, connection: Connection, id: int, speed: float | None) -> int:
        values: dict[str, Any] = {"seen": self._clock()} | ({} if speed is None else {"speed": speed})
        connection.execute(update(WORKERS).where(WORKERS.c.id == id).values(values))
        return id


def _named(connection: Connection, name: str) -> Row[Any] | None:
    return connection.execute(select(WORKERS).where(WORKERS.c.name == name)).one_or_none()


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
