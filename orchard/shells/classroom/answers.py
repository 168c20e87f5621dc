"""Answers that are sent as they were made: packed once, and not at all to a browser that has them already."""

from __future__ import annotations

import gzip
import hashlib
import json
from dataclasses import dataclass
from typing import Any

from fastapi import Request
from fastapi.responses import Response

SMALL = 600  # bytes that are not worth packing
LEVEL = 4  # of packing: much cheaper than the usual 9, and hardly larger


@dataclass(frozen=True, slots=True)
class Body:
    """A value as JSON, ready to be sent. The tag is that of its bytes: other readers with other bytes have another."""

    plain: bytes
    packed: bytes | None
    tag: str


def body_of(value: Any) -> Body:
    plain = json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode("ascii")
    packed = gzip.compress(plain, LEVEL, mtime=0) if len(plain) >= SMALL else None
    return Body(plain, packed, f'"{hashlib.blake2b(plain, digest_size=12).hexdigest()}"')


def answer(request: Request, body: Body) -> Response:
    """The body, or 304 where the browser has it. It asks every time (`no-cache`), and nobody between keeps it."""
    headers = {"etag": body.tag, "cache-control": "private, no-cache", "vary": "Accept-Encoding, Cookie"}
    if body.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if body.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(body.packed, media_type="application/json", headers=headers)
    return Response(body.plain, media_type="application/json", headers=headers)
