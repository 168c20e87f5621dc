"""The work of a class in one place: assignments, submissions, queue, ladder, workers and results.

Every process that serves or works has one of these over the same database; whoever looks for a job and finds none fills
the queue, so no process is needed that watches over the others.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

from orchard.classroom import ladder, packages
from orchard.classroom.assignments import Assignment, AssignmentError, Assignments, assignment_of
from orchard.classroom.audit import Audit
from orchard.classroom.clock import Clock, now
from orchard.classroom.final import Finals
from orchard.classroom.playing import Program, Task
from orchard.classroom.repeats import Repeats, number_of
from orchard.classroom.results import Snapshots
from orchard.classroom.reviews import Reviews
from orchard.classroom.searches import Searches
from orchard.classroom.submissions import PREFIX, Submission, Submissions, submission_of
from orchard.classroom.work_queue import CHECK, LEASE_S, REPEAT, REVIEW, SEARCH, Job, Queue, WorkError
from orchard.classroom.work_tables import JOBS
from orchard.classroom.workers import Workers
from orchard.play.check import Finding, denied_in
from orchard.play.record import GameRecord
from orchard.play.schema import GAMES
from orchard.play.store import Store

PAIRS_AHEAD = 2  # in the queue for each worker: new submissions and results soon change who plays next
RATINGS_EVERY_S = 5.0
MOST_DENIED, LONGEST_DENIED = 10, 120  # of what a bot asked for, in the audit log


class Work:
    """`reserve_mb` of the disk are for people: with less, the ladder puts no more games there."""

    def __init__(
        self, store: Store, folder: Path, clock: Clock = now, *, lease_s: float = LEASE_S, reserve_mb: float = 0.0
    ) -> None:
        self.store, self.clock, self._reserve_mb = store, clock, reserve_mb
        self.assignments = Assignments(store, clock)
        self.submissions = Submissions(store.database, folder, clock)
        self.queue = Queue(store.database, clock, lease_s)
        self.workers = Workers(store.database, clock)
        self.finals = Finals(store, clock)
        self.repeats = Repeats(store, clock)
        self.reviews = Reviews(store, clock)
        self.searches = Searches(store, clock)
        self.snapshots = Snapshots(store.database, clock)
        self.audit = Audit(store.database, clock)

    # --------------------------------------------------------------- handing out

    def take(self, worker: int, left: Sequence[int] = ()) -> Task | None:
        """The next job with all that is needed for it; None where there is nothing to do now. The assignments that are
        `left` are for other workers."""
        while True:
            job = self.queue.take(worker, left)
            if job is None:
                if not self.fill() or left:
                    return None
                continue
            task = self.task(job)
            if job.kind in (CHECK, REVIEW, SEARCH) or task.numbers:
                if job.kind in (REPEAT, REVIEW, SEARCH):
                    self.fill()  # the ladder goes on: what somebody asked for takes turns with it
                return task
            self.queue.done(job.id)  # who had it died between keeping its games and saying so

    def fill(self) -> int:
        """Put the next pairs of every open ladder, and the next rounds of finals, into the queue."""
        put = 0
        wanted = PAIRS_AHEAD * max(1, sum(one["alive"] for one in self.workers.all()))
        for assignment in self.assignments.all():
            if assignment.is_open(self.clock()):
                if not self._has_room():
                    continue
                snapshot = self.snapshots.refreshed(assignment.league, RATINGS_EVERY_S)
                with self.store.database.writing() as connection:
                    put += ladder.fill(connection, assignment, snapshot, self.clock(), wanted)
            else:
                self._rate_the_rest(assignment)
                put += self.finals.advance(assignment.id) if assignment.final else self._begin_final(assignment)
        return put

    def _has_room(self) -> bool:
        return not self._reserve_mb or shutil.disk_usage(self.submissions.folder).free >= self._reserve_mb * 1e6

    def _begin_final(self, assignment: Assignment) -> int:
        """Begin the final that was announced, when the assignment is closed and everything handed in is judged."""
        if not assignment.final_kind or not assignment.is_closed(self.clock()):
            return 0
        try:
            plan = self.finals.begin(assignment.id, kind=assignment.final_kind)
        except AssignmentError:  # submissions are still to be checked, nobody can play, or another worker was first
            return 0
        about = {"assignment": assignment.id, "seed": plan.seed, "kind": plan.kind}
        self.audit.note("final.begun", None, "worker", **about)
        return 1

    def _rate_the_rest(self, assignment: Assignment) -> None:
        """Ratings that count the last games of a ladder or a final: nobody plays there again who would compute them."""
        final = self.finals.of(assignment.id) if assignment.final else None
        for league in (assignment.league, *(final[:1] if final else ())):
            if self.snapshots.is_due(league, RATINGS_EVERY_S):
                self.snapshots.refreshed(league)

    def task(self, job: Job) -> Task:
        """A job with what is needed for it."""
        with self.store.database.reading() as connection:
            assignment = assignment_of(connection, job.assignment)
            place = packages.place_of(self.submissions.folder.parent, assignment.id)
            made = packages.made_for(place, assignment.packages)
            needed = (made.installed if made else assignment.packages, made)
            if job.kind == CHECK:
                one = submission_of(connection, job.submission or 0)
                return Task(job, assignment.game, assignment.rules, (program_of(one),), (), *needed)
            if job.kind == REVIEW:
                return Task(job, assignment.game, assignment.rules)
            names = (job.first,) if job.kind == SEARCH else (job.first, job.second)
            programs = [
                program_of(submission_of(connection, int(name.removeprefix(PREFIX))))
                for name in names
                if name.startswith(PREFIX)
            ]
            if job.kind == SEARCH:
                return Task(job, assignment.game, assignment.rules, tuple(programs), (), *needed)
            numbers = numbers_of(connection, job)
            there = select(GAMES.c.number).where(GAMES.c.league == job.league, GAMES.c.number.in_(numbers))
            played = set(connection.execute(there).scalars())
        left = tuple(number for number in numbers if number not in played)
        return Task(job, assignment.game, assignment.rules, tuple(programs), left, *needed)

    # --------------------------------------------------------------- results

    def checked(self, job: int, findings: Sequence[Finding]) -> Submission:
        """Keep what a check found. What a bot asked for and the walls refused goes to the audit log."""
        one = self.queue.get(job)
        if one.kind != CHECK or one.submission is None:
            raise WorkError(f"job {job} is no check", kind="wrong_job")
        is_news = self.submissions.get(one.submission).state == "waiting"
        judged = self.submissions.judge(one.submission, findings, self.assignments.get(one.assignment).game)
        denied = [f"{kind} {what}"[:LONGEST_DENIED] for kind, what in denied_in(list(findings))]
        if denied and is_news:
            about = {"submission": judged.id, "team": judged.team_name, "denied": denied[:MOST_DENIED]}
            self.audit.note("submissions.denied", None, "worker", **about)
        self.queue.done(job)
        return judged

    def played(self, job: int, record: GameRecord) -> bool:
        """Keep a game of a pair; False where it was kept before. With its second game the job is done."""
        one = self.queue.get(job)
        number = int(record.id.rpartition("-")[2]) if record.id.rpartition("-")[2].isdecimal() else -1
        fits = (
            one.league is not None
            and number in self._numbers(one)
            and {record.black, record.white} == {one.first, one.second}
        )
        if not fits or record.game != self.assignments.get(one.assignment).game:
            raise WorkError(f"this game does not belong to job {job}", kind="wrong_job")
        new = self.store.save_game(record, one.league, number)
        if not self.task(one).numbers:
            self.queue.done(job)
            if one.kind != REPEAT:  # nothing counts those
                self.snapshots.refreshed(one.league or 0, RATINGS_EVERY_S)
        return new

    def reviewed(self, job: int, review: Mapping[str, Any]) -> None:
        """Keep the review of a game, or what a bot searched."""
        one = self.queue.get(job)
        if one.kind not in (REVIEW, SEARCH):
            raise WorkError(f"job {job} is no review", kind="wrong_job")
        keep = self.reviews.keep if one.kind == REVIEW else self.searches.keep
        keep(one, self.assignments.get(one.assignment).game, review)
        self.queue.done(job)

    def _numbers(self, job: Job) -> tuple[int, ...]:
        with self.store.database.reading() as connection:
            return numbers_of(connection, job)


def numbers_of(connection: Connection, job: Job) -> tuple[int, ...]:
    """The games of a job in its league: both of a pair, or the one that is played again with its colours."""
    first = 2 * (job.pair or 0)
    if job.kind != REPEAT:
        return first, first + 1
    about = connection.execute(select(JOBS.c.about).where(JOBS.c.id == job.id)).scalar_one()
    return (first + number_of(about) % 2,)


def program_of(one: Submission) -> Program:
    return Program(one.id, one.sha256, one.file, one.main)
