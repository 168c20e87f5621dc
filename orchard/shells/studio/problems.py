"""What went wrong, for clients: a short code that the page can translate, and the reason in words."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import ValidationError
from starlette.exceptions import HTTPException

from orchard.core.errors import OrchardError

STATUS = {"busy": 429, "stopped": 409, "store": 404}


class AsciiJSONResponse(JSONResponse):
    """JSON that any text survives, lone surrogates included."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content, ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode("ascii")


@dataclass(frozen=True)
class Problem:
    """`reason` is what happened in a form that can be said in any language; None where only the message is known."""

    code: str
    message: str
    reason: dict[str, Any] | None = None
    status: int = 422


def problem_of(error: Exception) -> Problem:
    """'illegal_move', 'black cannot play a1: ...' for an IllegalMoveError; a 'defect' for what we did not foresee."""
    if isinstance(error, OrchardError):
        words = re.sub(r"(?<!^)(?=[A-Z])", "_", type(error).__name__.removesuffix("Error")).lower()
        code = words or "problem"
        return Problem(code, str(error), reason_behind(error), STATUS.get(code, 422))
    if isinstance(error, ValidationError | RequestValidationError):
        return Problem("bad_request", reason_of(error.errors()))
    if isinstance(error, HTTPException):
        return Problem("refused", str(error.detail), status=error.status_code)
    return Problem("defect", defect_text(error), status=500)


def defect_text(error: BaseException) -> str:
    return f"internal error ({type(error).__name__}); see the output of the server"


def reason_behind(error: BaseException) -> dict[str, Any] | None:
    """{'kind': 'occupied', 'about': {'move': 'd4'}, 'cause': None}; `cause` is the reason of what it comes from."""
    cause = reason_behind(error.__cause__) if error.__cause__ is not None else None
    if isinstance(error, OrchardError) and error.kind:
        about = {key: value if isinstance(value, int) else str(value) for key, value in error.about.items()}
        return {"kind": error.kind, "about": about, "cause": cause}
    return cause


def reason_of(errors: Sequence[Any]) -> str:
    """One line that names each wrong field; the values themselves are not repeated."""
    parts = []
    for error in list(errors)[:5]:
        where = ".".join(str(step)[:40] for step in error.get("loc", ()) if step != "body")
        parts.append(f"{where or 'request'}: {error.get('msg', 'wrong')}")
    return "; ".join(parts)
