"""One control group for a program and all that it starts: limits on all of it together, and a freezer for all at once.

Needs version 2 of Linux's control groups, in a folder that we may write to: our own group, the one above it (as with
`Delegate=yes` and `DelegateSubgroup=` of systemd), or, for root, the top. Which limits there are depends on what the
system hands down. Only for programs behind walls: others could leave the group.
"""

import contextlib
import os
import subprocess
import tempfile
import time
from functools import lru_cache
from pathlib import Path

MEGABYTE = 1 << 20
PERIOD_US = 10_000  # in which processor time is measured out; a short one, so that no thread is held up for long
MOST_TASKS = 1024 + 64  # the supervisor speaks its verdict at 1024; this holds between two of its looks
PATIENCE_S = 0.5  # until all is frozen
TOLERATED_S = 0.01  # of processor time: to come to a stop takes a moment


@lru_cache(maxsize=1)
def place() -> Path | None:
    """Where groups can be made; None where they can't. Tried once."""
    found = [(len(limits), -number, folder) for number, folder in enumerate(_candidates()) if (limits := _try(folder))]
    return max(found)[2] if found else None


def _candidates() -> list[Path]:
    """Our own group, the one above it, and the top."""
    try:
        mounts = [line.split() for line in Path("/proc/self/mountinfo").read_text().splitlines()]
        top = Path(next(words[4] for words in mounts if words[words.index("-") + 1] == "cgroup2"))
        ours = next(line[3:] for line in Path("/proc/self/cgroup").read_text().splitlines() if line.startswith("0::"))
    except (OSError, StopIteration):
        return []
    own = top / ours.strip("/")
    return list(dict.fromkeys([own, own.parent if own != top else top, top]))


def _try(folder: Path) -> list[str]:
    """What a group in this folder offers; nothing where we can't make one or can't put a process into it."""
    if _is_delegated(folder):
        for controller in ("memory", "pids", "cpu"):
            with contextlib.suppress(OSError):  # one by one: the system may hand down some of them
                (folder / "cgroup.subtree_control").write_text(f"+{controller}")
    try:
        group = Path(tempfile.mkdtemp(prefix="orchard-try-", dir=folder))
    except OSError:
        return []
    try:
        joins = ["/bin/sh", "-c", 'echo 0 > "$0/cgroup.procs"', str(group)]
        if not (group / "cgroup.freeze").exists() or subprocess.run(joins, stderr=subprocess.DEVNULL).returncode:
            return []
        return [name for name in ("cgroup.freeze", *settings(0, 1)) if (group / name).exists()]
    finally:
        remove(group)


def _is_delegated(folder: Path) -> bool:
    """Whether the folder was given to the user we run as. Those of the system are left as they are, also by root."""
    try:
        return folder.stat().st_uid == os.geteuid() != 0
    except OSError:
        return False


def settings(memory_mb: int, cores: int) -> dict[str, str]:
    """What is written into the files of a group, where it has them."""
    return {
        "memory.max": str(memory_mb * MEGABYTE),
        "memory.swap.max": "0",
        "memory.oom.group": "1",
        "pids.max": str(MOST_TASKS),
        "cpu.max": f"{cores * PERIOD_US} {PERIOD_US}",
    }


def make(name: str, memory_mb: int, cores: int) -> Path | None:
    """A group with limits, for a program that is about to start; None where there are no groups."""
    above = place()
    if above is None:
        return None
    group = above / name
    group.mkdir()
    limit(group, memory_mb, cores)
    return group


def limit(group: Path, memory_mb: int, cores: int) -> None:
    for file, value in settings(memory_mb, cores).items():
        if (group / file).exists():
            (group / file).write_text(value)


def remove(group: Path) -> None:
    """Remove a group in which nothing runs any more; it may be gone already."""
    deadline = time.perf_counter() + PATIENCE_S
    while group.exists() and time.perf_counter() < deadline:
        with contextlib.suppress(OSError):  # busy, for a moment, with its last process
            os.rmdir(group)
            return
        time.sleep(0.001)


def description() -> str:
    """For the record, after what the walls are."""
    return "" if place() is None else ", in a control group"


class Freeze:
    """A group that stands still: its processes do nothing, and no signal but the last one wakes them."""

    def __init__(self, group: Path) -> None:
        self.group = group
        self._used_s: float | None = None
        self._write("1")

    def _write(self, value: str) -> None:
        with contextlib.suppress(OSError):  # it has just ended, which the next question will find
            (self.group / "cgroup.freeze").write_text(value)

    def settle(self) -> None:
        """Wait until all of it is frozen; then remember what it has used."""
        deadline = time.perf_counter() + PATIENCE_S
        while self._used_s is None:
            is_frozen = _field(self.group / "cgroup.events", "frozen") == 1
            if is_frozen or not self.group.exists() or time.perf_counter() > deadline:
                self._used_s = self._now_s()
            else:
                time.sleep(0.0002)

    def _now_s(self) -> float:
        return _field(self.group / "cpu.stat", "usage_usec") / 1e6

    def broken_by(self) -> str:
        """What moved all the same, in the words of a verdict; '' when nothing did."""
        used_s = 0.0 if self._used_s is None else self._now_s() - self._used_s
        if used_s > TOLERATED_S:
            return f"it used {used_s:.3f} s of processor time in the opponent's turn, when it has to stand still"
        return ""

    def end(self) -> None:
        self._write("0")


def _field(file: Path, name: str) -> int:
    """A number from a file of lines such as `frozen 1`; 0 if it is not there."""
    with contextlib.suppress(OSError):
        for line in file.read_text().splitlines():
            word, _, value = line.partition(" ")
            if word == name:
                return int(value)
    return 0
