"""A worker: takes jobs from a class, here or over HTTP, does them one after the other, and hands the results in."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

from orchard.classroom import packages, playing, reviews, searches
from orchard.classroom.playing import Program, Task
from orchard.classroom.work import Work
from orchard.classroom.work_queue import CHECK, REVIEW, SEARCH
from orchard.core.choice import Stop
from orchard.play.check import Finding
from orchard.play.database import StoreError, UnreachableError, is_full
from orchard.play.record import GameRecord
from orchard.play.referee import GameStoppedError

RENEWALS = 6  # of a lease before it would run out
WATCH_S = 0.1  # how soon a job notices that the worker is stopped
ASK_EVERY_S = 1.0  # where there was nothing to do
SAY_EVERY_S = 60.0  # that a class is away
LEFT_S = 60.0  # how long an assignment is left to others whose packages are not here
AWAY_S = 600.0  # how long a result waits for a class that starts again; then another worker has the job anyway


class AwayError(Exception):
    """The class cannot be reached or cannot keep anything now."""


class Place(Protocol):
    """Where a worker finds its jobs."""

    name: str
    speed: float
    lease_s: float

    def take(self) -> Task | None: ...
    def keep(self, job: int) -> bool: ...  # False: put it aside
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
            return self._work.queue.keep(job, self._id, still_left(self._left))

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
    except StoreError as error:
        if isinstance(error, UnreachableError) or is_full(error):
            raise AwayError(str(error)) from error
        raise


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
    An open ladder has one more as long as that tells something. A class that is away is waited for, however long that
    takes."""
    done, away_s = 0, 0.0
    while not stop.is_set() and (most is None or done < most):
        try:
            task = place.take()
            away_s = 0.0
            if task is not None:
                done += do(place, task, stop, tell, sleep)
            elif until_idle:
                break
            else:
                sleep(ASK_EVERY_S)
        except AwayError as error:
            if until_idle and away_s >= AWAY_S:
                raise
            if away_s % SAY_EVERY_S == 0:
                tell(f"waiting: {error}")
            sleep(ASK_EVERY_S)
            away_s += ASK_EVERY_S
    return done


def do(
    place: Place, task: Task, stop: Stop, tell: Callable[[str], None], sleep: Callable[[float], None] = time.sleep
) -> bool:
    """Do one job and hand in what came out; False where it was given back. AwayError where the class stayed away."""
    job = task.job.id

    def hand_in(act: Callable[[], None]) -> None:
        insist(act, sleep, stop)

    with watched(place, job, stop) as aside:
        try:
            where = place.packages(task)
            if problem := packages.problem_with(where, task.packages):
                misfit = task.environment.misfit() if task.environment else ""
                raise packages.PackagesError("; ".join(dict.fromkeys(filter(None, (problem, misfit)))))
            with packages.shown(where, task.packages) as fingerprint:
                tell(_done(place, task, fingerprint, aside, hand_in))
            return True
        except packages.PackagesError as error:  # others may have them
            problem = str(error)
            tell(f"job {job} is left to others: {problem}")
            hand_in(lambda: place.leave(task, problem))
        except GameStoppedError:
            tell(f"job {job} is put aside")
            hand_in(lambda: place.give_back(job, ""))
        except AwayError as error:
            tell(f"job {job} is put aside: {error}")
            hand_in(lambda: place.give_back(job, ""))
        except Exception as error:  # the machinery failed: others may do it, and the queue says why
            problem = f"{type(error).__name__}: {error}"
            tell(f"job {job} failed: {problem}")
            hand_in(lambda: place.give_back(job, problem))
    return False


def _done(place: Place, task: Task, fingerprint: str, stop: Stop, hand_in: Callable[[Callable[[], None]], None]) -> str:
    """Do a job whose packages are here, and hand in what came out; says what that was."""
    job = task.job.id
    if task.job.kind == CHECK:
        findings = playing.check(task, place.folder)
        hand_in(lambda: place.checked(job, findings))
        return f"check of submission {task.job.submission}: {sum(not one.passed for one in findings)} failures"
    if task.job.kind in (REVIEW, SEARCH):
        review = reviews.make(task, stop) if task.job.kind == REVIEW else searches.make(task, place.folder)
        hand_in(lambda: place.reviewed(job, review))
        return task.job.why
    played = playing.play_pair(
        task,
        place.folder,
        worker=place.name,
        speed=place.speed,
        packages=fingerprint,
        stop=stop,
        on_game=lambda record: hand_in(lambda: place.played(job, record)),
    )
    return "; ".join(f"{one.black} - {one.white}: {one.winner or 'draw'} ({one.verdict})" for one in played)


def insist(hand_in: Callable[[], None], sleep: Callable[[float], None] = time.sleep, stop: Stop | None = None) -> None:
    """Hand in a result, again and again while the class is away: doing it twice is the same as once. Who is stopped
    does not wait."""
    away_s = 0.0
    while True:
        try:
            return hand_in()
        except AwayError:
            if away_s >= AWAY_S or (stop is not None and stop.is_set()):
                raise
            sleep(ASK_EVERY_S)
            away_s += ASK_EVERY_S


@contextmanager
def watched(place: Place, job: int, stop: Stop) -> Iterator[Stop]:
    """Renew the lease of a job from a thread while it is done. What is yielded is raised when the worker is stopped, or
    when the class wants the job put aside."""
    over, aside = threading.Event(), Stop()
    if stop.is_set():
        aside.set()

    def watch() -> None:
        renew_at = time.monotonic() + place.lease_s / RENEWALS
        while not over.wait(WATCH_S):
            if stop.is_set():
                aside.set()
            if time.monotonic() >= renew_at:
                with suppress(Exception):  # away for a moment: the next one may come through; a result is kept once
                    if not place.keep(job):
                        aside.set()
                renew_at = time.monotonic() + place.lease_s / RENEWALS

    thread = threading.Thread(target=watch, name="lease", daemon=True)
    thread.start()
    try:
        yield aside
    finally:
        over.set()
        thread.join()
