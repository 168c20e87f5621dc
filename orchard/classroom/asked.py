"""What somebody asks for of a game: to play it again, to review it, or what a bot searched. Jobs of low priority."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, func, insert, select

from orchard.classroom.ladder import ADVISORY_LOCK
from orchard.classroom.people import Person
from orchard.classroom.work_queue import PRIORITY, WorkError
from orchard.classroom.work_tables import JOBS

HOUR_S = 3600.0
AN_HOUR = {"repeat": 6, "review": 30, "search": 30}  # for a team; for somebody without one alone


def asker_of(person: Person) -> str:
    """Whose limit a request counts for."""
    return f"person:{person.id}" if person.team is None else f"team:{person.team}"


def one_at_a_time(connection: Connection) -> None:
    """Nobody else puts jobs into the queue until this transaction ends; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(ADVISORY_LOCK)))


def job_of_game(connection: Connection, game: str) -> Row[Any]:
    """The job whose game this is."""
    _, league, number = game.split("-")
    mine = (JOBS.c.league == int(league)) & (JOBS.c.pair == int(number) // 2)
    row = connection.execute(select(JOBS).where(mine)).one_or_none()
    if row is None:
        raise WorkError(f"no game {game}", kind="unknown")
    return row


def jobs_about(connection: Connection, kind: str, game: str) -> list[Row[Any]]:
    """What was asked for of a game, the newest first."""
    about = (JOBS.c.about == game) & (JOBS.c.kind == kind)
    return list(connection.execute(select(JOBS).where(about).order_by(JOBS.c.id.desc())))


def put(connection: Connection, kind: str, row: dict[str, Any], asker: str, limited: bool, now: float) -> None:
    """Put it into the queue; a team or a person may ask a few times an hour, where that is limited."""
    recent = (JOBS.c.kind == kind) & (JOBS.c.asker == asker) & (JOBS.c.made > now - HOUR_S)
    if limited and connection.execute(select(func.count()).where(recent)).scalar_one() >= AN_HOUR[kind]:
        raise WorkError(f"at most {AN_HOUR[kind]} an hour", kind=f"{kind}_often", most=AN_HOUR[kind])
    always = {"kind": kind, "priority": PRIORITY[kind], "asker": asker, "state": "waiting", "made": now}
    connection.execute(insert(JOBS).values(row | always))
