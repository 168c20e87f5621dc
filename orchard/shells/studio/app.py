"""Puts the studio together: the routes, the page, and the guard around them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

import orchard
from orchard.core.errors import OrchardError
from orchard.shells.studio import arena_routes, import_routes, routes
from orchard.shells.studio.page import Page
from orchard.shells.studio.problems import AsciiJSONResponse, problem_of
from orchard.shells.studio.security import Guard, ServerSettings
from orchard.shells.studio.studio import Studio

WEB = Path(orchard.__file__).parent / "web"


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
    for kind in (OrchardError, RequestValidationError, HTTPException, Exception):
        app.add_exception_handler(kind, _answer_problem)
    app.include_router(routes.api)
    app.include_router(arena_routes.api)
    app.include_router(import_routes.api)
    guard = Guard(Page(app, WEB), settings)
    guard.studio = studio  # type: ignore[attr-defined]
    return guard


async def _answer_problem(request: Request, error: Exception) -> Response:
    problem = problem_of(error)
    body = {"error": problem.code, "message": problem.message, "reason": problem.reason}
    return AsciiJSONResponse(body, problem.status, headers=getattr(error, "headers", None))
