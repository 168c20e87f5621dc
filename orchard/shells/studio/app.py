"""Puts the studio together: the routes, the page, and the guard around them."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import orchard
from orchard.core.errors import OrchardError
from orchard.shells.studio import arena_routes, routes
from orchard.shells.studio.problems import STATUS, body_of, explain, reason_behind, reason_of
from orchard.shells.studio.security import Guard, ServerSettings
from orchard.shells.studio.studio import Studio

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


def create_app(settings: ServerSettings | None = None) -> Guard:
    """The whole application, ready for a server."""
    settings = settings or ServerSettings()
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
    _answer_problems(app)
    app.include_router(routes.api)
    app.include_router(arena_routes.api)
    app.mount("/", Page(directory=WEB, html=True), name="page")
    guard = Guard(app, settings)
    guard.studio = studio  # type: ignore[attr-defined]
    return guard


def _answer_problems(app: FastAPI) -> None:
    @app.exception_handler(OrchardError)
    async def refused(request: Request, error: OrchardError) -> Response:
        code, message = explain(error)
        return AsciiJSONResponse(body_of(code, message, reason_behind(error)), STATUS.get(code, 422))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        return AsciiJSONResponse(body_of("bad_request", reason_of(error.errors())), 422)

    @app.exception_handler(Exception)
    async def defect(request: Request, error: Exception) -> Response:
        return AsciiJSONResponse(
            body_of("defect", f"internal error ({type(error).__name__}); see the output of the server"), 500
        )

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        return AsciiJSONResponse(body_of("refused", str(error.detail)), error.status_code, headers=error.headers)
