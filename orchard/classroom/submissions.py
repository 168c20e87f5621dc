"""Submissions: taken in whole or not at all, kept with hash and verdict, and which version of a team plays."""

from __future__ import annotations

import errno
import json
import os
import secrets
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from sqlalchemy import Connection, Row, func, insert, select, update

from orchard.classroom.archive import SubmissionError, measure, unpack
from orchard.classroom.assignments import Assignment, assignment_of
from orchard.classroom.clock import Clock
from orchard.classroom.people import Person
from orchard.classroom.people_tables import PEOPLE, TEAMS
from orchard.classroom.similar import fingerprints
from orchard.classroom.work_queue import put_check
from orchard.classroom.work_tables import SUBMISSIONS
from orchard.play.check import Finding, denied_in
from orchard.play.database import Database, StoreError, UnreachableError

DAY_S = 86_400.0
LONGEST_NOTE = 500
LONGEST_PROGRAM = 300_000  # characters that are compared with others
UPLOAD, UNPACKED = "upload", "bot"  # in the folder of a submission
FULL = (errno.ENOSPC, errno.EDQUOT)
BY_AGE, BY_CHOICE = 1, 2
PREFIX = "submission:"


@dataclass(frozen=True, slots=True)
class Submission:
    """One version of a team's bot. `verdict` is what `orchard check --json` says of it; None until it is judged."""

    id: int
    assignment: int
    team: int
    team_name: str
    person_name: str
    number: int
    file: str
    size: int
    sha256: str
    folder: str
    main: str
    note: str
    made: float
    state: str
    verdict: dict[str, Any] | None
    judged: float | None
    chosen: bool

    @property
    def entrant(self) -> str:
        """Its name in the records of games."""
        return f"{PREFIX}{self.id}"

    def as_json(self, *, with_verdict: bool = True) -> dict[str, Any]:
        shown = ("id", "assignment", "team", "team_name", "person_name", "number", "file", "size", "sha256", "note")
        rest = ("made", "state", "judged", "chosen", *(("verdict",) if with_verdict else ()))
        return {name: getattr(self, name) for name in (*shown, *rest)} | {"entrant": self.entrant}


