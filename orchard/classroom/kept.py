"""What many people look at is computed once, and kept until the tables that it is made of change.

A stamp says in one short statement how an assignment stands: its settings, submissions and newest ratings. What was
made under the same stamp is still right. Names of teams are in no stamp, so nothing is kept for longer than KEPT_S.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

from sqlalchemy import BindParameter, Integer, bindparam, func, select

from orchard.classroom.work_tables import ASSIGNMENTS, FINALS, STANDINGS, SUBMISSIONS
from orchard.play.database import Database

KEPT_S = 5.0
Stamp = tuple[Any, ...]
T = TypeVar("T")

_ID: BindParameter[int] = bindparam("id", type_=Integer)
_OWN = SUBMISSIONS.c.assignment == _ID
_FINAL = STANDINGS.alias("of_final")
_LADDER = STANDINGS.alias("of_ladder")
STAMP = (
    select(
        ASSIGNMENTS.c.name,
        ASSIGNMENTS.c.settings,
        ASSIGNMENTS.c.opens,
        ASSIGNMENTS.c.closes,
        FINALS.c.league,
        _LADDER.c.made,
        _LADDER.c.games,
        _FINAL.c.made,
        _FINAL.c.games,
        # of the submissions: how many there are, which of them play, and when the last was judged
        select(func.count()).where(_OWN).scalar_subquery(),
        select(func.sum(SUBMISSIONS.c.chosen * SUBMISSIONS.c.id)).where(_OWN).scalar_subquery(),
        select(func.max(SUBMISSIONS.c.judged)).where(_OWN).scalar_subquery(),
    )
    .select_from(ASSIGNMENTS)
    .outerjoin(FINALS, FINALS.c.assignment == ASSIGNMENTS.c.id)
    .outerjoin(_LADDER, _LADDER.c.league == ASSIGNMENTS.c.league)
    .outerjoin(_FINAL, _FINAL.c.league == FINALS.c.league)
    .where(ASSIGNMENTS.c.id == _ID)
)


class Kept:
    """Values about assignments, made when they are first asked for. They are shared: nobody changes them."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.monotonic) -> None:
        self._database, self._clock = database, clock
        self._lock = threading.RLock()  # what twenty people ask for at once is made once
        self._known: dict[int, tuple[Stamp, float, dict[Hashable, Any]]] = {}

    def of(self, assignment: int, what: Hashable, make: Callable[[], T]) -> T:
        """What was made for this before, or what `make` says now. `make` may ask for other things."""
        with self._database.reading() as connection:
            stamp = tuple(connection.execute(STAMP, {"id": assignment}).one_or_none() or ())
        with self._lock:
            known = self._known.get(assignment)
            if known is None or known[0] != stamp or self._clock() - known[1] >= KEPT_S:
                known = self._known[assignment] = (stamp, self._clock(), {})
            values = known[2]
            if what not in values:
                values[what] = make()
            return cast(T, values[what])
