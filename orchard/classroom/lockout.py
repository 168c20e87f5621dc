"""Counts failed logins, by name, by address and by both, and locks what fails too often for a while.

Names are counted whether or not anybody has them, so that a lockout tells nothing. A one-time link works all the same.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, or_
from sqlalchemy.dialects import postgresql, sqlite

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

    def begin(self, name: str, address: str) -> None:
        """Count a login as failed before its password is looked at: many at once are not more than one after the other.
        LockedError, and nothing is counted, where too many have failed."""
        moment = self.clock()
        with self.database.writing() as connection:
            over = or_(FAILURES.c.since <= moment - WINDOW_S, FAILURES.c.since > moment)  # the clock went back
            connection.execute(delete(FAILURES).where(over))
            for key, what in _keys(name, address).items():
                if _count(connection, key, moment) > MOST[what]:
                    minutes = int(WINDOW_S // 60)
                    raise LockedError(
                        f"too many failed logins: wait {minutes} minutes, or ask your teacher for a login link",
                        kind="locked",
                        minutes=minutes,
                    )

    def succeeded(self, name: str, address: str) -> None:
        """This one did not fail. Earlier failures of this person here are forgotten; those of the name and of the
        address stay, since one good login does not buy guesses."""
        with self.database.writing() as connection:
            for key, what in _keys(name, address).items():
                same = FAILURES.c.key == key
                if what == "both":
                    connection.execute(delete(FAILURES).where(same))
                else:
                    connection.execute(FAILURES.update().where(same).values(failures=FAILURES.c.failures - 1))


def _keys(name: str, address: str) -> dict[str, str]:
    login = login_of(name)
    return {
        hashed(f"{login}\0{address}", "both"): "both",
        hashed(login, "name"): "name",
        hashed(address, "address"): "address",
    }


def _count(connection: Connection, key: str, moment: float) -> int:
    """One more; how many there are then. Of two at once one waits for the other."""
    make = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(FAILURES)
    more = {"failures": FAILURES.c.failures + 1}
    counted = make.values(key=key, failures=1, since=moment).on_conflict_do_update(index_elements=["key"], set_=more)
    return int(connection.execute(counted.returning(FAILURES.c.failures)).scalar_one())
