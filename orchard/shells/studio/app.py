"""Puts the studio together: the queue, the players, the routes, the page, and the guard around them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import threading
import traceback
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import orchard
from orchard.core.errors import OptionError, OrchardError
from orchard.games import offer
from orchard.shells.studio import arena_routes, paste, routes
from orchard.shells.studio.engine import EngineQueue
from orchard.shells.studio.players import PlayerPool
from orchard.shells.studio.positions import Positions, line_of, view_of
from orchard.shells.studio.problems import STATUS, body_of, explain, reason_behind, reason_of
from orchard.shells.studio.schemas import PasteAsk, Place
from orchard.shells.studio.security import Guard, Settings
from orchard.shells.studio.session import Session
from orchard.shells.studio.warmup import Warmup
from orchard.shells.studio.work import Works

if TYPE_CHECKING:
    from orchard.shells.studio.arena import Arena

WEB = Path(orchard.__file__).parent / "web"


class AsciiJSONResponse(JSONResponse):
    """JSON that any text survives, lone surrogates included."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content, ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode("ascii")


class Page(StaticFiles):
    """The files of the page. They are checked for change at each visit, so an update is never half seen."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        return response


class Studio:
    """What the routes and the sessions share. It keeps no games: clients hold their own."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.positions = Positions()
        self.pool = PlayerPool()
        self.queue = EngineQueue(settings.workers)
        self.works = Works(self.positions, self.pool)
        self.warmup = Warmup()
        self.sessions: set[Session] = set()
        self._arena: Arena | None = None
        self._arena_lock = threading.Lock()

    @property
    def arena(self) -> Arena:
        """Matches and the database, made when first asked for: what they import would delay the first move."""
        with self._arena_lock:
            if self._arena is None:
                from orchard.shells.studio.arena import Arena

                self._arena = Arena()
            return self._arena

    def view(self, ask: Place) -> dict[str, Any]:
        return view_of(self.positions.find(ask))

    def line(self, ask: Place) -> dict[str, Any]:
        return line_of(self.positions.find(ask), ask.start)

    def paste(self, ask: PasteAsk) -> dict[str, Any]:
        return paste.read(ask.text, ask.game)

    async def threats(self, ask: Place) -> dict[str, Any]:
        """Where threats can be made. The tables are loaded with the analyst's kernels, so those are waited for."""
        position = self.positions.find(ask)
        offered = offer(position.game.base_name, "threat_map")
        if offered is None:
            raise OptionError(f"threats are not counted in {position.game.title}")
        await self.warmup.wait_for(*self.works.who(ask))
        found = await asyncio.get_running_loop().run_in_executor(None, offered.threat_map, position)
        return {color: {kind: list(points) for kind, points in side.items()} for color, side in found.items()}

    def status(self) -> dict[str, Any]:
        return {
            "version": orchard.__version__,
            "warmup": self.warmup.state(),
            "engines": {
                "workers": self.queue.workers,
                "running": self.queue.running,
                "waiting": self.queue.waiting,
            },
            "sessions": len(self.sessions),
        }

    def close(self) -> None:
        self.warmup.stop()
        self.queue.close()
        if self._arena is not None:
            self._arena.close()
        self.pool.close()

    def log_defect(self, error: BaseException) -> None:
        print("orchard: a defect, please report it:", file=sys.stderr)
        traceback.print_exception(error, file=sys.stderr)


def create_app(settings: Settings | None = None) -> Guard:
    """The whole application, ready for a server."""
    settings = settings or Settings()
    studio = Studio(settings)

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        warming = asyncio.create_task(studio.warmup.run())
        yield
        warming.cancel()
        studio.close()

    app = FastAPI(
        title="Orchard studio",
        version=orchard.__version__,
        description=(Path(__file__).parent / "api.md").read_text(encoding="utf-8"),
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        default_response_class=AsciiJSONResponse,
    )
    app.state.studio = studio
    app.add_middleware(GZipMiddleware, minimum_size=600)
    _answer_problems(app, studio)
    app.include_router(routes.make(studio))
    app.include_router(arena_routes.make(studio, routes.REFUSALS))
    app.mount("/", Page(directory=WEB, html=True), name="page")
    guard = Guard(app, settings)
    guard.studio = studio  # type: ignore[attr-defined]
    return guard


def _answer_problems(app: FastAPI, studio: Studio) -> None:
    @app.exception_handler(OrchardError)
    async def refused(request: Request, error: OrchardError) -> Response:
        code, message = explain(error)
        return AsciiJSONResponse(body_of(code, message, reason_behind(error)), STATUS.get(code, 422))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        return AsciiJSONResponse(body_of("bad_request", reason_of(error.errors())), 422)

    @app.exception_handler(Exception)
    async def defect(request: Request, error: Exception) -> Response:
        return AsciiJSONResponse(body_of("defect", f"the server made a mistake ({type(error).__name__})"), 500)

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        return AsciiJSONResponse(body_of("refused", str(error.detail)), error.status_code, headers=error.headers)
