"""The queue of a class, in its database: jobs are taken with a lease, and a worker that dies loses nothing.

A job is the check of a submission, a pair of games, or what somebody asked for of a game. Whoever takes one holds it
until the lease runs out and renews it meanwhile; a job whose lease has run out is taken by the next one. So a job may
be done twice, but its result is kept once: a verdict in the row of its submission, games under the unique numbers of
their league, a review under the moves of its game.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Connection,
    Integer,
    Row,
    Select,
    bindparam,
    case,
    func,
    insert,
    literal,
    or_,
    select,
    true,
    update,
)

from orchard.classroom.clock import Clock
from orchard.classroom.work_tables import JOBS, WORKERS
from orchard.core.errors import OrchardError
from orchard.play.database import Database
from orchard.play.openings import Opening

CHECK, FINAL, LADDER, REPEAT, REVIEW, SEARCH = "check", "final", "ladder", "repeat", "review", "search"
PRIORITY = {CHECK: 0, FINAL: 1, LADDER: 2, REVIEW: 3, SEARCH: 3, REPEAT: 4}
LEASE_S = 60.0
MOST_TRIES = 10  # by workers that died over it: then it is left alone, and the queue says so
MOST_FAILURES = 3  # of the machinery itself
PATIENCE_S = 10.0  # a check that has waited longer takes a worker away from a game

START = Opening()


class WorkError(OrchardError):
    """A job or a worker that does not exist, or a result that does not belong to its job."""


@dataclass(frozen=True, slots=True)
class Job:
    """One piece of work. A pair has a league, a number there, two entrants, an opening and a seed; a check has a
    submission; a review has an opening that is the whole game."""

    id: int
    assignment: int
    kind: str
    why: str
    submission: int | None = None
    league: int | None = None
    pair: int | None = None
    first: str = ""
    second: str = ""
    opening: Opening = START
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games to be put into the queue."""

    pair: int
    first: str
    second: str
    opening: Opening
    seed: int
    why: str


