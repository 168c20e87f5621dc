"""A worker: takes jobs from a class, here or over HTTP, does them one after the other, and hands the results in."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from orchard.classroom import packages, playing, reviews
from orchard.classroom.playing import Program, Task
from orchard.classroom.work import Work
from orchard.classroom.work_queue import CHECK, REVIEW
from orchard.core.choice import Stop
from orchard.play.check import Finding
from orchard.play.database import UnreachableError
from orchard.play.record import GameRecord
from orchard.play.referee import GameStoppedError

RENEWALS = 3  # of a lease before it would run out
ASK_EVERY_S = 1.0  # where there was nothing to do
LEFT_S = 60.0  # how long an assignment is left to others whose packages are not here
AWAY_S = 600.0  # how long a worker waits for a class that starts again


class AwayError(Exception):
    """The class cannot be reached now."""


class Place(Protocol):
    """Where a worker finds its jobs."""

    name: str
    speed: float
    lease_s: float

    def take(self) -> Task | None: ...
    def keep(self, job: int) -> bool: ...
    def checked(self, job: int, findings: Sequence[Finding]) -> None: ...
    def played(self, job: int, record: GameRecord) -> None: ...
    def reviewed(self, job: int, review: Mapping[str, Any]) -> None: ...
    def give_back(self, job: int, problem: str) -> None: ...
    def folder(self, program: Program) -> Path: ...
    def packages(self, task: Task) -> Path: ...
    def leave(self, task: Task, problem: str) -> None: ...


class Here:
    """A class in a folder of this machine. Whoever had this name before has ended."""

    def __init__(self, work: Work, name: str, speed: float) -> None:
        self._work, self.name, self.speed, self.lease_s = work, name, speed, work.queue.lease_s
        self._id = work.workers.here(name, speed)
        self._left: dict[int, float] = {}  # assignments whose packages are not here, and since when
        work.queue.release(self._id)

    def take(self) -> Task | None:
        with _away():
            return self._work.take(self._id, still_left(self._left))

    def keep(self, job: int) -> bool:
        with _away():
            return self._work.queue.keep(job, self._id)

    def checked(self, job: int, findings: Sequence[Finding]) -> None:
        with _away():
            self._work.checked(job, findings)

    def played(self, job: int, record: GameRecord) -> None:
        with _away():
            self._work.played(job, record)

    def reviewed(self, job: int, review: Mapping[str, Any]) -> None:
        with _away():
            self._work.reviewed(job, review)

    def give_back(self, job: int, problem: str) -> None:
        with _away():
            self._work.queue.give_back(job, self._id, problem)

    def folder(self, program: Program) -> Path:
        with _away():
            return self._work.submissions.program(self._work.submissions.get(program.submission))

    def packages(self, task: Task) -> Path:
        return packages.place_of(self._work.submissions.folder.parent, task.job.assignment)

    def leave(self, task: Task, problem: str) -> None:
        with _away():
            self._work.queue.leave(task.job.id, self._id, problem)
        self._left[task.job.assignment] = time.monotonic()


def still_left(left: dict[int, float]) -> list[int]:
    """The assignments that are not asked for now; after a while their packages may be there."""
    return [assignment for assignment, since in left.items() if time.monotonic() - since < LEFT_S]


@contextmanager
def _away() -> Iterator[None]:
    try:
        yield
    except UnreachableError as error:
        raise AwayError(str(error)) from error


def work(
    place: Place,
    *,
    stop: Stop,
    until_idle: bool = False,
    most: int | None = None,
    tell: Callable[[str], None] = lambda words: None,
    sleep: Callable[[float], None] = time.sleep,
) -> int:
    """Do jobs until `stop` is raised, `most` are done or, with `until_idle`, there are none; says how many were done.
    An open ladder always has one more."""
    done, away_s = 0, 0.0
    while not stop.is_set() and (most is None or done < most):
        try:
            task = place.take()
            away_s = 0.0
        except AwayError as error:
            if away_s >= AWAY_S:
                raise
            tell(f"waiting: {error}")
            sleep(ASK_EVERY_S)
            away_s += ASK_EVERY_S
            continue
        if task is None:
            if until_idle:
                break
            sleep(ASK_EVERY_S)
        elif do(place, task, stop, tell, sleep):
            done += 1
    return done


def do(
    place: Place, task: Task, stop: Stop, tell: Callable[[str], None], sleep: Callable[[float], None] = time.sleep
) -> bool:
    """Do one job and hand in what came out; False where it was given back."""
    job, where = task.job.id, place.packages(task)
    if problem := packages.problem_with(where, task.packages):
        tell(f"job {job} is left to others: {problem}")
        insist(lambda: place.leave(task, problem), sleep)
        return False
    with renewed(place, job), packages.shown(where, task.packages) as fingerprint:
        try:
            if task.job.kind == CHECK:
                findings = playing.check(task, place.folder)
                insist(lambda: place.checked(job, findings), sleep)
                tell(f"check of submission {task.job.submission}: {sum(not one.passed for one in findings)} failures")
                return True
            if task.job.kind == REVIEW:
                review = reviews.make(task, stop)
                insist(lambda: place.reviewed(job, review), sleep)
                tell(task.job.why)
                return True
            for record in playing.play_pair(
                task,
                place.folder,
                worker=place.name,
                speed=place.speed,
                packages=fingerprint,
                stop=stop,
                on_game=lambda record: insist(lambda: place.played(job, record), sleep),
            ):
                tell(f"{record.black} - {record.white}: {record.winner or 'draw'} ({record.verdict})")
            return True
        except (GameStoppedError, AwayError):
            insist(lambda: place.give_back(job, ""), sleep)
        except Exception as error:  # the machinery failed: others may do it, and the queue says why
            problem = f"{type(error).__name__}: {error}"
            tell(f"job {job} failed: {problem}")
            insist(lambda: place.give_back(job, problem), sleep)
    return False


def insist(hand_in: Callable[[], None], sleep: Callable[[float], None] = time.sleep) -> None:
    """Hand in a result, again and again while the class is away: doing it twice is the same as once."""
    away_s = 0.0
    while True:
        try:
            return hand_in()
        except AwayError:
            if away_s >= AWAY_S:
                raise
            sleep(ASK_EVERY_S)
            away_s += ASK_EVERY_S


@contextmanager
def renewed(place: Place, job: int) -> Iterator[None]:
    """Renew the lease of a job from a thread while it is done."""
    over = threading.Event()

    def renew() -> None:
        while not over.wait(place.lease_s / RENEWALS):
            try:
                place.keep(job)
            except Exception:  # away for a moment: the next renewal may come through, and a result is kept once anyway
                continue

    thread = threading.Thread(target=renew, name="lease", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
