"""Restore of a class from a backup, into SQLite or PostgreSQL, whichever it was made from."""

from __future__ import annotations

import json
import re
import shutil
import tarfile
from pathlib import Path

from sqlalchemy import Connection, Integer, Table, func, select, text

from orchard.classroom import tables
from orchard.classroom.backup import BackupError, copy_table
from orchard.classroom.folder import own_file
from orchard.classroom.people_tables import INVITATIONS, LINKS, PEOPLE, SESSIONS
from orchard.classroom.settings import DATABASE, FILE, read_settings
from orchard.classroom.upgrade import prepare
from orchard.core.errors import OptionError
from orchard.play import schema
from orchard.play.database import Database

UNPACKED = "restored.db"
NOT_COPIED = (
    schema.SCHEMA,
    tables.SCHEMA,
    SESSIONS,
    LINKS,
    INVITATIONS,
)  # everybody signs in again: a session of then is none of now, and what was withdrawn since does not come back


def restore(source: Path, folder: Path, database: str = "") -> None:
    """Make a class from a backup in a new folder; `database` is an empty PostgreSQL database for it, by default an
    SQLite file in the folder."""
    if folder.exists() and any(folder.iterdir()):
        raise OptionError(f"{folder} is not empty: restore into a new folder")
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    try:
        _restore(source, folder, database)
    except BaseException:  # half a class would be taken for a whole one
        for path in folder.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        raise


def _restore(source: Path, folder: Path, database: str) -> None:
    try:
        with tarfile.open(source) as archive:
            archive.extractall(folder, filter="data")
    except (tarfile.TarError, EOFError, OSError) as error:
        raise BackupError(f"cannot read the backup {source}: {error}") from error
    missing = [name for name in (FILE, DATABASE) if not (folder / name).is_file()]
    if missing:
        raise BackupError(f"{source} is no backup of a class: there is no {missing[0]} in it")
    _name_database(folder / FILE, database)
    unpacked = folder / UNPACKED
    (folder / DATABASE).rename(unpacked)
    settings = read_settings(folder)  # the environment may name a database, too
    before = Database(str(unpacked))
    after = Database(settings.database or str(own_file(folder / DATABASE)))
    try:
        with before.reading() as connection:
            if connection.exec_driver_sql("PRAGMA integrity_check").scalar_one() != "ok":
                raise BackupError(f"the database in {source} is damaged")
        for one in (before, after):  # an older backup is brought up to date, a new database gets its tables
            prepare(one)
        _fill(before, after)
    finally:
        before.close()
        after.close()
        for path in folder.glob(f"{UNPACKED}*"):
            path.unlink()


def _fill(source: Database, target: Database) -> None:
    """Copy all rows, all or nothing."""
    all_of_them = [*schema.TABLES.sorted_tables, *tables.all_tables().sorted_tables]
    with source.reading() as before, target.writing() as after:
        if after.execute(select(func.count()).select_from(PEOPLE)).scalar_one():
            raise OptionError(f"{target.shown} holds a class already: restore into an empty database")
        for table in all_of_them:
            if table not in NOT_COPIED:
                copy_table(before, after, table)
                _number_on(after, table)


def _number_on(connection: Connection, table: Table) -> None:
    """PostgreSQL counts its keys apart from the rows: new ones follow the largest that was copied."""
    keys = list(table.primary_key.columns)
    if connection.dialect.name != "postgresql" or len(keys) != 1 or not isinstance(keys[0].type, Integer):
        return
    last = connection.execute(select(func.max(keys[0]))).scalar()
    sequence = connection.execute(select(func.pg_get_serial_sequence(table.name, keys[0].name))).scalar()
    if sequence is not None and last is not None:
        connection.execute(text("SELECT setval(:sequence, :last)"), {"sequence": sequence, "last": last})


def _name_database(path: Path, database: str) -> None:
    """Set `database` in class.toml: the one of the backup may still be in use."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not re.match(r"\s*database\s*=", line)]
    path.write_text("\n".join([*lines, f"database = {json.dumps(database)}"]) + "\n", encoding="utf-8")
