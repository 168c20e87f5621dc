"""Run a search in threads of its own while this thread waits, so that time, Ctrl-C and stop flags are heard.

There is no clock here: whoever asks for a search hands in `remaining`, and only a player knows what time it is.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

T = TypeVar("T")
Remaining = Callable[[], float]  # seconds left; 0 or less: end now
GLANCE_S = 0.004  # how often it is asked


def forever() -> float:
    """The time left of a search that nobody hurries."""
    return math.inf


def run_watched(
    job: Callable[[], T], halt: Any, remaining: Remaining, helpers: Sequence[Callable[[], object]] = ()
) -> T:
    """What `job` returns. `halt[0]` is set to 1 when `remaining()` falls to 0 and once the job is done; the job and
    its helpers are expected to end soon after. An error in any of them is raised here."""
    done = threading.Event()
    result: list[T] = []
    errors: list[BaseException] = []

    def lead() -> None:
        try:
            result.append(job())
        finally:
            halt[0] = 1
            done.set()

    def carefully(work: Callable[[], object]) -> None:
        try:
            work()
        except BaseException as raised:  # carried over to the thread that asked
            errors.append(raised)

    halt[0] = 0
    workers = [threading.Thread(target=carefully, args=(work,), daemon=True) for work in (lead, *helpers)]
    for worker in workers:
        worker.start()
    try:
        while not done.wait(min(max(remaining(), 0.0), GLANCE_S)):
            if remaining() <= 0:
                break
    finally:
        halt[0] = 1
        for worker in workers:
            worker.join()
    if errors:
        raise errors[0]
    return result[0]