class Queue:
    def __init__(self, database: Database, clock: Clock, lease_s: float = LEASE_S) -> None:
        self._database, self._clock, self.lease_s = database, clock, lease_s

    def take(self, worker: int, left: Sequence[int] = ()) -> Job | None:
        """The next job, for this worker alone until its lease runs out; None where there is nothing to do. Jobs of the
        assignments that are `left` are for others."""
        now = self._clock()
        with self._database.writing() as connection:
            too_far = now + 2 * max(self.lease_s, LEASE_S)  # nobody made it so: the clock went back
            over = (JOBS.c.state == "running") & or_(JOBS.c.lease < now, JOBS.c.lease > too_far)
            given_up = {"state": "failed", "problem": f"given up: {MOST_TRIES} workers ended over it", "finished": now}
            connection.execute(update(JOBS).where(over, JOBS.c.tries >= MOST_TRIES).values(given_up))
            next_one = (
                select(JOBS.c.id)
                .where(or_(JOBS.c.state == "waiting", over), *([JOBS.c.assignment.not_in(left)] if left else []))
                .order_by(JOBS.c.priority, JOBS.c.id)
                .limit(1)
                .with_for_update(skip_locked=True)  # PostgreSQL: two workers never wait for one row
            )
            held = {"state": "running", "worker": worker, "taken": now, "lease": now + self.lease_s}
            row = connection.execute(
                update(JOBS)
                .where(JOBS.c.id == next_one.scalar_subquery())
                .values(**held, tries=JOBS.c.tries + 1)
                .returning(JOBS)
            ).one_or_none()
            connection.execute(update(WORKERS).where(WORKERS.c.id == worker).values(seen=now))
            return None if row is None else _job(row)

    def keep(self, job: int, worker: int, left: Sequence[int] = ()) -> bool:
        """Renew the lease; False where the worker is to put the job aside: another one has taken it over, or a check
        has waited too long for somebody to have time. Checks of the assignments that are `left` are for others."""
        now = self._clock()
        with self._database.writing() as connection:
            held = (JOBS.c.id == job) & (JOBS.c.worker == worker) & (JOBS.c.state == "running")
            connection.execute(update(WORKERS).where(WORKERS.c.id == worker).values(seen=now))
            if not connection.execute(update(JOBS).where(held).values(lease=now + self.lease_s)).rowcount:
                return False
            if not _gives_way(connection, job, now, left):
                return True
            connection.execute(update(JOBS).where(held).values(_WAITS | {"tries": JOBS.c.tries - 1}))
            return False

    def done(self, job: int) -> None:
        """Its result is kept: nobody needs to do it again."""
        with self._database.writing() as connection:
            open_one = (JOBS.c.id == job) & (JOBS.c.state != "done")
            connection.execute(update(JOBS).where(open_one).values(state="done", finished=self._clock()))

    def give_back(self, job: int, worker: int, problem: str = "") -> None:
        """It was not done: the worker stops, or the machinery failed by `problem`. That is tried a few times."""
        with self._database.writing() as connection:
            held = (JOBS.c.id == job) & (JOBS.c.worker == worker) & (JOBS.c.state == "running")
            values = dict(_WAITS)
            if problem:
                failed = JOBS.c.tries >= MOST_FAILURES
                values |= {"problem": problem[:500], "state": case((failed, "failed"), else_="waiting")}
            else:
                values["tries"] = JOBS.c.tries - 1
            connection.execute(update(JOBS).where(held).values(values))

    def leave(self, job: int, worker: int, problem: str) -> None:
        """This worker cannot do it, by `problem`, but others may: that is no failure."""
        with self._database.writing() as connection:
            held = (JOBS.c.id == job) & (JOBS.c.worker == worker) & (JOBS.c.state == "running")
            waits = _WAITS | {"problem": problem[:500], "tries": JOBS.c.tries - 1}
            connection.execute(update(JOBS).where(held).values(waits))

    def release(self, worker: int) -> int:
        """What a worker held before it ended waits again, without waiting for its leases; says how many jobs."""
        with self._database.writing() as connection:
            held = (JOBS.c.worker == worker) & (JOBS.c.state == "running")
            return connection.execute(update(JOBS).where(held).values(state="waiting", lease=None)).rowcount

    def retry(self, assignment: int) -> int:
        """Put what failed into the queue again, when its cause is gone; says how many jobs."""
        with self._database.writing() as connection:
            failed = (JOBS.c.assignment == assignment) & (JOBS.c.state == "failed")
            again = {"state": "waiting", "tries": 0, "problem": None, "finished": None, "worker": None}
            return connection.execute(update(JOBS).where(failed).values(again)).rowcount

    def get(self, job: int) -> Job:
        with self._database.reading() as connection:
            row = connection.execute(select(JOBS).where(JOBS.c.id == job)).one_or_none()
        if row is None:
            raise WorkError(f"no job {job}", kind="unknown")
        return _job(row)

    def holds(self, worker: int, submission: int) -> bool:
        """Whether a worker has a job under way in which this submission is checked or plays."""
        entrant = f"submission:{submission}"
        about = or_(JOBS.c.submission == submission, JOBS.c.first == entrant, JOBS.c.second == entrant)
        with self._database.reading() as connection:
            mine = select(JOBS.c.id).where(JOBS.c.worker == worker, JOBS.c.state == "running", about)
            return connection.execute(mine.limit(1)).first() is not None

    def holds_of(self, worker: int, assignment: int) -> bool:
        """Whether a worker has a job of this assignment under way."""
        with self._database.reading() as connection:
            mine = select(JOBS.c.id).where(JOBS.c.worker == worker, JOBS.c.state == "running")
            return connection.execute(mine.where(JOBS.c.assignment == assignment).limit(1)).first() is not None

    def counts(self) -> dict[str, int]:
        """How many jobs of the whole class are in which state."""
        with self._database.reading() as connection:
            rows = connection.execute(select(JOBS.c.state, func.count()).group_by(JOBS.c.state)).all()
        return {"waiting": 0, "running": 0, "failed": 0} | dict(tuple(row) for row in rows)

    def shown(self, assignment: int, most: int = 200) -> dict[str, Any]:
        """What is running and waiting, in the order in which it is done, with since when and why; and how many there
        are of each state."""
        with self._database.reading() as connection:
            rows = connection.execute(_OPEN, {"asked": assignment, "most": most}).all()
            counts = connection.execute(_COUNTS, {"asked": assignment}).all()
            broken = connection.execute(_FAILED, {"asked": assignment, "most": most}).all()
        return {
            "now": self._clock(),
            "counts": dict(tuple(row) for row in counts),
            "jobs": [dict(zip(_NAMES, row, strict=True)) for row in rows],
            "failed": [dict(zip(_NAMES, row, strict=True)) for row in broken],
        }


