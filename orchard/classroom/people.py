"""The people of a class and their teams."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from orchard.classroom.clock import Clock, now
from orchard.classroom.people_tables import LINKS, PEOPLE, SESSIONS, TEAMS
from orchard.core.errors import OrchardError
from orchard.play.database import Database

Role = Literal["teacher", "assistant", "student", "guest"]
ROLES: tuple[Role, ...] = get_args(Role)
LONGEST_NAME = 60
MOST_PEOPLE = 5000  # in one import


class PeopleError(OrchardError, ValueError):
    """A name, role or team that cannot be; the message says why."""


@dataclass(frozen=True)
class Person:
    """Somebody who is signed in. `team` is the id of the team, which every student has; None for others."""

    id: int
    name: str
    role: Role
    team: int | None = None


@dataclass(frozen=True)
class Newcomer:
    """Somebody to add. A student without a team gets one alone, with the student's name."""

    name: str
    role: Role = "student"
    team: str = ""


class People:
    """Adds, finds and changes people and teams."""

    def __init__(self, database: Database, clock: Clock = now) -> None:
        self.database, self.clock = database, clock

    def add(self, newcomers: Iterable[Newcomer]) -> list[Person]:
        """Add people, all of them or none."""
        with self.database.writing() as connection:
            return self.add_in(connection, newcomers)

    def add_in(self, connection: Connection, newcomers: Iterable[Newcomer]) -> list[Person]:
        """The same within a transaction that does more."""
        added = []
        for newcomer in newcomers:
            name, role = clean_name(newcomer.name), clean_role(newcomer.role)
            if _by_login(connection, name) is not None:
                raise PeopleError(f"there is somebody called {name!r} already", kind="name_taken", name=name)
            team = self._team_for(connection, name, role, newcomer.team)
            values = {"name": name, "login": login_of(name), "role": role, "team": team, "made": self.clock()}
            id = connection.execute(insert(PEOPLE).values(values).returning(PEOPLE.c.id)).scalar_one()
            added.append(Person(id, name, role, team))
        return added

    def _team_for(self, connection: Connection, name: str, role: Role, team: str) -> int | None:
        if role != "student":
            return None
        return _team_named(connection, clean_name(team)) if team.strip() else _team_alone(connection, name)

    def find(self, id: int) -> Person:
        with self.database.reading() as connection:
            return _person(_row(connection, id))

    def named(self, name: str) -> Person:
        with self.database.reading() as connection:
            row = _by_login(connection, name)
        if row is None:
            raise PeopleError(f"nobody here is called {name!r}", kind="nobody", name=name)
        return _person(row)

    def listed(self) -> list[dict[str, Any]]:
        """Everybody, for staff: {'id', 'name', 'role', 'team', 'team_name', 'disabled', 'has_password', 'made'}."""
        question = (
            select(PEOPLE, TEAMS.c.name.label("team_name"))
            .select_from(PEOPLE.outerjoin(TEAMS, PEOPLE.c.team == TEAMS.c.id))
            .order_by(PEOPLE.c.login)
        )
        with self.database.reading() as connection:
            return [
                {
                    "id": row.id,
                    "name": row.name,
                    "role": row.role,
                    "team": row.team,
                    "team_name": row.team_name,
                    "disabled": bool(row.disabled),
                    "has_password": row.password is not None or row.subject is not None,
                    "made": row.made,
                }
                for row in connection.execute(question)
            ]

    def change(
        self, id: int, *, role: str | None = None, team: int | None = None, disabled: bool | None = None
    ) -> Person:
        """Change what is given. Whoever loses or gains rights signs in again. A class keeps one teacher."""
        with self.database.writing() as connection:
            row = _row(connection, id)
            values: dict[str, Any] = {}
            if role is not None:
                values["role"] = clean_role(role)
                if role != "student":
                    values["team"] = None
                elif row.team is None and team is None:
                    values["team"] = _team_alone(connection, row.name)
            if team is not None and (role or row.role) == "student":
                _team_row(connection, team)
                values["team"] = team
            if disabled is not None:
                values["disabled"] = int(disabled)
            if values:
                connection.execute(update(PEOPLE).where(PEOPLE.c.id == id).values(values))
                connection.execute(delete(SESSIONS).where(SESSIONS.c.person == id))
            if disabled:
                connection.execute(delete(LINKS).where(LINKS.c.person == id))
            if row.role == "teacher" and not _teachers(connection):
                raise PeopleError("this is the last teacher: make another one first", kind="last_teacher")
            return _person(_row(connection, id))

    # ------------------------------------------------------------------------------------------------ teams

    def teams(self) -> list[dict[str, Any]]:
        """Every team with its members: {'id', 'name', 'members': [{'id', 'name'}]}."""
        with self.database.reading() as connection:
            found = {
                row.id: {"id": row.id, "name": row.name, "members": []}
                for row in connection.execute(select(TEAMS).order_by(TEAMS.c.name))
            }
            for row in connection.execute(select(PEOPLE).where(PEOPLE.c.team.is_not(None)).order_by(PEOPLE.c.login)):
                cast("list[dict[str, Any]]", found[row.team]["members"]).append({"id": row.id, "name": row.name})
        return list(found.values())

    def add_team(self, name: str) -> int:
        name = clean_name(name)
        with self.database.writing() as connection:
            if connection.execute(select(TEAMS.c.id).where(TEAMS.c.name == name)).first() is not None:
                raise PeopleError(f"there is a team {name!r} already", kind="name_taken", name=name)
            return _team_named(connection, name)

    def rename_team(self, id: int, name: str) -> None:
        name = clean_name(name)
        with self.database.writing() as connection:
            _team_row(connection, id)
            other = select(TEAMS.c.id).where(TEAMS.c.name == name, TEAMS.c.id != id)
            if connection.execute(other).first() is not None:
                raise PeopleError(f"there is a team {name!r} already", kind="name_taken", name=name)
            connection.execute(update(TEAMS).where(TEAMS.c.id == id).values(name=name))


