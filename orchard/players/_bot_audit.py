"""Runs in a bot's own process, for `orchard check`: notes what the bot asks for behind walls and will not get.

Python tells (audit events) before it opens a file, connects a socket or starts a program, also in a copy of this
process (`os.fork`, `multiprocessing`). What the bot asks for past Python, in C or in another program, is refused as
well, but not noted: the kernel tells nobody what it refuses.
"""

import contextlib
import ipaddress
import json
import os
import shutil
import socket
import sys
from typing import Any

MOST, LONGEST = 100, 300
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES = ("os.mkdir", "os.remove", "os.rmdir", "os.rename", "os.link", "os.symlink", "os.truncate", "os.chmod")
LISTS = ("os.listdir", "os.scandir")


class Notes:
    """Pairs of a kind (read, write, run, network, socket) and what was asked for, in order. They go through a pipe,
    into which copies of this process write as well."""

    def __init__(self) -> None:
        self._seen: set[tuple[str, str]] = set()
        self._read, self._write = os.pipe()
        for fd in (self._read, self._write):
            os.set_blocking(fd, False)  # what does not fit into the pipe is left out
        sys.addaudithook(self._hear)

    def take(self) -> list[list[str]]:
        """What has come since the last time."""
        new: list[list[str]] = []
        with contextlib.suppress(OSError, ValueError):  # it is empty, or the bot itself has closed it or written there
            new += map(json.loads, os.read(self._read, 1 << 16).splitlines())
        return new

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        try:
            found = denied(event, arguments)
            if found is not None and found not in self._seen and len(self._seen) < MOST:
                self._seen.add(found)
                os.write(self._write, json.dumps([found[0], found[1][:LONGEST]]).encode() + b"\n")
        except Exception:  # an odd argument: Python itself will complain of it to the bot
            return


def denied(event: str, arguments: tuple[Any, ...]) -> tuple[str, str] | None:
    """What the walls refuse of this event; None if it is no wish for anything outside, or is granted."""
    if event == "open":
        path, _, flags = arguments
        return None if isinstance(path, int) else no_access(path, flags & WRITES != 0)
    if event in LISTS:
        return no_access(arguments[0] or ".", writes=False)
    if event in CHANGES:
        return no_access(arguments[0], writes=True)
    if event == "subprocess.Popen":
        program = os.fsdecode(arguments[0] or "")
        return None if shutil.which(program) else ("run", program)
    if event == "socket.connect":
        return no_way(arguments[0].family, arguments[1])
    if event == "socket.getaddrinfo":
        return no_way(socket.AF_INET, arguments)
    return None


def no_access(path: Any, writes: bool) -> tuple[str, str] | None:
    place = os.path.abspath(os.fsdecode(path))
    target = place if not writes or os.path.lexists(place) else os.path.dirname(place)
    if os.access(target, os.W_OK if writes else os.R_OK) or "__pycache__" in place:  # which libraries do without
        return None
    return ("write" if writes else "read"), place


def no_way(family: int, address: Any) -> tuple[str, str] | None:
    if family == socket.AF_UNIX:
        place = os.fsdecode(address)
        return None if place.startswith("\0") or os.path.exists(place) else ("socket", place)
    host, port = os.fsdecode(address[0] or ""), address[1]
    try:
        is_here = ipaddress.ip_address(host).is_loopback
    except ValueError:
        is_here = host in ("", "localhost")
    return None if is_here else ("network", f"{host}:{port}")
