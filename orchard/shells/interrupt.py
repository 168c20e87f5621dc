"""Ctrl-C as a wish to hear the best so far, not as the end of the program."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from orchard.core.choice import Stop


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
