"""Looks whether a machine is fit to run a class: what holds, what does not, and what to do about it."""

from __future__ import annotations

import shutil
import stat
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from orchard.classroom import packages
from orchard.classroom.assignments import Assignments
from orchard.classroom.folder import Classroom
from orchard.classroom.workers import Workers
from orchard.core.errors import OrchardError
from orchard.play.store import Store
from orchard.players import _sandbox

LOCAL = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True)
class Check:
    """One thing that was looked at. `advice` says what to do where it does not hold."""

    name: str
    holds: bool
    found: str
    advice: str = ""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def walls_problem() -> str:
    """Why bots of others cannot be run behind walls here; '' when they can."""
    return "" if _sandbox.stands() else _sandbox.description()


def checks(room: Classroom) -> Iterator[Check]:
    """Everything, one by one."""
    yield _walls()
    yield _disk(room)
    yield _rights(room.folder)
    yield _database(room)
    yield _clock(room)
    yield _transport(room)
    yield _workers(room)
    yield from _packages(room)


def _packages(room: Classroom) -> Iterator[Check]:
    """Whether what is installed for each assignment is what it asks for, and what was locked."""
    for one in Assignments(Store.over(room.database), room.clock).all():
        place = packages.place_of(room.folder, one.id)
        made, problem = packages.installed(place), packages.problem_with(place, one.packages)
        if made is not None and not problem and packages.tree_of(packages.site_of(place)) != made.tree:
            problem = "files were changed since they were installed"
        if one.packages or made is not None:
            found = problem or f"{', '.join(made.installed) if made else ', '.join(one.packages)}"
            advice = f"orchard class packages {room.folder} {one.id} --again"
            yield Check(f"packages of {one.name}", not problem, found, advice)


def _walls() -> Check:
    advice = "install bubblewrap (Debian: apt install bubblewrap) and allow unprivileged user namespaces"
    return Check("walls", _sandbox.stands(), _sandbox.description(), advice)


def _disk(room: Classroom) -> Check:
    free, reserve = shutil.disk_usage(room.folder).free / 1e6, room.settings.reserve_mb
    advice = "make room: below the reserve (reserve_mb in class.toml) nothing can be handed in"
    return Check("disk", free >= reserve, f"{free:.0f} MB free, {reserve:.0f} MB in reserve", advice)


def _rights(folder: Path) -> Check:
    open_ones = [path.name for path in (folder, *folder.glob("class.*")) if path.stat().st_mode & stat.S_IRWXO]
    found = f"open to other users: {', '.join(open_ones)}" if open_ones else "closed to other users"
    return Check("files", not open_ones, found, f"chmod -R o= {folder}")


def _database(room: Classroom) -> Check:
    advice = "restore it from a backup: orchard class restore FILE FOLDER"
    try:
        with room.database.reading() as connection:
            if connection.dialect.name != "sqlite":
                return Check("database", True, room.database.shown)
            result = connection.exec_driver_sql("PRAGMA quick_check").scalar_one()
    except OrchardError as error:
        return Check("database", False, str(error), advice)
    return Check("database", result == "ok", f"{room.database.shown}: {result}", advice)


def _clock(room: Classroom) -> Check:
    """Deadlines and sessions need a clock that does not go back."""
    last = room.audit.events(limit=1)
    behind = last[0]["at"] - room.clock() if last else 0.0
    found = f"{behind:.0f} s behind the newest event" if behind > 0 else "not behind anything that was recorded"
    return Check("clock", behind <= 1, found, "set the clock of this machine, and keep it by NTP")


def _transport(room: Classroom) -> Check:
    own = room.settings
    if own.is_secure:
        advice = "set proxy in class.toml: else all people seem to come from one address, and are locked out together"
        return Check("TLS", bool(own.proxy), f"{own.address} behind the proxy {own.proxy or '(not set)'}", advice)
    advice = "put a proxy with TLS in front and set address to https://...: passwords can be read on the way"
    return Check("TLS", own.host_name in LOCAL, f"{own.address}, not encrypted", advice)


def _workers(room: Classroom) -> Check:
    alive = [worker["name"] for worker in Workers(room.database, room.clock).all() if worker["alive"]]
    is_new = not Assignments(Store.over(room.database), room.clock).all()  # there is nothing to do yet
    found = f"at work: {', '.join(alive)}" if alive else f"none at work{', and no assignment yet' if is_new else ''}"
    advice = f"orchard class serve {room.folder} starts one; more: orchard class worker {room.folder}"
    return Check("workers", bool(alive) or is_new, found, advice)
