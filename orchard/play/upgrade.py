"""Makes the tables in an empty database, and brings those of an older Orchard up to date, all or nothing."""

import sys
from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from sqlalchemy import Connection, func, insert, inspect, select, text

from orchard.core.errors import OrchardError
from orchard.play import schema
from orchard.play.record import GameRecord, MoveRecord


class SchemaError(OrchardError):
    """A database whose tables this Orchard cannot use."""


Step = Callable[[Connection], None]

# STEPS[n], below, turns tables of version n into version n + 1. A step never changes once released: it speaks plain
# SQL about the tables as they were then, not about the tables in schema.py, which show them as they are now.


def _add_swap2(connection: Connection) -> None:
    connection.execute(text("ALTER TABLE games ADD COLUMN swap2 TEXT"))


def _tell_draws_from_games_without_an_end(connection: Connection) -> None:
    """Until version 2 both had no winner; since then the winner of a game without an end is the empty text."""
    games = connection.exec_driver_sql("SELECT key, game, start, opening FROM games WHERE winner IS NULL").all()
    for key, game, start, opening in games:
        question = f"SELECT move FROM moves WHERE game = {int(key)} ORDER BY ply"
        moves = tuple(MoveRecord(move) for (move,) in connection.exec_driver_sql(question))
        record = GameRecord("", game, "", "", start=start, opening=opening, moves=moves)
        if record.is_unfinished:
            connection.exec_driver_sql(f"UPDATE games SET winner = '' WHERE key = {int(key)}")


def _add_reviews(connection: Connection) -> None:
    columns = ("game", "start", "moves", "edition", "made", "review")
    listed = ", ".join(f"{name} TEXT NOT NULL" for name in columns)
    connection.execute(text(f"CREATE TABLE IF NOT EXISTS reviews (key TEXT NOT NULL PRIMARY KEY, {listed})"))


def _add_owners_and_positions(connection: Connection) -> None:
    if "owner" not in {column["name"] for column in inspect(connection).get_columns("games")}:
        connection.execute(text("ALTER TABLE games ADD COLUMN owner TEXT"))
    connection.execute(text("CREATE INDEX IF NOT EXISTS games_by_owner ON games (owner, started)"))
    is_postgres = connection.dialect.name == "postgresql"
    key, ending = ("BIGINT", "") if is_postgres else ("INTEGER", " WITHOUT ROWID")
    columns = (
        f"game {key} NOT NULL REFERENCES games (key) ON DELETE CASCADE",
        "ply INTEGER NOT NULL",
        "hash BIGINT NOT NULL",
        "move TEXT NOT NULL",
        "PRIMARY KEY (game, ply)",
    )
    connection.execute(text(f"CREATE TABLE IF NOT EXISTS positions ({', '.join(columns)}){ending}"))
    connection.execute(text("CREATE INDEX IF NOT EXISTS positions_by_hash ON positions (hash)"))


def _add_learners(connection: Connection) -> None:
    postgres = connection.dialect.name == "postgresql"
    key, number = ("BIGINT", "DOUBLE PRECISION") if postgres else ("INTEGER", "DOUBLE")
    own_key = "BIGSERIAL NOT NULL PRIMARY KEY" if postgres else "INTEGER NOT NULL PRIMARY KEY"
    name = 'TEXT COLLATE "C" NOT NULL' if postgres else "TEXT NOT NULL"
    of_profile = f"profile {key} NOT NULL"
    strength = [f"{column} {number} NOT NULL" for column in ("rating", "deviation", "volatility")]
    card = ["repetitions INTEGER NOT NULL", f"easiness {number} NOT NULL", "interval_days INTEGER NOT NULL"]
    tables: dict[str, list[str]] = {
        "profiles": [f"key {own_key}", f"name {name} UNIQUE", f"made {name}"],
        "strengths": [of_profile, f"game {name}", f"source {name}", *strength, "PRIMARY KEY (profile, game, source)"],
        "puzzle_strengths": [f"game {name}", f"puzzle {name}", *strength, "PRIMARY KEY (game, puzzle)"],
        "attempts": [
            f"key {own_key}",
            of_profile,
            *(f"{column} {name}" for column in ("id", "game", "source", "against")),
            f"score {number} NOT NULL",
            "tries INTEGER NOT NULL",
            "hints INTEGER NOT NULL",
            "tags TEXT NOT NULL",
            f"made {name}",
            "rated INTEGER NOT NULL",
            *strength[:2],
            "UNIQUE (profile, id)",
        ],
        "mistakes": [
            of_profile,
            f"id {name}",
            f"game {name}",
            *(f"{column} TEXT NOT NULL" for column in ("position", "played", "accepted")),
            f"loss {number} NOT NULL",
            "tags TEXT NOT NULL",
            f"made {name}",
            f"due {name}",
            *card,
            "PRIMARY KEY (profile, id)",
        ],
        "marks": [
            of_profile,
            *(f"{column} {name}" for column in ("kind", "game", "name")),
            f"value {number} NOT NULL",
            f"made {name}",
            "PRIMARY KEY (profile, kind, game, name)",
        ],
    }
    for table, columns in tables.items():
        if of_profile in columns:
            columns.append("FOREIGN KEY (profile) REFERENCES profiles (key) ON DELETE CASCADE")
        connection.execute(text(f"CREATE TABLE IF NOT EXISTS {table} ({', '.join(columns)})"))
    connection.execute(text("CREATE INDEX IF NOT EXISTS attempts_by_puzzle ON attempts (profile, game, against)"))
    connection.execute(text("CREATE INDEX IF NOT EXISTS attempts_by_date ON attempts (profile, game, made)"))
    connection.execute(text("CREATE INDEX IF NOT EXISTS mistakes_by_day ON mistakes (profile, due)"))


