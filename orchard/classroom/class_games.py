"""Finds games of an assignment, without their moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, and_, func, or_, select

from orchard.classroom.assignments import AssignmentError
from orchard.classroom.work_tables import ASSIGNMENTS, FINALS, JOBS
from orchard.play.database import Database
from orchard.play.schema import GAMES, PLAYERS, UNFINISHED

SHOWN = ("id", "number", "league", "winner", "score", "verdict", "started", "seconds")


@dataclass(frozen=True, slots=True)
class GameSearch:
    """Games of leagues in which one of `one` played (anybody where `everybody`), and, where it is given, `other`."""

    leagues: tuple[int, ...]
    one: tuple[str, ...] = ()
    everybody: bool = True
    other: str = ""
    verdict: str = ""


def find_games(database: Database, asked: GameSearch, limit: int, offset: int) -> tuple[int, list[dict[str, Any]]]:
    """How many there are, and some of them, the newest first."""
    black, white = PLAYERS.alias(), PLAYERS.alias()
    tables = GAMES.join(black, GAMES.c.black == black.c.key).join(white, GAMES.c.white == white.c.key)
    found: list[ColumnElement[bool]] = [GAMES.c.league.in_(asked.leagues)]
    if not asked.everybody:
        found.append(or_(black.c.spec.in_(asked.one), white.c.spec.in_(asked.one)))
    if asked.other and asked.everybody:
        found.append(or_(black.c.spec == asked.other, white.c.spec == asked.other))
    elif asked.other:
        first = and_(black.c.spec.in_(asked.one), white.c.spec == asked.other)
        found.append(or_(first, and_(white.c.spec.in_(asked.one), black.c.spec == asked.other)))
    if asked.verdict:
        found.append(GAMES.c.verdict == asked.verdict)
    columns, names = [GAMES.c[name] for name in SHOWN], (*SHOWN, "black", "white")
    question = (
        select(*columns, black.c.spec.label("black"), white.c.spec.label("white")).select_from(tables).where(*found)
    )
    with database.reading() as connection:
        counted = GAMES if asked.everybody and not asked.other else tables
        total = connection.execute(select(func.count()).select_from(counted).where(*found)).scalar_one()
        rows = connection.execute(
            question.order_by(GAMES.c.league.desc(), GAMES.c.number.desc()).limit(limit).offset(offset)
        ).all()
    games = [dict(zip(names, row, strict=True)) for row in rows]
    for game in games:
        game["winner"] = None if game["winner"] == UNFINISHED else game["winner"]
    return int(total), games


def newest_game(database: Database) -> int:
    """The key of the game that was kept last: another one says that a game has ended."""
    with database.reading() as connection:
        return int(connection.execute(_NEWEST).scalar() or 0)


_NEWEST = select(func.max(GAMES.c.key))


def assignment_with(database: Database, league: int) -> int:
    """The assignment whose ladder or final a league is, or in which a game is played again."""
    with database.reading() as connection:
        found = connection.execute(select(ASSIGNMENTS.c.id).where(ASSIGNMENTS.c.league == league)).scalar()
        found = found or connection.execute(select(FINALS.c.assignment).where(FINALS.c.league == league)).scalar()
        found = found or connection.execute(select(JOBS.c.assignment).where(JOBS.c.league == league).limit(1)).scalar()
    if found is None:
        raise AssignmentError("no such game", kind="unknown")
    return int(found)
