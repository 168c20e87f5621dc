"""Who learns: a profile is a name, with everything that is kept of it. Export and import as one JSON file."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Table, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DataError, IntegrityError, InterfaceError, ProgrammingError

from orchard.core.errors import OptionError
from orchard.play.database import Database
from orchard.play.schema import ATTEMPTS, JUDGED, MARKS, MISTAKES, PROFILES, STRENGTHS
from orchard.study.profile_rows import LEFT_OUT, checked

FORMAT = "orchard profile 1"
KEPT = {table.name: table for table in (STRENGTHS, ATTEMPTS, MISTAKES, MARKS, JUDGED)}
NEWER = {JUDGED.name}  # which files of earlier releases do not have
LONGEST_NAME = 60
DAMAGED = (LookupError, TypeError, ValueError, DataError, IntegrityError, InterfaceError, ProgrammingError)


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def insert_new(connection: Connection, table: Table, values: dict[str, Any]) -> bool:
    """Insert a row unless there is one with its key; whether it was new."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    statement = dialect.insert(table).on_conflict_do_nothing().returning(*table.primary_key)
    return connection.execute(statement, values).first() is not None


def key_of(connection: Connection, name: str) -> int:
    key = connection.execute(select(PROFILES.c.key).where(PROFILES.c.name == name)).scalar_one_or_none()
    if key is None:
        raise OptionError(f"no profile {name!r}", kind="no_profile", name=name)
    return int(key)


class Profiles:
    """All profiles of a database. Every change is one transaction, so nothing is half done or done twice."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def names(self) -> list[str]:
        with self.database.reading() as connection:
            return list(connection.execute(select(PROFILES.c.name).order_by(PROFILES.c.name)).scalars())

    def create(self, name: str) -> bool:
        """A profile of that name; False if there was one already."""
        name = _checked(name)
        with self.database.writing() as connection:
            return insert_new(connection, PROFILES, {"name": name, "made": now()})

    def delete(self, name: str) -> None:
        """The profile and everything that was kept of it."""
        with self.database.writing() as connection:
            connection.execute(delete(PROFILES).where(PROFILES.c.key == key_of(connection, name)))

    # ------------------------------------------------------------------------------------------ lessons and drills

    def mark(self, name: str, kind: str, game: str, what: str, value: float) -> float:
        """Keep how far a lesson is or what a drill scored; gives the best so far."""
        with self.database.writing() as connection:
            row = {"profile": key_of(connection, name), "kind": kind, "game": game, "name": what}
            if insert_new(connection, MARKS, {**row, "value": value, "made": now()}):
                return value
            same = [MARKS.c[column] == given for column, given in row.items()]
            connection.execute(update(MARKS).where(*same, MARKS.c.value < value).values(value=value, made=now()))
            return float(connection.execute(select(MARKS.c.value).where(*same)).scalar_one())

    def marks(self, name: str, kind: str, game: str) -> dict[str, float]:
        with self.database.reading() as connection:
            same = (MARKS.c.profile == key_of(connection, name)) & (MARKS.c.kind == kind) & (MARKS.c.game == game)
            return {row.name: row.value for row in connection.execute(select(MARKS).where(same))}

    # ------------------------------------------------------------------------------------------ as a file

    def export(self, name: str) -> dict[str, Any]:
        """Everything that is kept of a profile, as JSON."""
        with self.database.reading() as connection:
            own = connection.execute(select(PROFILES).where(PROFILES.c.key == key_of(connection, name))).one()
            kept = {table: _rows(connection, KEPT[table], own.key) for table in KEPT}
        return {"format": FORMAT, "name": own.name, "made": own.made, **kept}

    def restore(self, data: Any, name: str | None = None, *, replace: bool = False) -> str:
        """Make the profile of an exported file, all of it or nothing; its name must be new, unless it replaces one."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise OptionError("this is no exported profile", kind="no_export")
        name = _checked(name or data.get("name"))
        with self.database.writing() as connection:
            if replace:
                connection.execute(delete(PROFILES).where(PROFILES.c.name == name))
            try:
                is_new = insert_new(connection, PROFILES, {"name": name, "made": data["made"]})
                key = key_of(connection, name)
                for table in KEPT:
                    kept = data.get(table, []) if table in NEWER else data[table]
                    rows = [checked(KEPT[table], row) | {"profile": key} for row in kept]
                    if rows and is_new:
                        connection.execute(insert(KEPT[table]), rows)
            except DAMAGED:
                raise OptionError("this exported profile is damaged", kind="no_export") from None
            if not is_new:
                raise OptionError(f"there is a profile {name!r} already", kind="profile_exists", name=name)
        return name


def _checked(name: Any) -> str:
    text = name.strip() if isinstance(name, str) else ""
    if not text or len(text) > LONGEST_NAME or not text.isprintable():
        raise OptionError(f"a profile has a name of 1 to {LONGEST_NAME} letters", kind="profile_name")
    return text


def _rows(connection: Connection, table: Table, profile: int) -> list[dict[str, Any]]:
    columns = [column for column in table.c if column.name not in LEFT_OUT]
    ordered = select(*columns).where(table.c.profile == profile).order_by(*table.primary_key)
    return [dict(row._mapping) for row in connection.execute(ordered)]
