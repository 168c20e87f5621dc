"""Backup of a class while it runs, and restore: one archive with settings, database and submissions."""

from __future__ import annotations

import os
import sqlite3
import tarfile
import tempfile
from pathlib import Path

from sqlalchemy import delete

from orchard.classroom.folder import DATABASE, SUBMISSIONS, Classroom
from orchard.classroom.people_tables import LINKS, SESSIONS
from orchard.classroom.settings import FILE
from orchard.core.errors import OptionError, OrchardError


class BackupError(OrchardError):
    """A backup that cannot be made or read."""


def backup(room: Classroom, target: Path) -> int:
    """Write a class to one file; its size in bytes. The database comes first, so that every submission that it names is
    among the files copied after it."""
    if room.database.url.get_backend_name() != "sqlite":
        raise OptionError(
            "the database of this class is PostgreSQL: back it up by pg_dump, and copy the folder as well"
        )
    if target.exists():
        raise OptionError(f"{target} is there already: choose another name")
    with tempfile.TemporaryDirectory(dir=room.folder) as scratch:
        copy = Path(scratch) / DATABASE
        _copy_database(room.folder / DATABASE, copy)
        partial = target.with_name(f"{target.name}.part")
        try:
            with (
                open(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file,
                tarfile.open(fileobj=file, mode="w:gz", compresslevel=3) as archive,
            ):
                archive.add(room.folder / FILE, FILE)
                archive.add(copy, DATABASE)
                if room.submissions.is_dir():
                    archive.add(room.submissions, SUBMISSIONS)
            os.replace(partial, target)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise
    return target.stat().st_size


def _copy_database(source: Path, target: Path) -> None:
    """SQLite's own backup: a consistent copy while others write."""
    target.touch(0o600)
    before, after = sqlite3.connect(source), sqlite3.connect(target)
    try:
        before.backup(after)
    finally:
        before.close()
        after.close()


def restore(source: Path, folder: Path) -> None:
    """Make a class from a backup. Everybody signs in again: a session of then is not a session of now."""
    if folder.exists() and any(folder.iterdir()):
        raise OptionError(f"{folder} is not empty: restore into a new folder")
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    try:
        with tarfile.open(source) as archive:
            archive.extractall(folder, filter="data")
    except (tarfile.TarError, EOFError, OSError) as error:
        raise BackupError(f"cannot read the backup {source}: {error}") from error
    missing = [name for name in (FILE, DATABASE) if not (folder / name).is_file()]
    if missing:
        raise BackupError(f"{source} is no backup of a class: there is no {missing[0]} in it")
    with Classroom(folder) as room, room.database.writing() as connection:
        if connection.exec_driver_sql("PRAGMA integrity_check").scalar_one() != "ok":
            raise BackupError(f"the database in {source} is damaged")
        connection.execute(delete(SESSIONS))
        connection.execute(delete(LINKS))
