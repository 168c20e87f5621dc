"""What went wrong, as the studio says it, with the status codes of a class; refusals go to the audit log."""

from __future__ import annotations

import json
import logging
import re
import time
from dataclasses import replace
from typing import Any

from fastapi import Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from orchard.classroom.permissions import ForbiddenError
from orchard.core.errors import OrchardError
from orchard.play.database import StoreError, is_full
from orchard.shells.classroom.state import ClassServer, server_of
from orchard.shells.studio.problems import AsciiJSONResponse, Problem, problem_of
from orchard.shells.studio.security import address_of

STATUS = {"forbidden": 403, "signed_out": 401, "login": 401, "link": 403, "locked": 429, "full_disk": 507, "store": 503}
KINDS = {
    "unknown": 404,
    "token": 401,
    "daily": 429,
    "repeat_often": 429,
    "review_often": 429,
    "search_often": 429,
}  # of errors, wherever they come from
log = logging.getLogger("orchard.class")
AUDITED = {400, 401, 403, 404, 405, 413, 422, 429}


class SignedOutError(OrchardError):
    """Nobody is signed in here, or the session has ended."""


def told(error: Exception) -> Problem:
    problem = problem_of(error)
    if isinstance(error, ForbiddenError):
        return replace(problem, code="forbidden", status=403)
    if isinstance(error, StoreError) and is_full(error):
        return replace(problem, code="full_disk", message=FULL, reason={"kind": "full_disk", "about": {}}, status=507)
    kind = error.kind if isinstance(error, OrchardError) else ""
    return replace(problem, status=KINDS.get(kind) or STATUS.get(problem.code, problem.status))


FULL = "the disk of the server is full: nothing can be handed in until the teacher makes room"


async def answer_problem(request: Request, error: Exception) -> Response:
    problem = told(error)
    server = server_of(request)
    if problem.status in AUDITED:
        about = {
            "path": shown_path(request.url.path),
            "method": request.method,
            "status": problem.status,
            "why": problem.message,
        }
        person = getattr(request.state, "person", None)
        await run_in_threadpool(note_refusal, server, address_of(request.scope), person, about)
    body = {"error": problem.code, "message": problem.message, "reason": problem.reason}
    return AsciiJSONResponse(body, problem.status, headers=getattr(error, "headers", None))


def shown_path(path: str) -> str:
    """A path for logs: the token of a link that stands in it is left out."""
    return re.sub(r"^/api/(links|join)/.*", r"/api/\1/...", path)


def note_refusal(server: ClassServer, address: str, person: Any, about: dict[str, Any]) -> None:
    """Keep a refusal in the audit log, unless this address has filled enough of it. On a full disk it is in the log of
    the server: who is refused hears why all the same."""
    if server.notes.of(address).take():
        try:
            server.room.audit.note("refused", person, address, **about)
        except StoreError as error:
            entry = {"at": round(time.time(), 3), "event": "refused", "address": address, **about}
            log.warning(json.dumps(entry | {"not_audited": str(error)}))
