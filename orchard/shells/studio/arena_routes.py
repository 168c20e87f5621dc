"""The HTTP routes of the arena and the database."""

from __future__ import annotations

import secrets
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from fastapi.concurrency import run_in_threadpool

from orchard.core.choice import Stop
from orchard.core.errors import OptionError
from orchard.core.game import Color, Position
from orchard.play.record import GameRecord, MoveRecord
from orchard.play.swap2 import SWAP2, of_game
from orchard.shells.studio.routes import REFUSALS, InStudio
from orchard.shells.studio.schemas import KeepAsk, LeagueAsk, Owner

if TYPE_CHECKING:
    from orchard.play.database import Database

MOMENT_S = 0.02
SIGN: dict[Color | None, int] = {"black": 1, "white": -1, None: 0}
LeagueId = Annotated[int, Path(ge=1, le=2**31)]
Day = Annotated[str, Query(pattern=r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?$")]
GameId = Annotated[str, Path(min_length=1, max_length=80, pattern=r"^[A-Za-z0-9._-]+$")]

api = APIRouter(prefix="/api", responses=REFUSALS)


# ------------------------------------------------------------------------------------------ leagues


@api.get("/leagues", tags=["arena"], summary="Matches and leagues, the newest first")
def leagues(studio: InStudio) -> list[dict[str, Any]]:
    return studio.arena.leagues()


@api.post("/leagues", tags=["arena"], summary="Write down a new match or league, and start it")
async def create(ask: LeagueAsk, studio: InStudio) -> dict[str, Any]:
    await studio.warmup.rules_ready.wait()
    return {"id": await studio.arena.create_and_start(ask)}


@api.get("/leagues/{id}", tags=["arena"], summary="Table, live boards and latest games of a league")
def state(id: LeagueId, studio: InStudio) -> dict[str, Any]:
    return studio.arena.state(id)


@api.post("/leagues/{id}/start", tags=["arena"], summary="Play on what is left")
async def start(id: LeagueId, studio: InStudio) -> dict[str, Any]:
    await studio.warmup.rules_ready.wait()
    await studio.arena.start(id)
    return {"id": id}


@api.post("/leagues/{id}/stop", tags=["arena"], summary="Stop; games under way are dropped, finished ones stay")
async def stop(id: LeagueId, studio: InStudio) -> dict[str, Any]:
    studio.arena.stop(id)
    return {"id": id}


@api.get("/ratings", tags=["arena"], summary="Ratings of all leagues, or of one")
def ratings(studio: InStudio, league: Annotated[int | None, Query(ge=1, le=2**31)] = None) -> list[dict[str, Any]]:
    from orchard.play.store import RATED  # here, so that the page does not wait for the database's library

    return [{name: getattr(row, name) for name in RATED} for row in studio.arena.store.ratings(league)]


# ------------------------------------------------------------------------------------------ the database


@api.get(
    "/database/games",
    tags=["database"],
    summary="Games that match every given filter, newest first; by opening, all but the unread ones",
)
def find(
    studio: InStudio,
    player: Annotated[str | None, Query(max_length=120)] = None,
    game: Annotated[str | None, Query(max_length=40)] = None,
    winner: Literal["black", "white", "draw", "unfinished", "win", "loss"] | None = None,
    owner: Owner | None = None,
    since: Day | None = None,
    until: Day | None = None,
    opening: Annotated[
        str, Query(max_length=200, description="moves from the start or a part of a name, in any mirror image")
    ] = "",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    offset: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
) -> dict[str, Any]:
    from orchard.shells.studio.arena import game_row

    asked: dict[str, Any] = {"player": player or None, "game": game or None, "winner": winner, "owner": owner}
    asked |= {"since": since or None, "until": until or None, "opening": opening.strip() or None}
    unread = 0
    if asked["opening"] and owner:  # all others are hashed by the search for a position
        unread = _hash_some(studio.arena.store.database, owner)
    found = studio.arena.store.find_games(**asked, limit=limit, offset=offset)
    total = studio.arena.store.count_games(**asked)
    return {"total": total, "games": [game_row(record) for record in found], "unread": unread}


def _hash_some(database: Database, owner: str) -> int:
    """Hash games of an owner for a moment; says how many are left, that will be found by their opening later."""
    from orchard.play.position_search import index_positions

    stop, began, left = Stop(), time.monotonic(), 0

    def tell(done: int, of: int) -> None:
        nonlocal left
        left = of - done
        if done and time.monotonic() - began > MOMENT_S:
            stop.set()

    index_positions(database, stop, tell, owner)
    return left


@api.get("/database/games/{id}", tags=["database"], summary="One game with all its moves")
def game(id: GameId, studio: InStudio) -> dict[str, Any]:
    record = studio.arena.store.game(id)
    return {**record.as_json(), "transcript": record.transcript}


@api.post("/database/games", tags=["database"], summary="Keep a game that was played here")
async def keep(ask: KeepAsk, studio: InStudio) -> dict[str, Any]:
    await studio.warmup.rules_ready.wait()
    record = kept_game(ask, studio.positions.find(ask))
    await run_in_threadpool(lambda: studio.arena.store.save_game(record, owner=ask.owner))
    return {"id": record.id}


def kept_game(ask: KeepAsk, position: Position) -> GameRecord:
    """The record of a game that a client played, with its times and how it was opened."""
    outcome = position.outcome
    winner = outcome.winner if outcome else ask.winner
    seconds = [*ask.seconds, *([0.0] * len(position.moves_made))]
    timed = [MoveRecord(str(m), s) for m, s in zip(position.moves_made, seconds, strict=False)]
    opened = ask.swap2.stones if ask.swap2 else 0
    if opened > len(timed) or (opened and (ask.start.strip() or SWAP2 not in position.game.opening_rules)):
        raise OptionError("swap2 opens the empty board with three or five stones")
    opening = [record.move for record in timed[:opened]]
    return GameRecord(
        id=f"studio-{secrets.token_hex(6)}",
        game=position.game.name,
        black=ask.black,
        white=ask.white,
        start=ask.start.strip(),
        opening="".join(opening),
        moves=tuple(timed[opened:]),
        swap2=of_game(ask.swap2.first, opening) if ask.swap2 else None,
        winner=winner,
        score=outcome.score if outcome else SIGN[winner] * position.game.max_score,
        verdict="normal" if outcome or winner is None else ask.verdict,
        started=datetime.now(UTC).isoformat(timespec="milliseconds"),
        seconds=float(sum(ask.seconds)),
    )
