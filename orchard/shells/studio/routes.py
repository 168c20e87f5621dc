"""The HTTP routes under /api. Each parses, calls, and gives back what came."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from starlette.websockets import WebSocket

from orchard.shells.studio import downloads, levels
from orchard.shells.studio.docs_page import docs_page
from orchard.shells.studio.engine import Work
from orchard.shells.studio.players import players_list
from orchard.shells.studio.positions import game_facts, games_list
from orchard.shells.studio.schemas import (
    AnalyseAsk,
    DownloadAsk,
    MoveAsk,
    PasteAsk,
    Place,
    ReviewAsk,
    Swap2Ask,
    TreeAsk,
)
from orchard.shells.studio.session import Session

if TYPE_CHECKING:
    from orchard.shells.studio.app import Studio

REFUSALS: dict[int | str, dict[str, Any]] = {
    401: {"description": "a token is needed"},
    403: {"description": "another site or host"},
    413: {"description": "too large"},
    422: {"description": "refused, with the reason"},
    429: {"description": "too much at once"},
}


def make(studio: Studio) -> APIRouter:
    api = APIRouter(prefix="/api", responses=REFUSALS)

    async def ready() -> None:
        await studio.warmup.rules_ready.wait()

    async def in_queue(request: Request, work: Work) -> dict[str, Any]:
        """Run engine work for one HTTP request, and stop it if the client goes away."""
        client = f"http-{request.client.host if request.client else secrets.token_hex(4)}"
        job = studio.queue.submit(client, work)
        while not job.done.done():
            await asyncio.wait([job.done], timeout=0.5)
            if not job.done.done() and await request.is_disconnected():
                studio.queue.cancel(job)
        result: dict[str, Any] = job.done.result()
        return result

    @api.get("/status", tags=["server"], summary="How far the start has come, and how busy the engines are")
    async def status() -> dict[str, Any]:
        return studio.status()

    @api.get("/docs", include_in_schema=False)
    async def docs(request: Request) -> Response:
        return HTMLResponse(docs_page(request.app.openapi()))

    @api.get("/games", tags=["games"], summary="The games")
    async def games() -> list[dict[str, Any]]:
        return games_list()

    @api.get("/games/{name}", tags=["games"], summary="One game, also on boards of another width")
    async def game(name: str) -> dict[str, Any]:
        return game_facts(name)

    @api.get("/players", tags=["players"], summary="The named players and their options")
    async def players() -> list[dict[str, Any]]:
        return players_list()

    @api.get("/levels", tags=["players"], summary="The ten levels of each game, with what they do and how strong")
    async def level_table() -> dict[str, list[dict[str, Any]]]:
        return levels.table()

    @api.post("/view", tags=["positions"], summary="A position: stones, legal moves, what each would turn")
    async def view(ask: Place) -> dict[str, Any]:
        await ready()
        return studio.view(ask)

    @api.post("/line", tags=["positions"], summary="All positions on the way, and the last one in full")
    async def line(ask: Place) -> dict[str, Any]:
        await ready()
        return studio.line(ask)

    @api.post("/threats", tags=["positions"], summary="Where each side could make a threat, in games that have them")
    async def threats(ask: Place) -> dict[str, Any]:
        await ready()
        return await studio.threats(ask)

    @api.post("/paste", tags=["positions"], summary="Read a transcript, board text, GGF or SGF, whichever it is")
    async def paste(ask: PasteAsk) -> dict[str, Any]:
        await ready()
        return studio.paste(ask)

    @api.post("/download", tags=["positions"], summary="A game as a file")
    async def download(ask: DownloadAsk) -> Response:
        await ready()
        return downloads.response(studio.positions.find(ask), ask)

    @api.post("/move", tags=["engines"], summary="A player's move")
    async def move(ask: MoveAsk, request: Request) -> dict[str, Any]:
        await ready()
        work = studio.works.move(ask, "http")
        await studio.warmup.wait_for(*studio.works.who(ask))
        return await in_queue(request, work)

    @api.post("/swap2", tags=["engines"], summary="A player's stones or choice of colour in a swap2 opening")
    async def swap2(ask: Swap2Ask, request: Request) -> dict[str, Any]:
        await ready()
        work = studio.works.swap2(ask, "http")
        await studio.warmup.wait_for(*studio.works.who(ask))
        return await in_queue(request, work)

    @api.post("/analyse", tags=["engines"], summary="What every legal move is worth")
    async def analyse(ask: AnalyseAsk, request: Request) -> dict[str, Any]:
        await ready()
        work = studio.works.analyse(ask, "http")
        await studio.warmup.wait_for(*studio.works.who(ask))
        return await in_queue(request, work)

    @api.post("/review", tags=["engines"], summary="Every move of a game, graded, with reasons")
    async def review(ask: ReviewAsk, request: Request) -> dict[str, Any]:
        await ready()
        work = studio.works.review(ask, "http")
        await studio.warmup.wait_for(*studio.works.who(ask))
        return await in_queue(request, work)

    @api.post("/tree", tags=["engines"], summary="The tree a player searches")
    async def tree(ask: TreeAsk, request: Request) -> dict[str, Any]:
        await ready()
        work = studio.works.tree(ask, "http")
        await studio.warmup.wait_for(*studio.works.who(ask))
        return await in_queue(request, work)

    @api.websocket("/session")
    async def session(socket: WebSocket) -> None:
        if len(studio.sessions) >= studio.settings.sockets:
            await socket.close(1013, "too many tabs are open")
            return
        await Session(studio, socket).run()

    return api
