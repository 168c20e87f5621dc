"""The routes about games: lists, one game with everything its reader may see, and files of all games."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from orchard.classroom.class_games import GameSearch, assignment_with, find_games, newest_game
from orchard.classroom.exports import write_games
from orchard.classroom.people import Person
from orchard.classroom.permissions import may
from orchard.classroom.playing import AGAIN, SPEED, WORKER, processor_times
from orchard.classroom.standings import Entrant, Standings, team_of
from orchard.classroom.thoughts import notes_of
from orchard.classroom.work import Work
from orchard.play.record import VERDICTS, GameRecord
from orchard.shells.classroom.access import asks
from orchard.shells.classroom.answers import Body, answer, body_of

Id = Annotated[int, Path(ge=1, le=2**53)]
GameId = Annotated[str, Path(min_length=1, max_length=80, pattern=r"^class-[0-9]+-[0-9]+$")]
Phase = Annotated[Literal["ladder", "final"] | None, Query()]
Name = Annotated[str, Query(max_length=200)]
OWN = ("stderr", "traceback", "command", "reason")  # of a fault: only for its owner and the staff


def game_routes(work: Work, standings: Standings) -> APIRouter:
    api = APIRouter()

    @api.get("/assignments/{id}/games", tags=["games"], summary="Games, the newest first")
    def games(
        id: Id,
        request: Request,
        person: Annotated[Person, asks("games.see")],
        phase: Phase = None,
        team: Annotated[int | None, Query(ge=1)] = None,
        entrant: Name = "",
        against: Name = "",
        verdict: Annotated[Literal[VERDICTS] | None, Query()] = None,  # type: ignore[valid-type]
        limit: Annotated[int, Query(ge=1, le=200)] = 50,
        offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
    ) -> Response:
        """{'total', 'games': [{'id', 'phase', 'black', 'white', 'winner', 'score', 'verdict', 'started', 'seconds'}]}.

        `entrant` and `against` name entrants: both of them give the head-to-head.
        """
        assignment = work.assignments.get(id)
        entrants = standings.entrants(assignment)
        leagues = [standings.league(assignment, one) for one in ((phase,) if phase else ("ladder", "final"))]
        wanted = {league: name for name, league in leagues}
        asked = GameSearch(
            leagues=tuple(wanted),
            one=(entrant,) if entrant else tuple(name for name in entrants if team and team_of(entrants, name) == team),
            everybody=not entrant and team is None,
            other=against,
            verdict=verdict or "",
        )

        def make() -> Body:
            total, rows = find_games(work.store.database, asked, limit, offset)
            for row in rows:
                row["phase"] = wanted[row.pop("league")]
                row |= {color: _shown(entrants, row[color]) for color in ("black", "white")}
            return body_of({"total": total, "games": rows})

        newest = newest_game(work.store.database)
        return answer(request, standings.kept.of(id, ("games", newest, asked, limit, offset), make))

    @api.get("/assignments/{id}/games.{format}", tags=["games"], summary="All games as a file")
    def games_file(
        id: Id,
        format: Literal["sgf", "ggf", "psq"],
        person: Annotated[Person, asks("games.see")],
        phase: Phase = None,
    ) -> Response:
        with tempfile.TemporaryFile() as file:
            write_games(work, work.assignments.get(id), format, file, phase)
            file.seek(0)
            content = file.read()
        headers = {"content-disposition": f'attachment; filename="games-{id}.{format}"'}
        return Response(content, media_type="text/plain; charset=utf-8", headers=headers)

    @api.get("/games/{id}", tags=["games"], summary="A game with time and processor time of every move")
    def game(id: GameId, person: Annotated[Person, asks("games.see")]) -> dict[str, Any]:
        """The record as the arena has it, with `black` and `white` as entrants, `processor` (seconds or null for each
        move), `worker`, `speed`, `again` and `transcript`. What a bot printed (`output` in all, `printed` by the
        number of the move), what it thought (`thinking`) and how it failed inside is for its team and the staff."""
        assignment = work.assignments.get(assignment_with(work.store.database, int(id.split("-")[1])))
        return shown_game(person, work.store.game(id), standings.entrants(assignment)) | {"assignment": assignment.id}

    return api


def shown_game(person: Person, record: GameRecord, entrants: Mapping[str, Entrant]) -> dict[str, Any]:
    """A game as this person may see it."""
    names = {"black": record.black, "white": record.white}
    mine = {color: may(person, "games.output", team_of(entrants, name)) for color, name in names.items()}
    value = record.as_json()
    value["output"] = {color: text for color, text in record.output.items() if mine.get(color)}
    value["thinking"] = {color: notes_of(record, "thinking", color) for color in names if mine[color]}
    value["printed"] = {color: notes_of(record, "printed", color) for color in names if mine[color]}
    if record.fault is not None and not mine[record.fault.player]:
        value["fault"] = {key: "" if key in OWN else kept for key, kept in value["fault"].items()}
    value |= {color: _shown(entrants, name) for color, name in names.items()}
    kept = record.versions
    value["versions"] = {key: text for key, text in kept.items() if key in ("orchard", "python") or mine.get(key)}
    return value | {
        "processor": processor_times(kept, len(record.moves)),
        "worker": kept.get(WORKER, ""),
        "speed": float(kept.get(SPEED, "nan")) if SPEED in kept else None,
        "again": int(kept.get(AGAIN, "0")),
        "transcript": record.transcript,
    }


def _shown(entrants: Mapping[str, Entrant], name: str) -> dict[str, Any]:
    return entrants.get(name, Entrant(name, name)).as_json()
