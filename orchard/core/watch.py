"""A worker thread for a move, and the clock beside it: the work is done in parts, each with its own deadline."""

import math
import threading
import time
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from orchard.core.clock import MOST_SPARE

T = TypeVar("T")
GLANCE_S = 0.004  # how often the clock and the stop flag are looked at
STANDSTILL_S = 0.0005  # a thread that worked for less than this between two glances was held up all the time
HOLD_UPS = 2.0  # a thread that is halted may be held up so often before its answer is there
GRACE_S = 0.004  # how long a halted thread is waited for when the time of the move is over


class Worker(threading.Thread, Generic[T]):
    """A thread that does a job, begun at once; `result` is what it returned or raised."""

    def __init__(self, job: Callable[[], T]) -> None:
        super().__init__(daemon=True)
        self._job = job
        self._error: BaseException | None = None
        self.start()

    def run(self) -> None:
        try:
            self._result = self._job()
        except BaseException as raised:  # carried over to the thread that asks
            self._error = raised
        finally:
            del self._job  # and what it holds: a thread that has ended may be kept for long

    def result(self) -> T:
        self.join()
        if self._error is not None:
            raise self._error
        return self._result


class HoldUps:
    """The longest time that other programs kept a thread from working: the next such time may come at the very end."""

    def __init__(self, thread: threading.Thread) -> None:
        self.longest_s = 0.0
        self._thread = thread
        self._since, self._worked = time.perf_counter(), 0.0

    def look(self) -> None:
        if (worked := processor_seconds(self._thread)) is None:
            return
        now, did = time.perf_counter(), worked - self._worked
        self.longest_s = max(self.longest_s, now - self._since - did)
        if did > STANDSTILL_S:
            self._since, self._worked = now, worked


def processor_seconds(thread: threading.Thread) -> float | None:
    """The processor time a thread has used; None where the system does not say or the thread is gone."""
    try:
        return time.clock_gettime(time.pthread_getcpuclockid(thread.ident or 0)) if thread.is_alive() else None
    except (AttributeError, OSError):
        return None


class Watch:
    """Raises a halt byte, which kernels look at, when the time of the present part of the work is up.

    On a busy machine it is raised earlier, by what the thread at work was held up, but never by more than a fifth of
    the time. Where even that is not enough, because others keep the thread from the processor when the time of the
    move is over (`answer_by` is down to 0), the answer is what the work has offered last, and the thread ends when it
    can: `finish` waits for it.
    """

    def __init__(self, halt: Any, answer_by: Callable[[], float] = lambda: math.inf) -> None:
        self.halt = halt
        self._remaining: Callable[[], float] = lambda: math.inf
        self._answer_by = answer_by
        self._offered: Callable[[], Any] | None = None
        self._worker: Worker[Any] | None = None
        self._most_spare_s = 0.0
        self._spare_s = 0.0
        self._lock = threading.Lock()
        self.over = False  # the answer is given: whatever a thread still finds out comes too late

    def offer(self, answer: Callable[[], Any]) -> None:
        """What the work would answer if it ended now, made by `answer` if it is asked for."""
        self._offered = answer

    def finish(self, seconds: float = math.inf) -> bool:
        """Wait until the thread at work has seen that it is over; whether it has, after at most so many seconds."""
        if self._worker is None:
            return True
        self._worker.join(max(seconds, 0.0) if math.isfinite(seconds) else None)
        return not self._worker.is_alive()

    def part(self, remaining: Callable[[], float]) -> None:
        """Begin a part of the work, which is halted when `remaining()` is down to 0."""
        with self._lock:
            self._remaining = remaining
            left = remaining()
            if math.isfinite(left):
                self._most_spare_s = max(self._most_spare_s, MOST_SPARE * left)
            self.halt[0] = self.over or left <= 0

    def _look(self) -> float:
        with self._lock:
            left = self._remaining() - min(self._spare_s, self._most_spare_s)
            if left <= 0:
                self.halt[0] = 1
            return left

    def run(self, job: Callable[[], T]) -> T:
        """What `job` returns, done in a thread of its own while this one watches the clock and hears Ctrl-C."""
        self._worker = worker = Worker(job)
        hold_ups = HoldUps(worker)
        waited_for = True
        try:
            while worker.is_alive() and waited_for:
                worker.join(min(max(self._look(), 0.0005), GLANCE_S))
                hold_ups.look()
                self._spare_s = HOLD_UPS * hold_ups.longest_s
                waited_for = self._offered is None or self._answer_by() > -GRACE_S
        finally:
            with self._lock:
                self.over = True
                self.halt[0] = 1
            if waited_for:
                worker.join()
        if worker.is_alive() and self._offered is not None:
            answer: T = self._offered()
            return answer
        self._offered = None  # it holds what the work was done with
        return worker.result()
