"""The clock of a player that searches in slices."""

from __future__ import annotations

import math
import time

from orchard.core.choice import Limits


class Deadline:
    """When to stop: at the limit of `limits`, else after `default_seconds`, else never; or as soon as asked to.

    A bound on work takes the place of the default time, so that such a search is the same on every machine.
    """

    def __init__(self, limits: Limits, default_seconds: float | None = None) -> None:
        seconds = limits.seconds
        if seconds is None and limits.work is None:
            seconds = default_seconds
        self.stop = limits.stop
        self.started = time.perf_counter()
        self._end = math.inf if seconds is None else self.started + seconds

    def remaining(self) -> float:
        """Seconds left, below 0 when late; infinite without a limit."""
        return self._end - time.perf_counter()

    def elapsed(self) -> float:
        return time.perf_counter() - self.started

    def expired(self) -> bool:
        return self.stop.is_set() or self.remaining() <= 0
