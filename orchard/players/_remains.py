"""Removes what a program leaves: processes without a parent, and the folder it could write to."""

import contextlib
import os
import signal
import time
from pathlib import Path


def remove_tree(folder: Path) -> None:
    """Remove a folder that a bot could write to, whatever it made of it: nested without end, or closed to everybody.

    Folders are moved up and emptied one by one, so that no path grows long. What can't be removed is left.
    """
    todo, moved = [folder], 0
    while todo:
        inner = todo.pop()
        with contextlib.suppress(OSError):
            inner.chmod(0o700)
            for entry in list(os.scandir(inner)):
                if entry.is_dir(follow_symlinks=False):
                    os.chmod(entry.path, 0o700)  # a folder that is closed can't be moved
                    moved += 1
                    todo.append(Path(f"{folder}.{moved}"))
                    os.rename(entry.path, todo[-1])
                else:
                    os.unlink(entry.path)
            inner.rmdir()


def end_group(group: int, deadline: float) -> None:
    """Kill a process group whose parent is gone, and wait until it is: nobody will tell us."""
    with contextlib.suppress(OSError):
        os.killpg(group, signal.SIGKILL)
    while group_lives(group) and time.perf_counter() < deadline:
        time.sleep(0.002)


def group_lives(group: int) -> bool:
    """Whether a process of the group still runs; one that ended and that nobody has asked about does not."""
    try:
        os.killpg(group, 0)
    except OSError:
        return False
    if not Path("/proc/self/stat").exists():
        return True
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, its_group = path.read_text().rpartition(")")[2].split()[:3]
            if int(its_group) == group and state not in "ZX":
                return True
    return False
