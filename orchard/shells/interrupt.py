"""Ctrl-C as the end of a program that is deep in a kernel."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import TypeVar

from orchard.core.choice import Stop

T = TypeVar("T")
GLANCE_S = 0.1
PATIENCE_S = 1.0


def interruptible(job: Callable[[], T], stop: Stop | None = None) -> T:
    """What `job` returns. It runs in a daemon thread, because a kernel does not notice Ctrl-C.

    A job that takes no notice of the raised flag within PATIENCE_S is given up, as if there were no flag.
    """
    done: Future[T] = Future()

    def work() -> None:
        try:
            done.set_result(job())
        except BaseException as error:  # carried over to the thread that asked
            done.set_exception(error)

    threading.Thread(target=work, daemon=True).start()
    patience_s = PATIENCE_S
    while not wait([done], timeout=GLANCE_S).done and patience_s > 0:
        if stop is not None and stop.is_set():
            patience_s -= GLANCE_S
    if not done.done():
        raise KeyboardInterrupt
    return done.result()
