"""The files of the page, kept in memory as they are sent. A browser asks at each visit whether they have changed, so an
update is never half seen.
"""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

SMALL = 600  # bytes that are not worth compressing
TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}  # whatever the system thinks


@dataclass(frozen=True, slots=True)
class Kept:
    """A file, as it was at `stamp`."""

    stamp: tuple[int, int]
    body: bytes
    packed: bytes | None
    type: str
    tag: str


class Page:
    """Answers requests for the files of a folder; everything else goes to `app`."""

    def __init__(self, app: ASGIApp, folder: Path, index: str = "index.html") -> None:
        self.app = app
        self.folder = folder
        self._files = {f"/{path.relative_to(folder).as_posix()}": path for path in folder.rglob("*") if path.is_file()}
        self._files["/"] = self._files[f"/{index}"]
        self._kept: dict[Path, Kept] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = self._files.get(scope.get("path", "")) if scope["type"] == "http" else None
        if path is None or scope["method"] not in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        await self._answer(self._read(path), Headers(scope=scope))(scope, receive, send)

    def _read(self, path: Path) -> Kept:
        found = path.stat()
        stamp = (found.st_mtime_ns, found.st_size)
        kept = self._kept.get(path)
        if kept is None or kept.stamp != stamp:
            body = path.read_bytes()
            kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            if kind.startswith("text/") or kind.endswith("json"):
                kind += "; charset=utf-8"
            packed = gzip.compress(body, mtime=0) if len(body) >= SMALL else None
            kept = self._kept[path] = Kept(stamp, body, packed, kind, f'"{hashlib.sha256(body).hexdigest()[:20]}"')
        return kept

    def _answer(self, file: Kept, asked: Headers) -> Response:
        headers = {"etag": file.tag, "cache-control": "no-cache", "vary": "Accept-Encoding"}
        if file.tag in asked.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if file.packed is not None and "gzip" in asked.get("accept-encoding", ""):
            return Response(file.packed, headers={**headers, "content-encoding": "gzip"}, media_type=file.type)
        return Response(file.body, headers=headers, media_type=file.type)
