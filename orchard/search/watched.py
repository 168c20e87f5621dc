"""Run a kernel in threads of its own while this thread watches the clock, so that Ctrl-C and stop flags are heard."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

T = TypeVar("T")
GLANCE_S = 0.004  # how often the clock is looked at


def run_watched(
    job: Callable[[], T], halt: Any, remaining: Callable[[], float], helpers: Sequence[Callable[[], object]] = ()
) -> T:
    """What `job` returns. `halt[0]` is set to 1 when `remaining()` falls to 0 and once the job is done; the job and
    its helpers are expected to end soon after."""
    done = threading.Event()
    result: list[T] = []
    error: list[BaseException] = []

    def lead() -> None:
        try:
            result.append(job())
        except BaseException as raised:  # carried over to the thread that asked
            error.append(raised)
        finally:
            halt[0] = 1
            done.set()

    halt[0] = 0
    workers = [threading.Thread(target=work, daemon=True) for work in (lead, *helpers)]
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
    if error:
        raise error[0]
    return result[0]
