"""The HTTP routes under /api: the requests of `requests.py`, a few lists, and the WebSocket."""

import asyncio
import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from fastapi import Request as HttpRequest
from fastapi.requests import HTTPConnection
from fastapi.responses import HTMLResponse, Response
from starlette.websockets import WebSocket

from orchard.shells.studio import lessons, levels, stories
from orchard.shells.studio.docs_page import docs_page
from orchard.shells.studio.engine import Job
from orchard.shells.studio.players import players_list
from orchard.shells.studio.positions import game_facts, games_list
from orchard.shells.studio.requests import TABLE, Request, begin
from orchard.shells.studio.security import address_of
from orchard.shells.studio.session import Session
from orchard.shells.studio.studio import Studio

REFUSALS: dict[int | str, dict[str, Any]] = {
    401: {"description": "a token is needed"},
    403: {"description": "another site or host"},
    413: {"description": "too large"},
    422: {"description": "refused, with the reason"},
    429: {"description": "too much at once"},
}
DISCONNECT_EVERY_S = 0.5  # how often a waiting request looks whether its client is still there


def studio_of(connection: HTTPConnection) -> Studio:
    studio: Studio = connection.app.state.studio
    return studio


InStudio = Annotated[Studio, Depends(studio_of)]
api = APIRouter(prefix="/api", responses=REFUSALS)


@api.get("/status", tags=["server"], summary="How far the start has come, and how busy the engines are")
async def status(studio: InStudio) -> dict[str, Any]:
    return studio.status()


@api.get("/docs", include_in_schema=False)
async def docs(request: HttpRequest) -> Response:
    return HTMLResponse(docs_page(request.app.openapi()))


@api.get("/games", tags=["games"], summary="The games")
async def games() -> list[dict[str, Any]]:
    return games_list()


@api.get("/games/{name}", tags=["games"], summary="One game, also on boards of another width")
async def game(name: str) -> dict[str, Any]:
    return game_facts(name)


@api.get("/learn/{name}", tags=["learn"], summary="The lessons of a game, and the names of its drills")
async def learn(name: str) -> dict[str, Any]:
    return lessons.contents(name)


@api.get("/players", tags=["players"], summary="The named players and their options")
async def players() -> list[dict[str, Any]]:
    return players_list()


@api.get("/levels", tags=["players"], summary="The ten levels of each game, with what they do and how strong")
async def level_table() -> dict[str, list[dict[str, Any]]]:
    return levels.table()


@api.get("/stories", tags=["stories"], summary="Guided stories about ways to search: positions, searches, exercises")
async def story_list() -> list[dict[str, Any]]:
    return stories.listed()


@api.get("/stories/{name}/source", tags=["stories"], summary="The functions that a story is about, as text")
def story_source(name: str) -> list[dict[str, Any]]:
    return stories.sources(name)


@api.websocket("/session")
async def session(socket: WebSocket) -> None:
    studio = studio_of(socket)
    address = address_of(socket.scope)
    own = sum(session.address == address for session in studio.sessions)
    if len(studio.sessions) >= studio.settings.sockets or own >= studio.settings.sockets_per_address:
        await socket.close(1013, "too many tabs are open")
        return
    await Session(studio, socket).run()


def add_route(request: Request) -> None:
    """The HTTP route of one request of the table."""

    async def endpoint(ask: Any, http: HttpRequest) -> Any:
        client = f"http-{http.client.host if http.client else secrets.token_hex(4)}"
        studio = studio_of(http)
        begun = await begin(studio, request, ask, client)
        return await finished(begun, studio, http) if isinstance(begun, Job) else begun

    endpoint.__annotations__ = {"ask": request.shape, "http": HttpRequest, "return": request.answers}
    api.add_api_route(
        f"/{request.name}", endpoint, methods=["POST"], name=request.name, tags=[request.tag], summary=request.summary
    )


async def finished(job: Job, studio: Studio, http: HttpRequest) -> Any:
    """The result of engine work for one HTTP request; the work stops if the client goes away."""
    while not job.done.done():
        await asyncio.wait([job.done], timeout=DISCONNECT_EVERY_S)
        if not job.done.done() and await http.is_disconnected():
            studio.cancel(job)
    return job.done.result()


for declared in TABLE:
    add_route(declared)
