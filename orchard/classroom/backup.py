"""Backup of a class while it runs: one archive with settings, database and submissions.

Whatever the database is, the archive holds it as an SQLite file: the rows of PostgreSQL are read in one snapshot. So a
backup of one kind can be restored into the other, see restore.py.
"""

from __future__ import annotations

import os
import sqlite3
import tarfile
import tempfile
from pathlib import Path

from sqlalchemy import Column, Connection, Double, Integer, MetaData, Table, Text, inspect, select
from sqlalchemy.engine import URL
from sqlalchemy.pool import NullPool

from orchard.classroom.settings import DATABASE, FILE, SUBMISSIONS
from orchard.core.errors import OptionError, OrchardError
from orchard.play.database import engine_of
from orchard.play.schema import TABLES

AT_ONCE = 1000  # rows that are copied together


class BackupError(OrchardError):
    """A backup that cannot be made or read."""


def backup(folder: Path, database: URL, target: Path) -> int:
    """Write a class to one file; its size in bytes. The database comes first, so that every submission that it names is
    among the files copied after it."""
    if target.exists():
        raise OptionError(f"{target} is there already: choose another name")
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        copy = Path(scratch) / DATABASE
        copy.touch(0o600)
        if database.get_backend_name() == "sqlite":
            _copy_file(Path(database.database or ""), copy)
        else:
            _copy_rows(database, copy)
        partial = target.with_name(f"{target.name}.part")
        try:
            with (
                open(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file,
                tarfile.open(fileobj=file, mode="w:gz", compresslevel=3) as archive,
            ):
                archive.add(folder / FILE, FILE)
                archive.add(copy, DATABASE)
                for name in _submissions(
                    copy
                ):  # what is being handed in now comes and goes: only what is named is kept
                    archive.add(folder / SUBMISSIONS / name, f"{SUBMISSIONS}/{name}")
            os.replace(partial, target)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise
    return target.stat().st_size


def _copy_file(source: Path, target: Path) -> None:
    """SQLite's own backup: a consistent copy while others write."""
    before, after = sqlite3.connect(source), sqlite3.connect(target)
    try:
        before.backup(after)
    finally:
        before.close()
        after.close()


def _copy_rows(source: URL, target: Path) -> None:
    """All rows of our tables as they were at one moment, of whatever version the tables are."""
    file = engine_of(URL.create("sqlite", database=str(target)), poolclass=NullPool)
    server = engine_of(source, isolation_level="REPEATABLE READ", poolclass=NullPool)
    with server.connect() as connection, file.begin() as written:
        found = _plain_tables(connection)
        found.create_all(written)
        for table in found.sorted_tables:
            copy_table(connection, written, table)


def copy_table(source: Connection, target: Connection, table: Table) -> None:
    rows = source.execution_options(yield_per=AT_ONCE).execute(select(table))
    for some in rows.mappings().partitions():
        target.execute(table.insert(), [dict(row) for row in some])


def _plain_tables(connection: Connection) -> MetaData:
    """The tables of Orchard in a database: names, kinds of columns and keys are all that a copy needs."""
    found, catalog = MetaData(), inspect(connection)
    for name in catalog.get_table_names():
        if name in TABLES.tables or name.startswith("class_"):
            keys = catalog.get_pk_constraint(name)["constrained_columns"]
            columns = [
                Column(
                    one["name"], _kind(one["type"].python_type), primary_key=one["name"] in keys, autoincrement=False
                )
                for one in catalog.get_columns(name)
            ]
            Table(name, found, *columns)
    return found


def _kind(python: type) -> Integer | Double[float] | Text:
    return Integer() if python is int else Double() if python is float else Text()


def _submissions(database: Path) -> list[str]:
    """The folders of all submissions that a database names."""
    connection = sqlite3.connect(database)
    try:
        return [str(name) for (name,) in connection.execute("SELECT folder FROM class_submissions ORDER BY id")]
    finally:
        connection.close()