class Submissions:
    """The submissions of a class, in `folder` and in the database."""

    def __init__(self, database: Database, folder: Path, clock: Clock) -> None:
        self._database, self.folder, self._clock = database, folder, clock

    # --------------------------------------------------------------- taking in

    def add(
        self, assignment: int, person: Person, file: str, data: BinaryIO, *, note: str = "", team: int | None = None
    ) -> Submission:
        """Take a file in and put its check into the queue: when this returns, both are kept, whoever is killed.

        What counts is when the whole file is here, not when it was sent. `team` is for staff, who hand in for others.
        The same file again, where it is a team's newest, is the same submission, also after the closing date: whoever
        got no answer may ask again without a loss.
        """
        owner = person.team if team is None else team
        if owner is None:
            raise SubmissionError(f"{person.name} is in no team", kind="no_team")
        with self._database.reading() as connection:
            try:
                engines = self._check_open(connection, assignment, owner).engines
            except SubmissionError:
                newest = _newest(connection, assignment, owner)
                if newest is not None and newest.sha256 == measure(data)[1]:
                    return submission_of(connection, newest.id)
                raise
        name = f"{assignment}-{owner}-{secrets.token_hex(8)}"
        place, is_written = self.folder / name, False
        try:
            (place / UNPACKED).mkdir(parents=True)
            done = unpack(file, data, place / UNPACKED, engines=engines)
            data.seek(0)
            with open(place / UPLOAD, "xb") as kept:
                shutil.copyfileobj(data, kept)
                kept.flush()
                os.fsync(kept.fileno())
            prints = json.dumps(list(fingerprints(program_of(place / UNPACKED, done.main)).items()))
            with self._database.writing() as connection:
                connection.execute(select(TEAMS.c.id).where(TEAMS.c.id == owner).with_for_update())  # one of a team
                self._check_open(connection, assignment, owner)
                newest = _newest(connection, assignment, owner)
                if newest is not None and newest.sha256 == done.sha256:
                    shutil.rmtree(place, ignore_errors=True)
                    return submission_of(connection, newest.id)
                row = {
                    "assignment": assignment,
                    "team": owner,
                    "person": person.id,
                    "number": 1 if newest is None else newest.number + 1,
                    "file": file[-100:],
                    "size": done.size,
                    "sha256": done.sha256,
                    "folder": name,
                    "main": done.main,
                    "note": note[:LONGEST_NOTE],
                    "made": self._clock(),
                    "state": "waiting",
                    "prints": prints,
                }
                self._check_daily(connection, assignment_of(connection, assignment), owner)
                id = int(connection.execute(insert(SUBMISSIONS).values(row).returning(SUBMISSIONS.c.id)).scalar_one())
                put_check(connection, assignment, id, self._clock())
                found = submission_of(connection, id)
                is_written = True
            return found
        except BaseException as error:
            if not (is_written and isinstance(error, UnreachableError)):  # else it may be kept: who knows
                shutil.rmtree(place, ignore_errors=True)
            if isinstance(error, OSError) and error.errno in FULL:
                raise StoreError("the disk is full; nothing of this submission was kept") from error
            raise

    def _check_open(self, connection: Connection, assignment: int, team: int) -> Assignment:
        found = assignment_of(connection, assignment)
        if not found.is_open(self._clock()):
            state = found.as_json(self._clock())["state"]
            words = "is not open yet" if state == "early" else "is closed"
            raise SubmissionError(f"{found.name} {words}", kind=f"assignment_{state}")
        if connection.execute(select(TEAMS.c.id).where(TEAMS.c.id == team)).first() is None:
            raise SubmissionError(f"no team {team}", kind="no_team")
        return found

    def _check_daily(self, connection: Connection, assignment: Assignment, team: int) -> None:
        """At most so many in any 24 hours: a limit that began anew at midnight would be night work for some."""
        own = (SUBMISSIONS.c.assignment == assignment.id) & (SUBMISSIONS.c.team == team)
        recent = own & (SUBMISSIONS.c.made > self._clock() - DAY_S)
        if connection.execute(select(func.count()).where(recent)).scalar_one() >= assignment.daily:
            raise SubmissionError(f"at most {assignment.daily} submissions in 24 hours", kind="daily")

    # --------------------------------------------------------------- asked

    def get(self, id: int) -> Submission:
        with self._database.reading() as connection:
            return submission_of(connection, id)

    def all(self, assignment: int, team: int | None = None) -> list[Submission]:
        """Of an assignment, the newest first, without their verdicts; with a team only its own."""
        question = _LISTED.where(SUBMISSIONS.c.assignment == assignment)
        if team is not None:
            question = question.where(SUBMISSIONS.c.team == team)
        with self._database.reading() as connection:
            return [_submission(row) for row in connection.execute(question.order_by(SUBMISSIONS.c.id.desc()))]

    def log(self, id: int) -> list[dict[str, Any]]:
        """What happened to a submission, in order."""
        one = self.get(id)
        lines = [{"at": one.made, "what": "handed_in", "by": one.person_name}]
        if one.judged is not None:
            lines.append({"at": one.judged, "what": one.state, "by": ""})
        return lines

    def program(self, submission: Submission) -> Path:
        """The folder with its files."""
        return self.folder / submission.folder / UNPACKED

    def upload(self, submission: Submission) -> Path:
        """The file as it was handed in."""
        return self.folder / submission.folder / UPLOAD

    def prints(self, assignment: int) -> dict[int, dict[int, int]]:
        """The fingerprints of the newest version of each team, by submission."""
        newest = select(func.max(SUBMISSIONS.c.id)).where(SUBMISSIONS.c.assignment == assignment)
        question = select(SUBMISSIONS.c.id, SUBMISSIONS.c.prints).where(
            SUBMISSIONS.c.id.in_(newest.group_by(SUBMISSIONS.c.team).scalar_subquery())
        )
        with self._database.reading() as connection:
            return {row.id: dict(map(tuple, json.loads(row.prints))) for row in connection.execute(question)}

    # --------------------------------------------------------------- judged and chosen

    def judge(self, id: int, findings: Iterable[Finding], game: str) -> Submission:
        """Keep the verdict on a submission; the first one stands. An accepted one plays from now on, unless its team
        has chosen another."""
        told = list(findings)
        passed = bool(told) and all(finding.passed for finding in told)
        verdict = {
            "game": game,
            "passed": passed,
            "checks": [finding.as_json() for finding in told],
            "denied": [{"kind": kind, "what": what} for kind, what in denied_in(told)],
        }
        with self._database.writing() as connection:
            state = "accepted" if passed else "refused"
            values = {"verdict": json.dumps(verdict), "state": state, "judged": self._clock()}
            waiting = (SUBMISSIONS.c.id == id) & (SUBMISSIONS.c.state == "waiting")
            if connection.execute(update(SUBMISSIONS).where(waiting).values(values)).rowcount and passed:
                one = submission_of(connection, id)
                chosen = connection.execute(_same_owner(one).where(SUBMISSIONS.c.chosen > 0)).first()
                if chosen is None or (chosen.chosen == BY_AGE and chosen.id < id):
                    _choose(connection, one, BY_AGE)
            return submission_of(connection, id)

    def choose(self, id: int) -> Submission:
        """Let this version of a team play, until it chooses another."""
        with self._database.writing() as connection:
            one = submission_of(connection, id)
            if one.state != "accepted":
                raise SubmissionError(f"version {one.number} was not accepted: it cannot play", kind="not_accepted")
            if not assignment_of(connection, one.assignment).is_open(self._clock()):
                raise SubmissionError("the assignment is closed: the versions are frozen", kind="assignment_closed")
            _choose(connection, one, BY_CHOICE)
            return submission_of(connection, id)


