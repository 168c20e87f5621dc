"""Opens SQLite or PostgreSQL; transactions whose failures are explained in plain words."""

import os
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from orchard.core.errors import OrchardError
from orchard.core.interrupts import ctrl_c_waits
from orchard.play import upgrade

BUSY_S = 30.0  # how long a writer waits for another one


class StoreError(OrchardError):
    """The database cannot be used; the message says why. Nothing half-written stays behind."""


class UnreachableError(StoreError):
    """The database server is away: it may be starting again."""


def is_full(error: StoreError) -> bool:
    """Whether it failed by a full disk: it can be tried again when somebody has made room."""
    return "disk is full" in str(error)


def data_folder() -> Path:
    """Where this user's data is kept."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Orchard"
    base = os.environ.get("XDG_DATA_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".local" / "share") / "orchard"


def database_url(url: str | None = None) -> URL:
    """The database meant by `url`, else by ORCHARD_DB, else the file in the user's data folder.

    A text without '://' is the path of an SQLite file.
    """
    text = url or os.environ.get("ORCHARD_DB", "")
    if not text:
        return URL.create("sqlite", database=str(data_folder() / "orchard.db"))
    if "://" not in text:
        return URL.create("sqlite", database=text)
    try:
        made = make_url(text)
    except (ArgumentError, ValueError):
        raise StoreError(f"cannot read the database address {text!r}: {_EXAMPLES}") from None
    if made.drivername in ("postgresql", "postgres"):
        made = made.set(drivername="postgresql+psycopg")
    if made.get_backend_name() not in ("sqlite", "postgresql"):
        raise StoreError(f"Orchard keeps games in SQLite or PostgreSQL, not in {made.drivername!r}: {_EXAMPLES}")
    return made


_EXAMPLES = "write a file name, or postgresql://user@host/name"


def engine_of(url: URL, **options: Any) -> Engine:
    """SQLAlchemy's engine, or a StoreError that says which package is missing."""
    try:
        return create_engine(url, **options)
    except NoSuchModuleError:
        raise StoreError(f"no driver {url.drivername!r}: {_EXAMPLES}") from None
    except ImportError:
        raise StoreError("PostgreSQL needs the package psycopg: pip install 'orchard[postgres]'") from None


class Database:
    """One SQLite file or PostgreSQL database, its tables up to date. Opened when it is first used."""

    def __init__(self, url: str | None = None) -> None:
        self.url = database_url(url)
        self._engine: Engine | None = None
        self._process = 0
        self._opening = threading.Lock()

    @property
    def shown(self) -> str:
        """The address for people, without a password."""
        if self.url.get_backend_name() == "sqlite":
            return self.url.database or "in memory"
        return self.url.render_as_string(hide_password=True)

    @property
    def engine(self) -> Engine:
        with self._opening:
            if self._engine is None:
                self._process = os.getpid()
                self._engine = self._open()
            elif self._process != os.getpid():  # after a fork: the parent's connections are not ours to use or close
                self._engine.dispose(close=False)
                self._process = os.getpid()
            return self._engine

    def close(self) -> None:
        if self._engine is not None:
            self._engine.dispose(close=self._process == os.getpid())
            self._engine = None

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self.plain_words(), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction: all of it is kept, or, after any error, none."""
        # Ctrl-C in its middle would leave a connection that is not quite closed, and keeps the database from ourselves.
        with ctrl_c_waits(), self.plain_words(), self.engine.connect() as connection:
            connection = connection.execution_options(orchard_writes=True)
            with connection.begin():
                yield connection

    def _open(self) -> Engine:
        sqlite = self.url.get_backend_name() == "sqlite"
        if sqlite and self.url.database:
            folder = Path(self.url.database).parent
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StoreError(f"cannot make the folder {folder} for the database: {error.strerror}") from None
        with self.plain_words():
            engine = engine_of(self.url) if sqlite else engine_of(self.url, pool_pre_ping=True)
            if sqlite:
                event.listen(engine, "connect", _prepare_sqlite)
                event.listen(engine, "begin", _begin_sqlite)
            try:
                with engine.connect() as connection:
                    current = upgrade.is_current(connection)
                if not current:
                    with engine.connect().execution_options(orchard_writes=True) as connection, connection.begin():
                        upgrade.bring_up_to_date(connection)
            except BaseException:
                engine.dispose()
                raise
        return engine

    @contextmanager
    def plain_words(self) -> Iterator[None]:
        """Failures of the driver as a StoreError that says what they mean."""
        try:
            yield
        except SQLAlchemyError as error:
            raise (UnreachableError if _is_away(error) else StoreError)(self._explain(error)) from error
        except (OverflowError, UnicodeEncodeError) as error:  # found by a driver in a value we gave it
            raise StoreError(f"{self.shown} cannot hold a value of this record: {error}") from error

    def _explain(self, error: SQLAlchemyError) -> str:
        cause = str(error.orig if isinstance(error, DBAPIError) and error.orig else error)
        first = cause.strip().splitlines()[0] if cause.strip() else type(error).__name__
        for symptom, meaning in _MEANINGS:
            if symptom in cause:
                return f"{self.shown}: {meaning} ({first})"
        return f"{self.shown}: {first}"


def _is_away(error: SQLAlchemyError) -> bool:
    """Whether a server was not reached, or broke the connection off. A file is never away."""
    if not isinstance(error, DBAPIError) or error.orig is None or isinstance(error.orig, sqlite3.Error):
        return False
    state = getattr(error.orig, "sqlstate", None)
    if state is None:
        return error.connection_invalidated or type(error.orig).__name__ == "OperationalError"
    return str(state).startswith(("08", "57P"))  # connection errors; it stops, has crashed or is starting


_MEANINGS = (
    ("database or disk is full", "the disk is full; nothing of this change was kept, what was saved before is safe"),
    ("No space left", "the disk is full; nothing of this change was kept, what was saved before is safe"),
    ("file is not a database", "this is not an Orchard database; name another file with --db"),
    ("database disk image is malformed", "the file is damaged; restore it from a copy, or try `sqlite3 FILE .recover`"),
    ("attempt to write a readonly database", "the file or its folder may not be written; check its permissions"),
    ("unable to open database file", "the file cannot be opened; check the folder and its permissions"),
    ("database is locked", f"another program kept the database for over {BUSY_S:g} s; try again"),
    ("no such table", "the tables are not as Orchard made them"),
    ("connection is bad", "the PostgreSQL server cannot be reached; check that it runs, and the address"),
    ("connection failed", "the PostgreSQL server cannot be reached; check that it runs, and the address"),
    ("failed to resolve host", "the PostgreSQL server cannot be found; check the address"),
    ("password authentication failed", "the PostgreSQL server refused the user or password"),
)


def _prepare_sqlite(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # transactions begin where _begin_sqlite says, not where the driver guesses
    connection.execute(f"PRAGMA busy_timeout = {int(BUSY_S * 1000)}")
    _enter_wal(connection)
    # NORMAL keeps every commit through a killed process; a power cut may cost the last moments, never the file.
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")


def _enter_wal(connection: sqlite3.Connection) -> None:
    """Switch to write-ahead logging. SQLite does not wait here when another process switches too, so we do."""
    give_up = time.monotonic() + BUSY_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > give_up:
                raise
            time.sleep(0.02)


def _begin_sqlite(connection: Connection) -> None:
    if connection.get_execution_options().get("orchard_writes"):
        # IMMEDIATE waits for the other writer now; a deferred one would fail when it turns from reading to writing.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:  # cannot fail, since it touches no file yet; so the driver is asked directly, which costs a tenth
        connection.connection.cursor().execute("BEGIN")
