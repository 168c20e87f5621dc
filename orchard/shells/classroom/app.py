"""Puts the class server together: routes, pages, and the guard around them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import PlainTextResponse, Response
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

import orchard
from orchard.classroom.folder import Classroom
from orchard.classroom.permissions import check
from orchard.classroom.secrets import same
from orchard.core.errors import OrchardError
from orchard.shells.classroom.access import who
from orchard.shells.classroom.answers import LEVEL, SMALL
from orchard.shells.classroom.board_routes import board_routes
from orchard.shells.classroom.guard import ClassGuard
from orchard.shells.classroom.invitation_routes import invitation_routes
from orchard.shells.classroom.people_routes import people_routes
from orchard.shells.classroom.problems import answer_problem
from orchard.shells.classroom.profile_routes import profile_routes
from orchard.shells.classroom.state import ClassServer
from orchard.shells.classroom.work_routes import work_routes
from orchard.shells.studio.app import WEB
from orchard.shells.studio.page import Page
from orchard.shells.studio.problems import AsciiJSONResponse
from orchard.shells.studio.security import ServerSettings

# Routes that nobody needs to be signed in for; every other one asks for an action of the permissions.
PUBLIC = {
    ("GET", "/health"),
    ("GET", "/metrics"),  # staff, or who has the token of the settings
    ("GET", "/api/me"),
    ("POST", "/api/login"),
    ("GET", "/api/links/{token}"),
    ("POST", "/api/links/{token}"),
    ("GET", "/api/join/{token}"),
    ("POST", "/api/join/{token}"),
    ("GET", "/api/oidc/start"),
    ("GET", "/api/oidc/back"),
    ("POST", "/api/work/take"),  # by a worker's token
    ("POST", "/api/work/keep"),
    ("POST", "/api/work/done"),
    ("POST", "/api/work/back"),
    ("GET", "/api/work/files/{submission}"),
    ("GET", "/api/work/packages/{assignment}"),
}


def create_app(room: Classroom, settings: ServerSettings | None = None) -> ClassGuard:
    """The whole application, ready for a server."""
    server = ClassServer(room)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        server.close()

    app = FastAPI(
        title=room.settings.title,
        version=orchard.__version__,
        lifespan=lifespan,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        default_response_class=AsciiJSONResponse,
    )
    app.state.server = server
    app.add_middleware(GZipMiddleware, minimum_size=SMALL, compresslevel=LEVEL)
    for kind in (OrchardError, RequestValidationError, HTTPException, Exception):
        app.add_exception_handler(kind, answer_problem)
    app.include_router(people_routes(server))
    app.include_router(profile_routes(server))
    app.include_router(invitation_routes(server))
    app.include_router(board_routes())
    if room.settings.openid_issuer:
        from orchard.shells.classroom.openid_routes import openid_routes

        app.include_router(openid_routes(server))
    app.include_router(work_routes(server))
    _add_health(app, server)
    page = Page(app, WEB, "class/index.html")
    return ClassGuard(page, settings or server_settings(room), server)


def server_settings(room: Classroom) -> ServerSettings:
    """How the server listens, in the words of the studio's guard."""
    own = room.settings
    return ServerSettings(
        host=own.host,
        port=own.port,
        proxy=own.proxy or None,
        file_s=300.0,
        requests_per_s=150.0,  # a whole class may come from one address, and open its pages at the same time
        burst=1500.0,
        connections=2000,
        connections_per_address=1000,
    )


def _add_health(app: FastAPI, server: ClassServer) -> None:
    @app.get("/health")
    def health() -> dict[str, Any]:
        """Whether the server and its database answer."""
        with server.room.database.reading() as connection:
            connection.exec_driver_sql("SELECT 1")
        return {"status": "ok", "version": orchard.__version__}

    @app.get("/metrics")
    def metrics(request: Request) -> Response:
        token = server.room.settings.metrics_token
        given = request.headers.get("authorization", "")
        if not token or not same(given, f"Bearer {token}"):
            person, _ = who(request)
            request.state.person = person
            check(person, "metrics.see")
        return PlainTextResponse(server.metrics.text(), media_type="text/plain; version=0.0.4")
