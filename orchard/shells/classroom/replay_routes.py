"""The routes of a replay: play the game again, have it reviewed, and take the failure bundle home."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from orchard.classroom.asked import asker_of
from orchard.classroom.bundle import bundle_of
from orchard.classroom.class_games import assignment_with
from orchard.classroom.people import Person
from orchard.classroom.permissions import check, may, reach
from orchard.classroom.searches import mover_of
from orchard.classroom.standings import Standings, team_of
from orchard.classroom.work import Work
from orchard.classroom.work_queue import WorkError
from orchard.play.record import GameRecord
from orchard.shells.classroom.access import asks
from orchard.shells.classroom.state import ClassServer
from orchard.shells.studio.security import address_of

Ply = Annotated[int, Path(ge=0, le=1000)]
GameId = Annotated[str, Path(min_length=1, max_length=80, pattern=r"^class-[0-9]+-[0-9]+$")]


def replay_routes(server: ClassServer, work: Work) -> APIRouter:
    api, audit = APIRouter(), server.room.audit
    standings = Standings(work)

    def teams_of(record: GameRecord) -> dict[str, int | None]:
        assignment = work.assignments.get(assignment_with(work.store.database, int(record.id.split("-")[1])))
        entrants = standings.entrants(assignment)
        return {"black": team_of(entrants, record.black), "white": team_of(entrants, record.white)}

    @api.get("/games/{id}/extras", tags=["games"], summary="What was asked for of a game, and what its reader may ask")
    def extras(id: GameId, person: Annotated[Person, asks("games.see")]) -> dict[str, Any]:
        """{'review': {'state', 'review'}, 'repeats', 'repeat_of', 'may': ['repeat', 'review', 'bundle']}.

        `repeats` are the games that repeat this one, with where they differ from it; `repeat_of` is the first game
        where this one is a repeat.
        """
        record = work.store.game(id)
        first = work.repeats.first(id)
        return {
            "review": work.reviews.of(record),
            "repeats": [] if first else work.repeats.of(id),
            "repeat_of": first and {"id": first} | work.repeats.compared(id, first),
            "may": allowed(person, record, teams_of(record)),
        }

    @api.post("/games/{id}/repeat", tags=["games"], summary="Play it again; it never counts")
    def repeat(id: GameId, request: Request, person: Annotated[Person, asks("games.repeat")]) -> dict[str, Any]:
        record = work.store.game(id)
        if "repeat" not in allowed(person, record, teams_of(record)):
            check(person, "games.repeat")
        work.repeats.ask(id, asker_of(person), limited=is_limited(person))
        audit.note("games.repeated", person, address_of(request.scope), game=id)
        return {}

    @api.post("/games/{id}/review", tags=["games"], summary="Have a worker review it, once for everybody")
    def review(id: GameId, request: Request, person: Annotated[Person, asks("games.review")]) -> dict[str, Any]:
        record = work.store.game(id)
        work.reviews.ask(record, asker_of(person), limited=is_limited(person))
        audit.note("games.reviewed", person, address_of(request.scope), game=id)
        return work.reviews.of(record)

    def owned(person: Person, id: str, ply: int) -> GameRecord:
        """The game, where the bot that moves there is one's own."""
        record = work.store.game(id)
        mover = mover_of(record, ply)
        team = teams_of(record)["black" if mover == record.black else "white"]
        check(person, "games.output", team)
        if team is None:
            raise WorkError("only a bot that was handed in can be asked", kind="unknown")
        return record

    @api.get("/games/{id}/searches/{ply}", tags=["games"], summary="What a bot searched before a move, as far as it is")
    def search(id: GameId, ply: Ply, person: Annotated[Person, asks("games.output")]) -> dict[str, Any]:
        return work.searches.of(owned(person, id, ply), ply)

    @api.post("/games/{id}/searches/{ply}", tags=["games"], summary="Have a worker ask the bot for its trace of a move")
    def ask_search(
        id: GameId, ply: Ply, request: Request, person: Annotated[Person, asks("games.output")]
    ) -> dict[str, Any]:
        record = owned(person, id, ply)
        work.searches.ask(record, ply, asker_of(person), limited=is_limited(person))
        audit.note("games.searched", person, address_of(request.scope), game=id, ply=ply)
        return work.searches.of(record, ply)

    @api.get("/games/{id}/bundle", tags=["games"], summary="How the loser failed, as orchard check --json says it")
    def bundle(id: GameId, person: Annotated[Person, asks("games.output")]) -> Response:
        record = work.store.game(id)
        found = bundle_of(record)
        if found is None or record.fault is None:
            raise WorkError("nobody was at fault in this game", kind="unknown")
        check(person, "games.output", teams_of(record)[record.fault.player])
        headers = {
            "content-disposition": f'attachment; filename="{id}-fault.json"',
            "x-content-type-options": "nosniff",
        }
        return Response(json.dumps(found, indent=1), media_type="application/json", headers=headers)

    return api


def is_limited(person: Person) -> bool:
    """Whether requests of a person are counted: not those of the staff."""
    return reach(person, "games.repeat") != "all"


def allowed(person: Person, record: GameRecord, teams: dict[str, int | None]) -> list[str]:
    """What a person may ask for of a game: to repeat it, where one of the two bots is of the own team."""
    fault = record.fault
    asked = {
        "repeat": any(may(person, "games.repeat", team) for team in teams.values()),
        "review": bool(record.transcript) and may(person, "games.review"),
        "bundle": fault is not None and may(person, "games.output", teams[fault.player]),
    }
    return [name for name, is_allowed in asked.items() if is_allowed]
