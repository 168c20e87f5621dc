"""The clock of a player that searches. No search reads the clock itself: it gets a function that says how many seconds
are left, or how large its next slice may be.
"""

import math
import time
from collections.abc import Callable

from orchard.core.choice import Limits, Stop

MOST_SPARE = 0.2  # of the time, at most, is kept back
SLICE_S = 0.004  # a slice of a search under a clock: the most it can be late
FREE_SLICE_S = 0.02  # a slice without a clock: how soon it answers Ctrl-C
FIRST_SLICE = 8  # playouts before the speed is known


def seconds_left(seconds: float | None, stop: Stop | None = None, since: float | None = None) -> Callable[[], float]:
    """A function that says how many seconds are left from now on, or from `since` on the clock of `perf_counter`.

    It gives less than 0 when the time is over, 0 once `stop` is raised, and infinity where `seconds` is None.
    """
    end = math.inf if seconds is None else (time.perf_counter() if since is None else since) + seconds
    return lambda: 0.0 if stop is not None and stop.is_set() else end - time.perf_counter()


class Deadline:
    """When to stop: at the limit of `limits`, else after `default_seconds`, else never; or as soon as asked to.

    A bound on work takes the place of the default time, so that such a search is the same on every machine. Of the
    time, `spare_s` is kept back for what comes after the search and for a busy machine that wakes a thread late.
    """

    def __init__(self, limits: Limits, default_seconds: float | None = None, spare_s: float = 0.0) -> None:
        seconds = limits.seconds
        if seconds is None and limits.work is None:
            seconds = default_seconds
        self.stop = limits.stop
        self.started = time.perf_counter()
        self.seconds = math.inf if seconds is None else seconds - min(spare_s, MOST_SPARE * seconds)

    def until(self, share: float) -> Callable[[], float]:
        """What says how many seconds are left of the first `share` of the time, see `seconds_left`."""
        return seconds_left(self.seconds * share, self.stop, self.started)

    def remaining(self) -> float:
        return self.until(1.0)()

    def elapsed(self) -> float:
        return time.perf_counter() - self.started

    def expired(self) -> bool:
        return self.remaining() <= 0


class Pace:
    """How many playouts a thread runs before it looks at the clock again.

    Where other programs hold this one up, it stops earlier by the longest time it was held up: the next time could
    come at the very end.
    """

    def __init__(self, deadline: Deadline) -> None:
        self.deadline = deadline
        self.most_spare_s = MOST_SPARE * deadline.remaining()
        self.held_up_s = 0.0
        self.size = FIRST_SLICE
        self._began = self._began_working = 0.0

    def __call__(self, ran: int) -> int:
        """The size of the next slice, after one of `ran` playouts (0 before the first); 0 when time is up."""
        if ran:
            took_s, worked_s = time.perf_counter() - self._began, time.thread_time() - self._began_working
            self.held_up_s = max(self.held_up_s, took_s - worked_s)
            left_s = self.deadline.remaining()
            slice_s = FREE_SLICE_S if left_s == math.inf else min(SLICE_S, left_s / 3)
            fitting = slice_s * ran / max(worked_s, 1e-6)
            self.size = int(max(1, min(fitting, 4 * self.size)))
        if self.deadline.remaining() <= min(self.held_up_s, self.most_spare_s):
            return 0
        self._began, self._began_working = time.perf_counter(), time.thread_time()
        return self.size
