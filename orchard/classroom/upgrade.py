"""Makes the tables of a class, and brings those of an older Orchard up to date, all or nothing."""

import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from sqlalchemy import Connection, func, insert, inspect, select, text
from sqlalchemy.engine import URL
from sqlalchemy.pool import NullPool

from orchard.classroom import tables
from orchard.play import upgrade as play_upgrade
from orchard.play.database import Database, engine_of
from orchard.play.schema import VERSION as PLAY_VERSION
from orchard.play.upgrade import ADVISORY_LOCK, SchemaError

Step = Callable[[Connection], None]


def _add_what_is_asked_of_games(connection: Connection) -> None:
    """Jobs that play a game again or review it, and who asked for them."""
    name = 'TEXT COLLATE "C"' if connection.dialect.name == "postgresql" else "TEXT"
    there = {column["name"] for column in inspect(connection).get_columns("class_jobs")}
    for column in {"about", "asker"} - there:
        connection.exec_driver_sql(f"ALTER TABLE class_jobs ADD COLUMN {column} {name}")
    connection.exec_driver_sql("CREATE INDEX IF NOT EXISTS class_jobs_about ON class_jobs (about)")


def _add_invitations(connection: Connection) -> None:
    name = 'TEXT COLLATE "C"' if connection.dialect.name == "postgresql" else "TEXT"
    columns = f"hash {name} NOT NULL PRIMARY KEY, expires DOUBLE PRECISION NOT NULL, places INTEGER NOT NULL"
    connection.exec_driver_sql(f"CREATE TABLE IF NOT EXISTS class_invitations ({columns})")


def _index_submissions_as_they_stand(connection: Connection) -> None:
    columns = "assignment, id, chosen, judged"
    connection.execute(
        text(f"CREATE INDEX IF NOT EXISTS class_submissions_as_they_stand ON class_submissions ({columns})")
    )


# The first step turns tables of version 1 into version 2, and so on; a change of the tables adds one at the end. A step
# never changes once released: it speaks plain SQL about the tables as they were then.
STEPS: Sequence[Step] = (_add_what_is_asked_of_games, _add_invitations, _index_submissions_as_they_stand)
VERSION = 1 + len(STEPS)


def prepare(database: Database) -> None:
    """Make or upgrade the tables of a class in a database."""
    with database.reading() as connection:
        if _is_current(connection):
            return
    with database.writing() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(ADVISORY_LOCK)))
        if not _is_current(connection):
            _bring_up_to_date(connection)


def version_of(connection: Connection) -> int | None:
    """The version of the tables; None where there are none yet."""
    if not inspect(connection).has_table(tables.SCHEMA.name):
        return None
    version = connection.execute(select(func.max(tables.SCHEMA.c.version))).scalar()
    return None if version is None else int(version)


def older_version(url: URL) -> int | None:
    """The version of a class whose tables, or those of its games, an older Orchard made; None where nothing is to be
    upgraded. A class of a newer Orchard is refused. Nothing is changed by asking."""
    engine = engine_of(url, poolclass=NullPool)
    with engine.connect() as connection:
        version = version_of(connection)
        games = play_upgrade.current_version(connection)
    _refuse_newer(version)
    if version is None or (version >= VERSION and (games or 0) >= PLAY_VERSION):
        return None
    return version


def _is_current(connection: Connection) -> bool:
    version = version_of(connection)
    _refuse_newer(version)
    return version == VERSION


def _refuse_newer(version: int | None) -> None:
    if version is not None and version > VERSION:
        raise SchemaError(
            f"this class was written by a newer Orchard (tables of version {version}, this one knows up to "
            f"{VERSION}): upgrade Orchard"
        )


def _bring_up_to_date(connection: Connection) -> None:
    version = version_of(connection)
    if version is None:
        tables.all_tables().create_all(connection, checkfirst=True)
        _note(connection, VERSION)
        return
    for before in range(version, VERSION):
        STEPS[before - 1](connection)
        _note(connection, before + 1)


def _note(connection: Connection, version: int) -> None:
    release = sys.modules["orchard"].__version__
    made = datetime.now(UTC).isoformat(timespec="seconds")
    connection.execute(insert(tables.SCHEMA).values(version=version, orchard=release, made=made))