_WAITS: dict[str, Any] = {"state": "waiting", "lease": None, "taken": None, "worker": None}


def _gives_way(connection: Connection, job: int, now: float, left: Sequence[int]) -> bool:
    """Whether this job is put aside for a check: those that were begun last, as many as checks have waited long. What
    some worker could not do takes nobody away: games would never end."""
    tired = (JOBS.c.kind == CHECK) & (JOBS.c.state == "waiting") & (JOBS.c.made < now - PATIENCE_S)
    tired &= JOBS.c.problem.is_(None)
    tired &= JOBS.c.assignment.not_in(left) if left else true()
    checks = connection.execute(select(func.count()).where(tired)).scalar_one()
    if not checks:
        return False
    games = (JOBS.c.state == "running") & (JOBS.c.kind != CHECK) & (JOBS.c.lease >= now)
    newest = select(JOBS.c.id).where(games).order_by(JOBS.c.taken.desc(), JOBS.c.id.desc()).limit(checks)
    return job in connection.execute(newest).scalars().all()


def put_check(connection: Connection, assignment: int, submission: int, now: float) -> None:
    row = {"assignment": assignment, "kind": CHECK, "submission": submission, "why": "handed in"}
    connection.execute(insert(JOBS).values(row | {"priority": PRIORITY[CHECK], "state": "waiting", "made": now}))


def put_pairs(
    connection: Connection, assignment: int, kind: str, league: int, pairs: Iterable[Pair], now: float
) -> None:
    """Put pairs of games into the queue; their numbers in the league are new."""
    always = {"assignment": assignment, "kind": kind, "league": league, "priority": PRIORITY[kind], "made": now}
    rows = [
        always
        | {"pair": one.pair, "first": one.first, "second": one.second, "why": one.why, "state": "waiting"}
        | {"opening": json.dumps(one.opening), "seed": str(one.seed)}
        for one in pairs
    ]
    if rows:
        connection.execute(insert(JOBS), rows)


def open_jobs(assignment: int, kind: str) -> Select[Any]:
    """How many jobs of a kind are waiting or running."""
    mine = (JOBS.c.assignment == assignment) & (JOBS.c.kind == kind)
    return select(func.count()).where(mine, JOBS.c.state.in_(("waiting", "running")))


def _job(row: Row[Any]) -> Job:
    kept = {name: getattr(row, name) for name in ("id", "assignment", "kind", "why", "submission", "league", "pair")}
    if row.opening is None:
        return Job(**kept)
    return Job(
        **kept, first=row.first, second=row.second, opening=Opening(*json.loads(row.opening)), seed=int(row.seed or 0)
    )


# built once: pages ask for them all the time
_NAMES = (
    "id",
    "kind",
    "state",
    "submission",
    "pair",
    "first",
    "second",
    "why",
    "made",
    "taken",
    "tries",
    "problem",
    "about",
    "worker",
)
_ASKED = JOBS.c.assignment == bindparam("asked")
_COLUMNS = [JOBS.c[name] for name in _NAMES[:-1]]
_OPEN = (
    select(*_COLUMNS, func.coalesce(WORKERS.c.name, ""))
    .outerjoin(WORKERS, WORKERS.c.id == JOBS.c.worker)
    .where(_ASKED, JOBS.c.state.in_(("running", "waiting")))
    .order_by(JOBS.c.state, JOBS.c.priority, JOBS.c.id)
    .limit(bindparam("most", type_=Integer))
)
_COUNTS = select(JOBS.c.state, func.count()).where(_ASKED).group_by(JOBS.c.state)
_FAILED = select(*_COLUMNS, literal("")).where(_ASKED, JOBS.c.state == "failed").limit(bindparam("most", type_=Integer))
