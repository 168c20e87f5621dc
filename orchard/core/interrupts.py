"""Ctrl-C where it must wait a moment: some code must not be left in its middle, some swallows what is raised there."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def ctrl_c_waits() -> Iterator[None]:
    """While this holds, Ctrl-C is only noted, and heard when it is over; a second one is heard at once."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield  # only the main thread hears signals, or nobody listens
        return
    noted = False

    def note(number: int, frame: Any) -> None:
        nonlocal noted
        noted = True
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if noted:
            before(signal.SIGINT, None)
