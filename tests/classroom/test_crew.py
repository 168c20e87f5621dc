"""Workers beside a server: one that ends by itself is started again, and none outlives a server that was killed."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from orchard.shells.classroom import crew
from orchard.shells.classroom.crew import Crew

SLEEPS = [sys.executable, "-c", "import time; time.sleep(60)"]


def until(is_so: Callable[[], bool], seconds: float = 20.0) -> None:
    give_up = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < give_up
        time.sleep(0.05)


def test_a_worker_that_was_killed_is_started_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(crew, "LOOK_S", 0.02)
    monkeypatch.setattr(crew, "FIRST_PAUSE_S", 0.1)
    started = Crew(SLEEPS, 2)
    try:
        killed, other = (place.process for place in started._places)
        killed.send_signal(signal.SIGKILL)
        until(lambda: started._places[0].process is not killed)
        again = started._places[0].process
        assert (again.poll(), other.poll(), killed.poll()) == (None, None, -signal.SIGKILL)
        assert started._places[1].process is other
        assert '"event": "worker ended", "code": -9' in caplog.text
    finally:
        started.close()
    assert [process.poll() for process in (again, other)] == [-signal.SIGTERM] * 2


def test_one_that_ends_at_once_is_started_ever_more_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "LOOK_S", 0.01)
    started = Crew([sys.executable, "-c", "raise SystemExit(2)"], 1)
    place = started._places[0]
    started._over.set()
    started._thread.join()
    place.process.wait()
    pauses, now, before = list[float](), time.monotonic(), place.process
    while len(pauses) < 8:
        started._look_at(place, now)
        if place.process is not before:
            place.process.wait()
            before, place.began = place.process, now
        elif place.ended is not None and (not pauses or pauses[-1] != place.pause_s or len(pauses) > 5):
            pauses.append(place.pause_s)
        now += 0.5
    started.close()
    assert pauses[:6] == [2, 4, 8, 16, 32, 60]


def test_a_worker_ends_when_the_server_that_started_it_was_killed(tmp_path: Path) -> None:
    folder = tmp_path / "course"
    orchard = [sys.executable, "-m", "orchard", "class"]
    subprocess.run([*orchard, "init", str(folder), "--teacher", "Tom"], check=True, capture_output=True)
    words = [*orchard, "worker", str(folder), "--run-bots-without-walls", "--with"]
    script = f"""
import os, subprocess, time
print(subprocess.Popen([*{words!r}, str(os.getpid())]).pid, flush=True)
time.sleep(60)
"""
    server = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert server.stdout is not None
    worker = int(server.stdout.readline())
    until(lambda: (folder / ".worker-1.lock").exists())
    server.kill()
    server.wait()
    until(lambda: not runs(worker))


def runs(process: int) -> bool:
    """Whether it does, and is no corpse that nobody has asked for yet."""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in ("Z", "X")
