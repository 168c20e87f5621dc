"""The audit log: who did what, from where, and what was refused."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import delete, func, insert, select

from orchard.classroom.clock import Clock, now
from orchard.classroom.people import Person
from orchard.classroom.people_tables import AUDIT
from orchard.play.database import Database

MOST_ROWS = 200_000  # the oldest are dropped
LONGEST_TEXT = 300
PRUNE_EVERY = 1000


class Audit:
    def __init__(self, database: Database, clock: Clock = now) -> None:
        self.database, self.clock = database, clock

    def note(self, action: str, person: Person | None = None, address: str = "", **about: Any) -> None:
        """Keep one event. Secrets are never given here."""
        short = {key: value[:LONGEST_TEXT] if isinstance(value, str) else value for key, value in about.items()}
        row = {
            "at": self.clock(),
            "person": person.id if person else None,
            "name": person.name if person else "",
            "address": address[:100],
            "action": action,
            "about": json.dumps(short),
        }
        with self.database.writing() as connection:
            id = connection.execute(insert(AUDIT).values(row).returning(AUDIT.c.id)).scalar_one()
            if id % PRUNE_EVERY == 0:
                connection.execute(delete(AUDIT).where(AUDIT.c.id <= id - MOST_ROWS))

    def events(self, *, limit: int = 100, before: int | None = None, action: str = "") -> list[dict[str, Any]]:
        """The newest events first; `before` is the id of the last one seen, `action` how the wanted ones begin."""
        question = select(AUDIT).order_by(AUDIT.c.id.desc()).limit(max(1, min(limit, 1000)))
        if before is not None:
            question = question.where(AUDIT.c.id < before)
        if action:
            question = question.where(AUDIT.c.action.startswith(action, autoescape=True))
        with self.database.reading() as connection:
            return [dict(row._mapping) | {"about": json.loads(row.about)} for row in connection.execute(question)]

    def count(self, action: str) -> int:
        with self.database.reading() as connection:
            same = AUDIT.c.action == action
            return int(connection.execute(select(func.count()).select_from(AUDIT).where(same)).scalar_one())
