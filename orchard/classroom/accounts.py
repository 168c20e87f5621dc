"""Signing in and out: passwords, one-time links and sessions. Of every token only a hash is kept."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, insert, select, update

from orchard.classroom.clock import Clock, now
from orchard.classroom.lockout import Lockout
from orchard.classroom.people import Person, login_of
from orchard.classroom.people_tables import LINKS, PEOPLE, SESSIONS
from orchard.classroom.secrets import Passwords, hashed, new_token
from orchard.core.errors import OrchardError
from orchard.play.database import Database

HOUR_S = 3600.0
SEEN_EVERY_S = 600.0  # a session is not written at each request


_SESSION = (  # built once: every request asks it
    select(PEOPLE.c.id, PEOPLE.c.name, PEOPLE.c.role, PEOPLE.c.team, SESSIONS.c.made.label("begun"), SESSIONS.c.seen)
    .join(SESSIONS, SESSIONS.c.person == PEOPLE.c.id)
    .where(SESSIONS.c.hash == bindparam("key"), PEOPLE.c.disabled == 0)
)


class LoginError(OrchardError):
    """The name or the password is wrong; which of them is not said."""


class LinkError(OrchardError):
    """A link that was used, has run out, or never was."""


class Accounts:
    def __init__(
        self,
        database: Database,
        passwords: Passwords,
        clock: Clock = now,
        *,
        session_hours: float = 336.0,
        idle_hours: float = 72.0,
        link_hours: float = 168.0,
    ) -> None:
        self.database, self.passwords, self.clock = database, passwords, clock
        self.session_s, self.idle_s, self.link_s = session_hours * HOUR_S, idle_hours * HOUR_S, link_hours * HOUR_S
        self.lockout = Lockout(database, clock)

    # ------------------------------------------------------------------------------------------------ passwords

    def sign_in(self, name: str, password: str, address: str) -> Person:
        """The person with this password. An unknown name, a disabled person and a wrong password look the same."""
        self.lockout.begin(name, address)
        with self.database.reading() as connection:
            row = connection.execute(select(PEOPLE).where(PEOPLE.c.login == login_of(name))).one_or_none()
        kept = row.password if row is not None and not row.disabled else None
        if not self.passwords.verify(kept, password) or row is None or kept is None:
            raise LoginError("the name or the password is wrong", kind="wrong_login")
        self.lockout.succeeded(name, address)
        if self.passwords.is_old(kept):
            self._keep_password(row.id, password)
        return Person(row.id, row.name, row.role, row.team)

    def change_password(self, person: Person, old: str, new: str, address: str) -> None:
        """Set another password; all other sessions end."""
        self.sign_in(person.name, old, address)
        self._keep_password(person.id, new)
        self.end_sessions(person.id)

    def _keep_password(self, person: int, password: str) -> None:
        kept = self.passwords.hash(password)
        with self.database.writing() as connection:
            connection.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(password=kept))

    # ------------------------------------------------------------------------------------------------ links

    def new_link(self, person: int) -> str:
        """The token of a one-time link for a person; links made before stop working."""
        token = new_token()
        with self.database.writing() as connection:
            connection.execute(delete(LINKS).where(LINKS.c.person == person))
            row = {"hash": hashed(token, "link"), "person": person, "expires": self.clock() + self.link_s}
            connection.execute(insert(LINKS).values(row))
        return token

    def use_link(self, token: str, password: str | None = None) -> Person:
        """The person of a link, once. With a password, that is set and all sessions end; else it stays as it is."""
        kept = self.passwords.hash(password) if password is not None else None
        fresh = (LINKS.c.hash == hashed(token, "link")) & LINKS.c.used.is_(None) & (LINKS.c.expires > self.clock())
        with self.database.writing() as connection:
            id = connection.execute(
                update(LINKS).where(fresh).values(used=self.clock()).returning(LINKS.c.person)
            ).scalar_one_or_none()
            asked = select(PEOPLE).where(PEOPLE.c.id == id, PEOPLE.c.disabled == 0)
            row = connection.execute(asked).one_or_none() if id is not None else None
            if row is None:
                raise LinkError("this link was used, has run out, or is wrong: ask for a new one", kind="bad_link")
            if kept is not None:
                connection.execute(update(PEOPLE).where(PEOPLE.c.id == id).values(password=kept))
                connection.execute(delete(SESSIONS).where(SESSIONS.c.person == id))
        return Person(row.id, row.name, row.role, row.team)

    def link_person(self, token: str) -> Person:
        """Whose link this is, without using it."""
        fresh = (LINKS.c.hash == hashed(token, "link")) & LINKS.c.used.is_(None) & (LINKS.c.expires > self.clock())
        joined = select(PEOPLE).join(LINKS, LINKS.c.person == PEOPLE.c.id).where(fresh, PEOPLE.c.disabled == 0)
        with self.database.reading() as connection:
            row = connection.execute(joined).one_or_none()
        if row is None:
            raise LinkError("this link was used, has run out, or is wrong: ask for a new one", kind="bad_link")
        return Person(row.id, row.name, row.role, row.team)

    # ------------------------------------------------------------------------------------------------ sessions

    def open_session(self, person: Person, before: str | None = None) -> str:
        """A new session with a new token; the one the browser had before ends, so that none can be planted."""
        token, moment = new_token(), self.clock()
        with self.database.writing() as connection:
            ended = SESSIONS.c.seen <= moment - self.idle_s
            connection.execute(delete(SESSIONS).where(ended | (SESSIONS.c.made <= moment - self.session_s)))
            if before is not None:
                connection.execute(delete(SESSIONS).where(SESSIONS.c.hash == hashed(before, "session")))
            row = {"hash": hashed(token, "session"), "person": person.id, "made": moment, "seen": moment}
            connection.execute(insert(SESSIONS).values(row))
        return token

    def person_of(self, token: str) -> Person | None:
        """Who has this session; None if it has ended."""
        moment, key = self.clock(), hashed(token, "session")
        with self.database.reading() as connection:
            row = connection.execute(_SESSION, {"key": key}).one_or_none()
        if row is None or moment - row.begun >= self.session_s or moment - row.seen >= self.idle_s:
            return None
        if moment - row.seen >= SEEN_EVERY_S:
            with self.database.writing() as connection:
                connection.execute(update(SESSIONS).where(SESSIONS.c.hash == key).values(seen=moment))
        return Person(row.id, row.name, row.role, row.team)

    def end_session(self, token: str) -> None:
        with self.database.writing() as connection:
            connection.execute(delete(SESSIONS).where(SESSIONS.c.hash == hashed(token, "session")))

    def end_sessions(self, person: int) -> None:
        """Sign a person out everywhere."""
        with self.database.writing() as connection:
            connection.execute(delete(SESSIONS).where(SESSIONS.c.person == person))


def form_token(session: str) -> str:
    """What a page sends with every change (X-Orchard-Token): another site can neither read nor make it."""
    return hashed(session, "form")