# without verdicts and fingerprints, which are long
_LISTED = (
    select(*(column for column in SUBMISSIONS.c if column.name not in ("verdict", "prints")))
    .add_columns(TEAMS.c.name.label("team_name"), PEOPLE.c.name.label("person_name"))
    .join(TEAMS, TEAMS.c.id == SUBMISSIONS.c.team)
    .outerjoin(PEOPLE, PEOPLE.c.id == SUBMISSIONS.c.person)
)
_WHOLE = _LISTED.add_columns(SUBMISSIONS.c.verdict)


def submission_of(connection: Connection, id: int) -> Submission:
    row = connection.execute(_WHOLE.where(SUBMISSIONS.c.id == id)).one_or_none()
    if row is None:
        raise SubmissionError(f"no submission {id}", kind="unknown")
    return _submission(row)


def chosen_of(connection: Connection, assignment: int) -> list[Submission]:
    """The versions that play, in the order of their teams."""
    playing = (SUBMISSIONS.c.assignment == assignment) & (SUBMISSIONS.c.chosen > 0)
    return [_submission(row) for row in connection.execute(_LISTED.where(playing).order_by(SUBMISSIONS.c.team))]


def program_of(folder: Path, main: str) -> str:
    """The source of a submission for comparisons: its Python files, the bot first, as far as people write."""
    text = ""
    for path in sorted(folder.rglob("*.py"), key=lambda path: (path.name != main, str(path))):
        with open(path, encoding="utf-8", errors="replace") as file:
            text += file.read(LONGEST_PROGRAM - len(text)) + "\n"
        if len(text) >= LONGEST_PROGRAM:
            break
    return text


def _submission(row: Row[Any]) -> Submission:
    kept: dict[str, Any] = dict(row._mapping)
    del kept["person"]
    verdict = json.loads(kept["verdict"]) if kept.get("verdict") else None
    return Submission(**kept | {"verdict": verdict, "chosen": bool(row.chosen), "person_name": row.person_name or ""})


def _newest(connection: Connection, assignment: int, team: int) -> Row[Any] | None:
    own = (SUBMISSIONS.c.assignment == assignment) & (SUBMISSIONS.c.team == team)
    return connection.execute(select(SUBMISSIONS).where(own).order_by(SUBMISSIONS.c.number.desc()).limit(1)).first()


def _same_owner(one: Submission) -> Any:
    own = (SUBMISSIONS.c.assignment == one.assignment) & (SUBMISSIONS.c.team == one.team)
    return select(SUBMISSIONS.c.id, SUBMISSIONS.c.chosen).where(own)


def _choose(connection: Connection, one: Submission, how: int) -> None:
    own = (SUBMISSIONS.c.assignment == one.assignment) & (SUBMISSIONS.c.team == one.team)
    connection.execute(update(SUBMISSIONS).where(own).values(chosen=0))
    connection.execute(update(SUBMISSIONS).where(SUBMISSIONS.c.id == one.id).values(chosen=how))
