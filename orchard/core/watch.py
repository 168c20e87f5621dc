"""A worker thread for a move, and the clock beside it: the work is done in parts, each with its own deadline."""

import math
import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")
GLANCE_S = 0.004  # how often the clock and the stop flag are looked at


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

    def result(self) -> T:
        self.join()
        if self._error is not None:
            raise self._error
        return self._result


class Watch:
    """Raises a halt byte, which kernels look at, when the time of the present part of the work is up."""

    def __init__(self, halt: Any) -> None:
        self.halt = halt
        self._remaining: Callable[[], float] = lambda: math.inf
        self._lock = threading.Lock()
        self._over = False

    def part(self, remaining: Callable[[], float]) -> None:
        """Begin a part of the work, which is halted when `remaining()` is down to 0."""
        with self._lock:
            self._remaining = remaining
            self.halt[0] = self._over or remaining() <= 0

    def _look(self) -> float:
        with self._lock:
            left = self._remaining()
            if left <= 0:
                self.halt[0] = 1
            return left

    def run(self, job: Callable[[], T]) -> T:
        """What `job` returns, done in a thread of its own while this one watches the clock and hears Ctrl-C."""
        worker = Worker(job)
        try:
            while worker.is_alive():
                worker.join(min(max(self._look(), 0.0005), GLANCE_S))
        finally:
            with self._lock:
                self._over = True
                self.halt[0] = 1
            worker.join()
        return worker.result()
