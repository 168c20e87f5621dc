"""The workers beside a server: processes that are started again when they end by themselves."""

from __future__ import annotations

import json
import logging
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

LOOK_S = 0.5
FIRST_PAUSE_S, LONGEST_PAUSE_S = 1.0, 60.0  # before one is started again; twice as long each time it ends soon
SOON_S = 60.0
log = logging.getLogger("orchard.class")


@dataclass
class Place:
    """Where one worker runs, and when the next may be started."""

    process: subprocess.Popen[bytes]
    began: float
    pause_s: float = FIRST_PAUSE_S
    ended: float | None = None


class Crew:
    def __init__(self, command: Sequence[str], count: int) -> None:
        self._command, self._over = list(command), threading.Event()
        self._places = [Place(self._start(), time.monotonic()) for _ in range(count)]
        self._thread = threading.Thread(target=self._watch, name="crew", daemon=True)
        self._thread.start()

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(self._command)

    def _watch(self) -> None:
        while not self._over.wait(LOOK_S):
            for place in self._places:
                self._look_at(place, time.monotonic())

    def _look_at(self, place: Place, now: float) -> None:
        code = place.process.poll()
        if code is None:
            return
        if place.ended is None:
            place.ended = now
            place.pause_s = min(LONGEST_PAUSE_S, 2 * place.pause_s) if now - place.began < SOON_S else FIRST_PAUSE_S
            entry = {"at": round(time.time(), 3), "event": "worker ended", "code": code, "again_s": place.pause_s}
            log.warning(json.dumps(entry))
        elif now - place.ended >= place.pause_s:
            place.process, place.began, place.ended = self._start(), now, None

    def close(self) -> None:
        """End them; each gives its job back first."""
        self._over.set()
        self._thread.join()
        for place in self._places:
            place.process.terminate()
        for place in self._places:
            place.process.wait()
