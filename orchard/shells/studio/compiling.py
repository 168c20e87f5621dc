"""Notices that this process compiles kernels, as it does when a player is first used: a wait to be explained."""

# mypy: disable-error-code="attr-defined,no-untyped-call"
import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any

SHOWN_AFTER_S = 0.7  # shorter waits are not worth a word
OVER_AFTER_S = 1.2  # without another kernel
LOOK_EVERY_S = 0.3


class CompileWatch:
    """`now` is None, or how far the compiler has come: {"kernels": 12, "seconds": 3.4}. `tell` is called at changes."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self.now: dict[str, Any] | None = None
        self._tell = tell
        self._lock = threading.Lock()
        self._depth = self._kernels = 0
        self._began = self._last = 0.0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._looking: asyncio.Task[None] | None = None
        self._listener: Any = None

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Listen to the compiler. This loads it, which takes a second: not on the event loop."""
        from orchard.core.jit import event

        watch = self

        class Listener(event.Listener):
            def on_start(self, event: Any) -> None:
                watch._step(1)

            def on_end(self, event: Any) -> None:
                watch._step(-1)

        self._loop, self._listener = loop, Listener()
        event.register("numba:compile", self._listener)

    def stop(self) -> None:
        if self._listener is not None:
            from orchard.core.jit import event

            event.unregister("numba:compile", self._listener)
            self._listener = None

    def _step(self, by: int) -> None:
        """A kernel is begun or done, in whatever thread; a kernel may begin others."""
        with self._lock:
            if not self._is_busy():
                self._began, self._kernels = time.monotonic(), 0
            self._depth += by
            self._kernels += by < 0
            self._last = time.monotonic()
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._look)

    def _is_busy(self) -> bool:
        return self._depth > 0 or time.monotonic() - self._last < OVER_AFTER_S

    def _look(self) -> None:
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._follow())

    async def _follow(self) -> None:
        while self._is_busy():
            seconds = time.monotonic() - self._began
            if seconds > SHOWN_AFTER_S and self._depth:
                self.now = {"kernels": self._kernels, "seconds": round(seconds, 1)}
                self._tell()
            await asyncio.sleep(LOOK_EVERY_S)
        if self.now is not None:
            self.now = None
            self._tell()
