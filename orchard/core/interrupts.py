"""Ctrl-C handled later: as a flag, or at the end of a section that must not be interrupted."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol


class Flag(Protocol):  # a Stop, but every kernel depends on this file, so it imports nothing of ours
    def set(self) -> None: ...


@contextmanager
def stop_on_interrupt(stop: Flag) -> Iterator[None]:
    """Inside this block the first Ctrl-C raises the flag; a second one interrupts as usual."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield  # only the main thread receives signals, or there is no handler
        return

    def ask(number: int, frame: Any) -> None:
        stop.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, ask)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def ctrl_c_waits() -> Iterator[None]:
    """Inside this block Ctrl-C is deferred to its end; a second Ctrl-C interrupts at once."""
    noted = threading.Event()
    try:
        with stop_on_interrupt(noted):
            yield
    finally:
        if noted.is_set():
            signal.raise_signal(signal.SIGINT)
