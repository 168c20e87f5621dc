"""A small class for tests: a database of its own, a clock that stands, people, and bots that cost nothing."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from orchard.classroom import upgrade
from orchard.classroom.assignments import Assignment
from orchard.classroom.people import Newcomer, People, Person
from orchard.classroom.submissions import Submission
from orchard.classroom.work import Work
from orchard.play.check import Finding
from orchard.play.store import Store

GAME = "tic_tac_toe"
OPENINGS = "random:0"  # the start itself: nothing is compiled for it
FIRST = "def choose(position, limits):\n    return position.legal()[0]\n"
LAST = "def choose(position, limits):\n    return position.legal()[-1]\n"


class Scene:
    def __init__(self, folder: Path, url: str | None = None) -> None:
        self.time = 1_800_000_000.0
        self.store = Store(url or str(folder / "class.db"))
        upgrade.prepare(self.store.database)
        self.work = Work(self.store, folder / "submissions", lambda: self.time)
        self.people = People(self.store.database, lambda: self.time)

    def person(self, name: str, role: Any = "student", team: str = "") -> Person:
        return self.people.add([Newcomer(name, role, team)])[0]

    def assignment(self, name: str = "one", **settings: Any) -> Assignment:
        opening = self.openings()
        return self.work.assignments.add(
            name, GAME, **{"openings": opening, "rules": {"seconds_per_move": 5.0}, **settings}
        )

    def openings(self) -> str:
        """A file with openings: nothing needs to be compiled to judge them."""
        path = self.work.submissions.folder.parent / "openings.txt"
        path.write_text("a1\nb2\na2b2\nc3a1\n")
        return str(path)

    def hand_in(self, assignment: Assignment, person: Person, source: str = FIRST, file: str = "bot.py") -> Submission:
        return self.work.submissions.add(assignment.id, person, file, io.BytesIO(source.encode()))

    def accepted(self, assignment: Assignment, person: Person, source: str = FIRST) -> Submission:
        """Handed in and judged well, without a game."""
        one = self.hand_in(assignment, person, source)
        worker = self.work.workers.here("tests", 1.0)
        while (job := self.work.queue.take(worker)) is not None and job.submission != one.id:
            raise AssertionError(f"another job was in the queue: {job}")
        self.work.submissions.judge(one.id, [Finding("opening", True, "answered a1")], assignment.game)
        assert job is not None
        self.work.queue.done(job.id)
        return self.work.submissions.get(one.id)
