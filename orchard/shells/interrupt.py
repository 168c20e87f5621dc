"""Ctrl-C: as a wish to hear the best so far, or as the end of a program that is deep in a kernel."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from typing import Any, TypeVar

from orchard.core.choice import Stop

T = TypeVar("T")
GLANCE_S = 0.1
PATIENCE_S = 1.0


@contextmanager
def stop_on_interrupt(stop: Stop) -> Iterator[None]:
    """While this holds, the first Ctrl-C raises the flag; a second one interrupts as usual."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread hears signals
        return

    def ask(number: int, frame: Any) -> None:
        stop.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def interruptible(job: Callable[[], T], stop: Stop | None = None) -> T:
    """What `job` returns. It runs in a thread, because a kernel hears no Ctrl-C; whoever ends the program, ends it.

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