# ---------------------------------------------------------------------------------------------------- names


def clean_name(text: str) -> str:
    """A name as it is kept: one line of printable characters, composed, without doubled spaces."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name or len(name) > LONGEST_NAME:
        raise PeopleError(f"a name has 1 to {LONGEST_NAME} characters", kind="bad_name", most=LONGEST_NAME)
    if any(unicodedata.category(letter)[0] == "C" for letter in name):  # controls, and marks that turn text around
        raise PeopleError("a name has no control characters", kind="bad_name", most=LONGEST_NAME)
    return name


def login_of(name: str) -> str:
    """What two names are compared by: letters of full width and capitals do not make another person."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())[: 4 * LONGEST_NAME]


def clean_role(role: str) -> Role:
    if role not in ROLES:
        raise PeopleError(f"no role {role[:20]!r}: there are {', '.join(ROLES)}", kind="bad_role")
    return role


def read_csv(text: str) -> list[Newcomer]:
    """People from a table with a column `name` and, where wanted, `role` and `team`; without a header, names alone."""
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if "\ufffd" in text:  # what a decoder puts in the place of bytes that it does not know
        raise PeopleError("the file is not in UTF-8: save it as CSV UTF-8", kind="bad_encoding")
    try:
        rows = [row for row in csv.reader(io.StringIO(text), dialect=_dialect(text)) if any(row)]
    except csv.Error as error:
        raise PeopleError(f"the table cannot be read: {error}", kind="bad_csv") from None
    if not rows:
        raise PeopleError("the file has no names", kind="bad_csv")
    head = [cell.strip().lower() for cell in rows[0]]
    columns, rows = (head, rows[1:]) if "name" in head else (["name", "role", "team"], rows)
    if len(rows) > MOST_PEOPLE:
        raise PeopleError(f"at most {MOST_PEOPLE} people at once", kind="bad_csv")
    found = []
    for number, row in enumerate(rows, 1):
        cells = dict(zip(columns, (cell.strip() for cell in row), strict=False))
        try:
            role = clean_role(cells.get("role") or "student")
            found.append(Newcomer(clean_name(cells.get("name", "")), role, cells.get("team", "")))
        except PeopleError as error:
            raise PeopleError(
                f"line {number} of the names: {error}", kind="bad_csv_line", line=number, most=LONGEST_NAME
            ) from error
    return found


def _dialect(text: str) -> type[csv.Dialect]:
    first = text.split("\n", 1)[0]

    class Separated(csv.excel):
        delimiter = max(",;\t", key=first.count)

    return Separated


# ---------------------------------------------------------------------------------------------------- rows


def _person(row: Row[Any]) -> Person:
    return Person(row.id, row.name, row.role, row.team)


def _row(connection: Connection, id: int) -> Row[Any]:
    row = connection.execute(select(PEOPLE).where(PEOPLE.c.id == id)).one_or_none()
    if row is None:
        raise PeopleError(f"nobody has the number {id}", kind="nobody")
    return row


def _by_login(connection: Connection, name: str) -> Row[Any] | None:
    return connection.execute(select(PEOPLE).where(PEOPLE.c.login == login_of(name))).one_or_none()


def _team_row(connection: Connection, id: int) -> Row[Any]:
    row = connection.execute(select(TEAMS).where(TEAMS.c.id == id)).one_or_none()
    if row is None:
        raise PeopleError(f"no team has the number {id}", kind="no_team")
    return row


def _team_named(connection: Connection, name: str) -> int:
    """The team of that name, made if there is none."""
    known = connection.execute(select(TEAMS.c.id).where(TEAMS.c.name == name)).scalar_one_or_none()
    if known is not None:
        return int(known)
    return int(connection.execute(insert(TEAMS).values(name=name).returning(TEAMS.c.id)).scalar_one())


def _team_alone(connection: Connection, name: str) -> int:
    """A new team for one student; where a team has that name already, the name gets a number."""
    taken = set(connection.execute(select(TEAMS.c.name)).scalars())
    names = (name if number == 1 else f"{name} ({number})" for number in range(1, len(taken) + 2))
    return _team_named(connection, next(free for free in names if free not in taken))


def _teachers(connection: Connection) -> int:
    active = (PEOPLE.c.role == "teacher") & (PEOPLE.c.disabled == 0)
    return int(connection.execute(select(func.count()).select_from(PEOPLE).where(active)).scalar_one())


def team_names(connection: Connection, ids: Sequence[int] | None = None) -> dict[int, str]:
    """The names of teams by id, of all of them or of some."""
    question = select(TEAMS) if ids is None else select(TEAMS).where(TEAMS.c.id.in_(ids))
    return {row.id: row.name for row in connection.execute(question)}
