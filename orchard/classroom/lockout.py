"""Counts failed logins, by name, by address and by both, and locks what fails too often for a while.

Names are counted whether or not anybody has them, so that a lockout tells nothing. A one-time link works all the same.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, select

from orchard.classroom.clock import Clock, now
from orchard.classroom.people import login_of
from orchard.classroom.people_tables import FAILURES
from orchard.classroom.secrets import hashed
from orchard.core.errors import OrchardError
from orchard.play.database import Database

WINDOW_S = 900.0
MOST = {"both": 5, "name": 20, "address": 100}  # a whole class may come from one address


class LockedError(OrchardError):
    """Too many failed logins."""


class Lockout:
    def __init__(self, database: Database, clock: Clock = now) -> None:
        self.database, self.clock = database, clock

    def check(self, name: str, address: str) -> None:
        """Raise LockedError where too many logins have failed."""
        begins = self.clock() - WINDOW_S
        keys = _keys(name, address)
        with self.database.reading() as connection:
            rows = connection.execute(select(FAILURES).where(FAILURES.c.key.in_(keys), FAILURES.c.since > begins)).all()
        if any(row.failures >= MOST[keys[row.key]] for row in rows):
            minutes = int(WINDOW_S // 60)
            raise LockedError(
                f"too many failed logins: wait {minutes} minutes, or ask your teacher for a login link",
                kind="locked",
                minutes=minutes,
            )

    def failed(self, name: str, address: str) -> None:
        moment = self.clock()
        with self.database.writing() as connection:
            connection.execute(delete(FAILURES).where(FAILURES.c.since <= moment - WINDOW_S))
            for key in _keys(name, address):
                _count(connection, key, moment)

    def succeeded(self, name: str, address: str) -> None:
        """Forget the failures of this person here. Those of the address stay: one good login does not buy guesses."""
        key = next(key for key, what in _keys(name, address).items() if what == "both")
        with self.database.writing() as connection:
            connection.execute(delete(FAILURES).where(FAILURES.c.key == key))


def _keys(name: str, address: str) -> dict[str, str]:
    login = login_of(name)
    return {
        hashed(f"{login}\0{address}", "both"): "both",
        hashed(login, "name"): "name",
        hashed(address, "address"): "address",
    }


def _count(connection: Connection, key: str, moment: float) -> None:
    same = FAILURES.c.key == key
    if connection.execute(FAILURES.update().where(same).values(failures=FAILURES.c.failures + 1)).rowcount == 0:
        connection.execute(FAILURES.insert().values(key=key, failures=1, since=moment))
