"""An invitation: one link for a whole class, by which students sign themselves up until it runs out or is withdrawn."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, delete, insert, select, update

from orchard.classroom.accounts import Accounts, LinkError
from orchard.classroom.people import Newcomer, People, Person
from orchard.classroom.people_tables import INVITATIONS, PEOPLE
from orchard.classroom.secrets import hashed, new_token

MOST = 200  # people who may sign up by one


class Invitations:
    """There is one at a time. Of its token only a hash is kept."""

    def __init__(self, people: People, accounts: Accounts) -> None:
        self._people, self._accounts = people, accounts
        self._database, self._clock = accounts.database, accounts.clock

    def make(self, most: int = MOST) -> str:
        """The token of a new invitation; the one before it stops working."""
        token = new_token()
        row = {"hash": hashed(token, "invitation"), "expires": self._clock() + self._accounts.link_s, "places": most}
        with self._database.writing() as connection:
            connection.execute(delete(INVITATIONS))
            connection.execute(insert(INVITATIONS).values(row))
        return token

    def withdraw(self) -> None:
        with self._database.writing() as connection:
            connection.execute(delete(INVITATIONS))

    def open(self) -> dict[str, Any] | None:
        """{'expires', 'places'} of the one that works; None where there is none."""
        alive = (INVITATIONS.c.expires > self._clock()) & (INVITATIONS.c.places > 0)
        with self._database.reading() as connection:
            row = connection.execute(select(INVITATIONS).where(alive)).one_or_none()
        return None if row is None else {"expires": row.expires, "places": row.places}

    def check(self, token: str) -> None:
        """LinkError where this is not the invitation that works."""
        with self._database.reading() as connection:
            if connection.execute(select(INVITATIONS.c.places).where(self._works(token))).first() is None:
                raise _bad_link()

    def join(self, token: str, name: str, password: str) -> Person:
        """A new student, in a team alone; a teacher puts people into teams."""
        self.check(token)  # nobody makes the server hash passwords without an invitation
        kept = self._accounts.passwords.hash(password)
        with self._database.writing() as connection:
            taken = update(INVITATIONS).where(self._works(token)).values(places=INVITATIONS.c.places - 1)
            if not connection.execute(taken).rowcount:
                raise _bad_link()
            (person,) = self._people.add_in(connection, [Newcomer(name)])
            connection.execute(update(PEOPLE).where(PEOPLE.c.id == person.id).values(password=kept))
        return person

    def _works(self, token: str) -> ColumnElement[bool]:
        alive = (INVITATIONS.c.expires > self._clock()) & (INVITATIONS.c.places > 0)
        return (INVITATIONS.c.hash == hashed(token, "invitation")) & alive


def _bad_link() -> LinkError:
    return LinkError("this invitation has run out, was withdrawn, or is wrong: ask your teacher", kind="bad_link")
