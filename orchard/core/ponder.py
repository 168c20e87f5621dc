"""Thinking in the opponent's time: one thread that works until it is stopped, and is gone when `stop` returns."""

import atexit
import threading
from collections.abc import Callable
from typing import Any

from orchard.core.choice import Stop


class Pondering:
    """At most one thread at a time. It ends with the program, too: a kernel must not outlive the arrays it reads."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._stop = Stop()
        self._halt: Any = None

    def start(self, job: Callable[[Stop], None], halt: Any) -> None:
        """Run `job` with a flag that tells it to stop; `halt` is the byte that its kernels look at."""
        self.stop()
        self._stop, self._halt = Stop(), halt
        self._thread = threading.Thread(target=job, args=(self._stop,), name="orchard-ponder", daemon=True)
        atexit.register(self.stop)
        self._thread.start()

    def stop(self) -> None:
        if self._thread is None:
            return
        self._stop.set()
        self._halt[0] = 1  # at once; should the job just now lower it again, its clock sees the flag a moment later
        self._thread.join()
        self._thread = None
        atexit.unregister(self.stop)
