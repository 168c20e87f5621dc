"""The packages of an assignment on the machine of a worker elsewhere: fetched from the class once."""

from __future__ import annotations

import fcntl
import hashlib
import http.client
import json
import shutil
import tarfile
import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import IO

from orchard.classroom.packages import ENVIRONMENT, Environment, PackagesError, installed, remove, set_rights
from orchard.core import kernel_cache


def kept_in() -> Path:
    """Where they stay when a worker ends: beside the compiled kernels."""
    return kernel_cache.kept_in().parent / "class-packages"


def fetched(folder: Path, made: Environment, fetch: Callable[[], AbstractContextManager[IO[bytes]]]) -> Path:
    """The place of an environment under `folder`, as packages.py reads it. What `fetch` opens is used only if it has
    the hash that the class says; PackagesError where it has not, or where it cannot be kept."""
    place = folder / made.archive[:32]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with open(folder / ".lock", "w", encoding="ascii") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # of several workers that start at once one fetches
            if installed(place) is None:
                _fetch_into(place, made, fetch)
    except (OSError, tarfile.TarError, http.client.HTTPException) as error:
        raise PackagesError(f"the packages could not be fetched: {error}") from error
    return place


def _fetch_into(place: Path, made: Environment, fetch: Callable[[], AbstractContextManager[IO[bytes]]]) -> None:
    scratch = Path(tempfile.mkdtemp(dir=place.parent))
    try:
        with tempfile.TemporaryFile(dir=scratch) as archive:
            with fetch() as source:
                shutil.copyfileobj(source, archive)
            archive.seek(0)
            if hashlib.file_digest(archive, "sha256").hexdigest() != made.archive:
                raise PackagesError("the packages came damaged")
            archive.seek(0)
            with tarfile.open(fileobj=archive) as files:
                files.extractall(scratch, filter="data")
        (scratch / ENVIRONMENT).write_text(json.dumps(made.as_json(), indent=1), encoding="utf-8")
        set_rights(scratch, 0o555, 0o444)
        scratch.chmod(0o755)  # only what may be written can be renamed
        scratch.rename(place)
        place.chmod(0o555)
    finally:
        remove(scratch)
