"""Which processes still belong to a test: found by a folder of that test in their command line or environment."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="leftovers are looked for in /proc")


def processes_of(folder: Path) -> list[str]:
    """The command lines of all live processes, ourselves excepted, that mention `folder`."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal() or int(entry.name) == os.getpid():
            continue
        try:
            command, environment = (entry / "cmdline").read_bytes(), (entry / "environ").read_bytes()
        except OSError:
            continue
        if str(folder).encode() in command + environment:
            found.append(command.replace(b"\0", b" ").decode("utf-8", "replace")[:200])
    return found


def wait_until_gone(folder: Path, seconds: float) -> list[str]:
    deadline = time.monotonic() + seconds
    while (left := processes_of(folder)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return left
