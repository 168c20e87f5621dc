"""A class on another machine, as a worker with a token sees it: over HTTP, its files kept here by their hash."""

from __future__ import annotations

import hashlib
import http.client
import json
import shutil
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from orchard.classroom import fetched_packages
from orchard.classroom.archive import unpack
from orchard.classroom.playing import Program, Task
from orchard.classroom.wire import task_from_json
from orchard.classroom.work_queue import LEASE_S, WorkError
from orchard.classroom.worker import AwayError, still_left
from orchard.play.check import Finding
from orchard.play.record import GameRecord

TIMEOUT_S = 30.0
AWAY = (408, 425, 429, 500, 502, 503, 504, 507)  # answers of a class, or of the proxy before it, that will be back


class There:
    """`address` is that of the class, as people type it. Submissions are kept in `folder`, and packages in `shared`,
    for all workers of this machine."""

    def __init__(self, address: str, token: str, speed: float, folder: Path, shared: Path | None = None) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise WorkError(f"{address!r} is no address of a class: write https://class.example.org")
        self._address, self._token, self._folder = address.rstrip("/"), token, folder
        self._shared = shared or fetched_packages.kept_in()
        self.name, self.speed, self.lease_s = parts.hostname, speed, LEASE_S
        self._left: dict[int, float] = {}

    def take(self) -> Task | None:
        release = sys.modules["orchard"].__version__
        told = self._ask("work/take", {"orchard": release, "speed": self.speed} | self._others())
        self.lease_s, self.name = float(told["lease_s"]), str(told["name"])
        return None if told["task"] is None else task_from_json(told["task"])

    def keep(self, job: int) -> bool:
        return bool(self._ask("work/keep", {"job": job} | self._others())["kept"])

    def checked(self, job: int, findings: Sequence[Finding]) -> None:
        self._ask("work/done", {"job": job, "findings": [one.as_json() for one in findings]})

    def played(self, job: int, record: GameRecord) -> None:
        self._ask("work/done", {"job": job, "record": record.as_json()})

    def reviewed(self, job: int, review: Mapping[str, Any]) -> None:
        self._ask("work/done", {"job": job, "review": review})

    def give_back(self, job: int, problem: str) -> None:
        self._ask("work/back", {"job": job, "problem": problem[:2000]})

    def leave(self, task: Task, problem: str) -> None:
        self._ask("work/back", {"job": task.job.id, "problem": problem[:2000], "left": True})
        self._left[task.job.assignment] = time.monotonic()

    def _others(self) -> dict[str, Any]:
        """What is for other workers now."""
        left = still_left(self._left)
        return {"left": left} if left else {}

    def packages(self, task: Task) -> Path:
        """Those that the class has installed, fetched once. Where they are none for this Python, or the class has
        installed nothing, the place is empty: then packages count that are installed where Orchard is."""
        made = task.environment
        if made is None or not made.archive or made.misfit():
            return self._folder / "packages"
        return fetched_packages.fetched(self._shared, made, lambda: self._open(f"work/packages/{task.job.assignment}"))

    def folder(self, program: Program) -> Path:
        """The unpacked files of a submission; fetched once, and only what has the right hash is used."""
        place = self._folder / f"{program.submission}-{program.sha256[:16]}"
        if place.is_dir():
            return place
        self._folder.mkdir(parents=True, exist_ok=True)
        with self._open(f"work/files/{program.submission}") as source, tempfile.TemporaryFile() as kept:
            try:
                shutil.copyfileobj(source, kept)
            except (http.client.HTTPException, ConnectionError, TimeoutError) as error:
                raise AwayError(f"{self._address} broke off: {error}") from error
            kept.seek(0)
            if hashlib.file_digest(kept, "sha256").hexdigest() != program.sha256:
                raise AwayError(f"submission {program.submission} came damaged")
            partial = Path(tempfile.mkdtemp(dir=self._folder))
            try:
                unpack(program.file, kept, partial, engines=":" in program.main)
                partial.rename(place)
            except BaseException:
                shutil.rmtree(partial, ignore_errors=True)
                if not place.is_dir():  # another worker of this machine was first
                    raise
        return place

    # --------------------------------------------------------------- HTTP

    def _ask(self, what: str, body: dict[str, Any]) -> dict[str, Any]:
        with self._open(what, json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")) as answer:
            try:
                told: dict[str, Any] = json.load(answer)
            except (ValueError, http.client.HTTPException, OSError) as error:
                raise AwayError(f"{self._address} broke off: {error}") from error
        return told

    def _open(self, what: str, body: bytes | None = None) -> http.client.HTTPResponse:
        headers = {"authorization": f"Bearer {self._token}", "content-type": "application/json"}
        request = urllib.request.Request(f"{self._address}/api/{what}", body, headers)
        try:
            answer: http.client.HTTPResponse = urllib.request.urlopen(request, timeout=TIMEOUT_S)
            return answer
        except urllib.error.HTTPError as error:
            with error:
                words = _message(error.read(4000))
            if error.code in AWAY:
                raise AwayError(f"{self._address} answered {error.code}: {words}") from error
            raise WorkError(f"{self._address} refused: {words}", kind="refused") from error
        except (OSError, http.client.HTTPException) as error:
            raise AwayError(f"{self._address} cannot be reached: {error}") from error


def _message(body: bytes) -> str:
    try:
        return str(json.loads(body)["message"])
    except (ValueError, KeyError, TypeError):
        return body.decode(errors="replace")[:200]
