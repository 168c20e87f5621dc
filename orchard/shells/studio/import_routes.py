"""The HTTP routes that take a file of games and say how far it has been read."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from starlette.exceptions import HTTPException

from orchard.shells.studio.routes import REFUSALS, InStudio
from orchard.shells.studio.security import address_of

api = APIRouter(prefix="/api", responses=REFUSALS, tags=["database"])
FILE = {"requestBody": {"content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}}}


@api.post("/import", summary="Import a file of games into the database; the format is detected", openapi_extra=FILE)
async def import_file(
    request: Request,
    studio: InStudio,
    file: Annotated[str, Query(max_length=200, description="its name; the ending names the format")] = "",
    game: Annotated[str, Query(max_length=40, description="of a transcript that does not name it")] = "",
) -> dict[str, Any]:
    await studio.warmup.rules_ready.wait()
    studio.imports.check_room()  # before anything is read
    data = await request.body()
    client = f"http-{address_of(request.scope)}"
    return studio.imports.begin(studio, data, file, game or None, client).as_json()


@api.get("/import/{id}", summary="How far a file has been read")
async def import_state(id: Annotated[str, Path(max_length=40)], studio: InStudio) -> dict[str, Any]:
    state = studio.imports.state(id)
    if state is None:
        raise HTTPException(404, "no such import")
    return state.as_json()
