"""The layer around the class server: hosts, origins, sizes and floods as in the studio; refusals are audited, answers
counted and logged."""

from __future__ import annotations

import json
import logging
import re
import shutil
import time
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from orchard.shells.classroom.problems import FULL, note_refusal, shown_path
from orchard.shells.classroom.state import ClassServer
from orchard.shells.studio.security import (
    LOOPBACK,
    Application,
    Guard,
    Message,
    Receive,
    Send,
    ServerSettings,
    address_of,
    answer_refusal,
)

UPLOAD = re.compile(r"/api/assignments/\d+/submissions")
TABLE = "/api/people"  # takes a table of names
TABLE_BYTES = 1_000_000
RESULT = "/api/work/done"
RESULT_BYTES = 10_000_000  # a check with all that a bot printed in each exercise, a game, or a review
PROFILE = "/api/me/profile"
PROFILE_BYTES = 5_000_000  # of somebody who has solved ten thousand puzzles
FORM_BYTES = 100_000  # of a multipart form around a file
CODES = {413: "too_large", 429: "too_often", 507: "full_disk"}  # for which the pages have words
log = logging.getLogger("orchard.class")


class ClassGuard(Guard):
    def __init__(self, app: Application, settings: ServerSettings, server: ClassServer) -> None:
        super().__init__(app, settings)
        self.server = server

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        began, status = time.perf_counter(), 0

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await super().__call__(scope, receive, watched)
        finally:
            seconds = time.perf_counter() - began
            self.server.metrics.answered(status, seconds)
            if scope["path"].startswith("/api"):
                log.info(_line(scope, status, seconds))

    def is_own_host(self, name: str | None) -> bool:
        return name in LOOPBACK or name == self.server.room.settings.host_name

    def body_limits(self, scope: Message) -> tuple[int, float]:
        if self._is_upload(scope):
            return int(self.server.room.settings.upload_mb * 1_000_000) + FORM_BYTES, self.settings.file_s
        if scope["path"] == TABLE:
            return TABLE_BYTES, self.settings.body_s
        if scope["path"] == RESULT:
            return RESULT_BYTES, self.settings.file_s
        if scope["path"] == PROFILE:
            return PROFILE_BYTES, self.settings.body_s
        return self.settings.body_bytes, self.settings.body_s

    def too_large(self, most: int) -> Message:
        raise HTTPException(413, f"at most {most} bytes are taken", {"connection": "close"})

    def _refusal(self, scope: Message, headers: dict[str, str], given: str | None) -> tuple[int, str] | None:
        refusal = super()._refusal(scope, headers, None)
        if refusal is None and self._is_upload(scope):
            settings = self.server.room.settings
            if shutil.disk_usage(self.server.room.folder).free < settings.reserve_mb * 1_000_000:
                return 507, FULL
        return refusal

    def _is_upload(self, scope: Message) -> bool:
        return scope["method"] == "POST" and UPLOAD.fullmatch(scope["path"]) is not None

    async def refuse(self, scope: Message, send: Send, status: int, reason: str) -> None:
        about = {"path": shown_path(scope["path"]), "method": scope.get("method", ""), "status": status, "why": reason}
        await run_in_threadpool(note_refusal, self.server, address_of(scope), None, about)
        await answer_refusal(scope, send, status, reason, CODES.get(status, "refused"))


def _line(scope: Message, status: int, seconds: float) -> str:
    """One line of the structured log."""
    entry: dict[str, Any] = {"at": round(time.time(), 3), "method": scope["method"], "path": shown_path(scope["path"])}
    person = scope.get("state", {}).get("person")
    return json.dumps(
        entry
        | {"status": status, "ms": round(seconds * 1000, 1), "address": address_of(scope)}
        | ({"person": person.id} if person is not None else {})
    )