def _add_judged(connection: Connection) -> None:
    postgres = connection.dialect.name == "postgresql"
    key, name = ("BIGINT", 'TEXT COLLATE "C" NOT NULL') if postgres else ("INTEGER", "TEXT NOT NULL")
    columns = (
        f"profile {key} NOT NULL",
        *(f"{column} {name}" for column in ("id", "phase", "game")),
        "moves INTEGER NOT NULL",
        "good INTEGER NOT NULL",
        f"made {name}",
        "PRIMARY KEY (profile, id, phase)",
        "FOREIGN KEY (profile) REFERENCES profiles (key) ON DELETE CASCADE",
    )
    connection.execute(text(f"CREATE TABLE IF NOT EXISTS judged ({', '.join(columns)})"))
    connection.execute(text("CREATE INDEX IF NOT EXISTS judged_by_game ON judged (profile, game)"))


STEPS: Mapping[int, Step] = {
    1: _add_swap2,
    2: _tell_draws_from_games_without_an_end,
    3: _add_reviews,
    4: _add_owners_and_positions,
    5: _add_learners,
    6: _add_judged,
}

ADVISORY_LOCK = 0x6F726368  # "orch": PostgreSQL lets one process at a time make or change the tables


def current_version(connection: Connection) -> int | None:
    """The version of the tables in a database; None where there are none yet."""
    if not inspect(connection).has_table(schema.SCHEMA.name):
        return None
    version = connection.execute(select(func.max(schema.SCHEMA.c.version))).scalar()
    return None if version is None else int(version)


def is_current(connection: Connection) -> bool:
    """Whether nothing needs to be done. Tables of a newer Orchard are refused."""
    version = current_version(connection)
    if version is not None and version > schema.VERSION:
        raise SchemaError(
            f"this database was written by a newer Orchard (tables of version {version}, this one knows up to "
            f"{schema.VERSION}): upgrade Orchard, or use another database with --db"
        )
    return version == schema.VERSION


def bring_up_to_date(connection: Connection) -> None:
    """Make or upgrade the tables; `connection` is in a write transaction that its owner commits or rolls back."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(ADVISORY_LOCK)))
    if is_current(connection):  # someone else did it while we waited for the lock
        return
    version = current_version(connection)
    if version is None:
        _refuse_other_tables(connection)
        schema.TABLES.create_all(connection, checkfirst=True)
        _note(connection, schema.VERSION)
        return
    for step in range(version, schema.VERSION):
        if step not in STEPS:
            raise SchemaError(f"no way from tables of version {step} to {step + 1}: use the Orchard that wrote them")
        STEPS[step](connection)
        _note(connection, step + 1)


def _refuse_other_tables(connection: Connection) -> None:
    ours = {table.name for table in schema.TABLES.sorted_tables} - {schema.SCHEMA.name}
    taken = sorted(ours.intersection(inspect(connection).get_table_names()))
    if taken:
        raise SchemaError(
            f"this database holds another program's tables ({', '.join(taken)}): give Orchard a database of its own"
        )


def _note(connection: Connection, version: int) -> None:
    release = sys.modules["orchard"].__version__
    made = datetime.now(UTC).isoformat(timespec="seconds")
    connection.execute(insert(schema.SCHEMA).values(version=version, orchard=release, made=made))
