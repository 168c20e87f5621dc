"""What went wrong, for clients: a short code that the page can translate, and the reason in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from orchard.core.errors import OrchardError

STATUS = {"busy": 429, "stopped": 409, "store": 404}


def explain(error: OrchardError) -> tuple[str, str]:
    """('illegal_move', 'black cannot play a1: ...') for an IllegalMoveError."""
    words = re.sub(r"(?<!^)(?=[A-Z])", "_", type(error).__name__.removesuffix("Error")).lower()
    return words or "problem", str(error)


def reason_behind(error: BaseException) -> dict[str, Any] | None:
    """What happened in a form that can be said in any language: {'kind': 'occupied', 'about': {'move': 'd4'}}.

    What it comes from stands in `cause`. None where only the message is known.
    """
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


def body_of(code: str, message: str, reason: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"error": code, "message": message, "reason": reason}
