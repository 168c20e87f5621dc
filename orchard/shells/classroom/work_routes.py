"""The routes about work: assignments, submissions, standings, queue, finals and similar submissions.

Times are seconds since 1970. An entrant is `submission:ID` or the spec of a reference.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, File, Form, Path, Query, Request, UploadFile
from fastapi.responses import FileResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from orchard.classroom import exports
from orchard.classroom.people import Person
from orchard.classroom.permissions import check, reach
from orchard.classroom.similar import fingerprints, similar
from orchard.classroom.standings import Standings
from orchard.classroom.submissions import Submission, program_of
from orchard.classroom.work import Work
from orchard.classroom.work_queue import WorkError
from orchard.play.store import Store
from orchard.shells.classroom.access import asks
from orchard.shells.classroom.answers import answer, body_of
from orchard.shells.classroom.game_routes import game_routes
from orchard.shells.classroom.replay_routes import replay_routes
from orchard.shells.classroom.state import ClassServer
from orchard.shells.classroom.worker_routes import worker_routes
from orchard.shells.studio.security import address_of

Id = Annotated[int, Path(ge=1, le=2**53)]
PhaseAsk = Annotated[Literal["ladder", "final"] | None, Query()]
Text = Annotated[str, Field(max_length=200)]
MEDIA = {"csv": "text/csv; charset=utf-8", "json": "application/json", "html": "text/html; charset=utf-8"}


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class AssignmentAsk(Body):
    """What can be changed later; see `classroom/assignments.py`."""

    name: Text | None = None
    text: str | None = Field(None, max_length=10_000)
    opens: float | None = None
    closes: float | None = None
    daily: int | None = None
    grade: dict[str, float] | None = None
    engines: bool | None = None
    packages: list[Text] | None = Field(None, max_length=100)
    references: list[Text] | None = Field(None, max_length=20)
    final_kind: Literal["", "round_robin", "swiss"] | None = None


class NewAssignment(AssignmentAsk):
    name: Text
    game: Text
    rules: dict[str, float | int | str | None] | None = None
    openings: Literal["random:4", "random:6", "random:8", "random:10"] | None = None
    seed: int | None = Field(None, ge=0, lt=2**53)


class FinalAsk(Body):
    kind: Literal["round_robin", "swiss"] = "round_robin"
    seed: int | None = Field(None, ge=0, lt=2**53)
    meetings: int = Field(1, ge=1, le=100)
    rounds: int = Field(0, ge=0, le=100)


def work_of(server: ClassServer) -> Work:
    """The work of the class that this server serves."""
    room = server.room
    own = room.settings
    return Work(Store.over(room.database), room.submissions, room.clock, reserve_mb=own.reserve_mb)


def work_routes(server: ClassServer) -> APIRouter:
    api = APIRouter(prefix="/api")
    work, audit = work_of(server), server.room.audit
    standings = Standings(work)
    server.metrics.more.append(lambda: {f"jobs_{state}": float(count) for state, count in work.queue.counts().items()})

    # --------------------------------------------------------------- assignments

    @api.get("/assignments", tags=["assignments"], summary="All assignments, the newest first")
    def listed(person: Annotated[Person, asks("assignments.see")]) -> list[dict[str, Any]]:
        return [one.as_json(work.clock()) for one in work.assignments.all()]

    @api.post("/assignments", tags=["assignments"], summary="A new assignment")
    def add(
        ask: NewAssignment, request: Request, person: Annotated[Person, asks("assignments.change")]
    ) -> dict[str, Any]:
        if ask.final_kind:
            check(person, "final.play")
        made = work.assignments.add(**ask.model_dump(exclude_none=True))
        audit.note("assignments.added", person, address_of(request.scope), assignment=made.id, name=made.name)
        return made.as_json(work.clock())

    @api.get("/assignments/{id}", tags=["assignments"], summary="One assignment")
    def one(id: Id, person: Annotated[Person, asks("assignments.see")]) -> dict[str, Any]:
        return work.assignments.get(id).as_json(work.clock())

    @api.patch("/assignments/{id}", tags=["assignments"], summary="Change what is given; null takes a date away")
    def change(
        id: Id, ask: AssignmentAsk, request: Request, person: Annotated[Person, asks("assignments.change")]
    ) -> dict[str, Any]:
        given = ask.model_dump(exclude_unset=True)
        if ask.final_kind is not None and ask.final_kind != work.assignments.get(id).final_kind:
            check(person, "final.play")
        changed = work.assignments.change(
            id, **{key: value for key, value in given.items() if value is not None or key in ("opens", "closes")}
        )
        audit.note("assignments.changed", person, address_of(request.scope), assignment=id, what=sorted(given))
        return changed.as_json(work.clock())

    # --------------------------------------------------------------- submissions

    @api.post("/assignments/{id}/submissions", tags=["submissions"], summary="Hand in a .py or a .zip")
    def hand_in(
        id: Id,
        request: Request,
        person: Annotated[Person, asks("submissions.add")],
        file: Annotated[UploadFile, File()],
        note: Annotated[str, Form(max_length=500)] = "",
        team: Annotated[int | None, Form()] = None,
    ) -> dict[str, Any]:
        """`team` is for staff, who hand in for a team."""
        check(person, "submissions.add", person.team if team is None else team)
        done = work.submissions.add(id, person, file.filename or "", file.file, note=note, team=team)
        address = address_of(request.scope)
        audit.note("submissions.added", person, address, assignment=id, submission=done.id, sha256=done.sha256)
        return done.as_json()

    @api.get("/assignments/{id}/submissions", tags=["submissions"], summary="The own team's; staff see all")
    def submissions(id: Id, request: Request, person: Annotated[Person, asks("submissions.see")]) -> Response:
        work.assignments.get(id)
        team = None if reach(person, "submissions.see") == "all" else person.team or 0
        return answer(request, body_of([one.as_json(with_verdict=False) for one in work.submissions.all(id, team)]))

    @api.get("/submissions/{id}", tags=["submissions"], summary="A submission with its verdict and log")
    def submission(id: Id, person: Annotated[Person, asks("submissions.see")]) -> dict[str, Any]:
        found = seen(person, id)
        return found.as_json() | {"log": work.submissions.log(id)}

    @api.get("/submissions/{id}/file", tags=["submissions"], summary="The file as it was handed in")
    def file_of(id: Id, person: Annotated[Person, asks("submissions.see")]) -> FileResponse:
        found = seen(person, id)
        ending = "zip" if found.file.lower().endswith(".zip") else "py"
        name = f"submission-{found.id}.{ending}"
        return FileResponse(work.submissions.upload(found), media_type="application/octet-stream", filename=name)

    @api.get("/submissions/{id}/verdict", tags=["submissions"], summary="The verdict as orchard check --json prints it")
    def verdict(id: Id, person: Annotated[Person, asks("submissions.see")]) -> Response:
        found = seen(person, id)
        if found.verdict is None:
            raise WorkError("it has not been checked yet", kind="unknown")
        told = json.dumps({"bot": f"file:{found.main}", **found.verdict}, indent=1)
        return as_file(told.encode(), f"submission-{id}-verdict.json", MEDIA["json"])

    @api.post("/submissions/{id}/choose", tags=["submissions"], summary="Let this version play")
    def choose(id: Id, request: Request, person: Annotated[Person, asks("submissions.choose")]) -> dict[str, Any]:
        check(person, "submissions.choose", work.submissions.get(id).team)
        chosen = work.submissions.choose(id)
        audit.note("submissions.chosen", person, address_of(request.scope), submission=id)
        return chosen.as_json()

    def seen(person: Person, id: int) -> Submission:
        found = work.submissions.get(id)
        check(person, "submissions.see", found.team)
        return found

    # --------------------------------------------------------------- standings

    @api.get("/assignments/{id}/standings", tags=["standings"], summary="The table: see Standings.table")
    def table(
        id: Id, request: Request, person: Annotated[Person, asks("standings.see")], phase: PhaseAsk = None
    ) -> Response:
        assignment = work.assignments.get(id)
        reader = "staff" if reach(person, "submissions.see") == "all" else person.team
        made = standings.kept.of(
            id, ("table", phase, reader), lambda: body_of(for_reader(person, standings.table(assignment, phase)))
        )
        return answer(request, made)

    @api.get("/assignments/{id}/standings.{kind}", tags=["standings"], summary="The same as a file")
    def table_file(
        id: Id,
        kind: Literal["csv", "json", "html"],
        person: Annotated[Person, asks("standings.see")],
        phase: PhaseAsk = None,
    ) -> Response:
        assignment = work.assignments.get(id)
        found = for_reader(person, standings.table(assignment, phase))
        if kind == "csv":
            text = exports.as_csv(found)
        else:
            cross = standings.crosstable(assignment, phase)
            as_page = kind == "html"
            text = (
                exports.as_html(found, cross, standings.curves(assignment))
                if as_page
                else exports.as_json(found, cross)
            )
        return as_file(text.encode(), f"standings-{id}.{kind}", MEDIA[kind])

    @api.get("/assignments/{id}/grades.csv", tags=["standings"], summary="A line for each student, with the grade")
    def grades(id: Id, person: Annotated[Person, asks("people.see")], phase: PhaseAsk = None) -> Response:
        table = standings.table(work.assignments.get(id), phase)
        text = exports.grades_csv(table, server.room.people.teams())
        return as_file(text.encode(), f"grades-{id}.csv", MEDIA["csv"])

    @api.get("/assignments/{id}/crosstable", tags=["standings"], summary="Everybody against everybody")
    def crosstable(
        id: Id, request: Request, person: Annotated[Person, asks("standings.see")], phase: PhaseAsk = None
    ) -> Response:
        assignment = work.assignments.get(id)
        make = lambda: body_of(standings.crosstable(assignment, phase))  # noqa: E731
        return answer(request, standings.kept.of(id, ("crosstable body", phase), make))

    @api.get("/assignments/{id}/ratings", tags=["standings"], summary="The rating of each version of each team")
    def ratings(id: Id, request: Request, person: Annotated[Person, asks("standings.see")]) -> Response:
        assignment = work.assignments.get(id)
        return answer(request, standings.kept.of(id, "curves body", lambda: body_of(standings.curves(assignment))))

    @api.get("/assignments/{id}/queue", tags=["standings"], summary="What waits and runs, since when and why")
    def queue(id: Id, request: Request, person: Annotated[Person, asks("queue.see")]) -> Response:
        names = standings.names(work.assignments.get(id))
        shown = work.queue.shown(id)
        if reach(person, "submissions.see") != "all":
            for job in (*shown["jobs"], *shown["failed"]):
                job["problem"] = None  # it may name what is inside the machine
        return answer(request, body_of(shown | {"names": names, "workers": work.workers.all()}))

    @api.post("/assignments/{id}/queue/retry", tags=["standings"], summary="Try again what failed by the machine")
    def retry(id: Id, request: Request, person: Annotated[Person, asks("assignments.change")]) -> dict[str, Any]:
        again = work.queue.retry(work.assignments.get(id).id)
        audit.note("queue.retried", person, address_of(request.scope), assignment=id, jobs=again)
        return {"again": again}

    # --------------------------------------------------------------- final, similar

    @api.get("/assignments/{id}/final", tags=["final"], summary="The published plan of the final; null before it")
    def final(id: Id, person: Annotated[Person, asks("standings.see")]) -> dict[str, Any] | None:
        work.assignments.get(id)
        found = work.finals.of(id)
        return found and found[1].as_json()

    @api.post("/assignments/{id}/final", tags=["final"], summary="Freeze the versions and play the final")
    def begin(id: Id, ask: FinalAsk, request: Request, person: Annotated[Person, asks("final.play")]) -> dict[str, Any]:
        plan = work.finals.begin(id, **ask.model_dump())
        audit.note("final.begun", person, address_of(request.scope), assignment=id, seed=plan.seed, kind=plan.kind)
        return plan.as_json()

    @api.get("/assignments/{id}/similar", tags=["similar"], summary="Similar submissions, the newest of each team")
    def similarities(
        id: Id,
        person: Annotated[Person, asks("similar.see")],
        least: Annotated[float, Query(ge=0.05, le=1)] = 0.3,
    ) -> list[dict[str, Any]]:
        """[{'first', 'second', 'share', 'common'}]: submissions, and how much of the shorter one both have."""
        work.assignments.get(id)
        prints = {str(submission): found for submission, found in work.submissions.prints(id).items()}
        known = {str(one.id): one.as_json(with_verdict=False) for one in work.submissions.all(id)}
        return [
            {"first": known[one.first], "second": known[one.second], "share": one.share, "common": one.common}
            for one in similar(prints, least)
        ]

    @api.get("/similar/{first}/{second}", tags=["similar"], summary="Two submissions side by side")
    def side_by_side(first: Id, second: Id, person: Annotated[Person, asks("similar.see")]) -> dict[str, Any]:
        """{'first', 'second': {..., 'source'}, 'share', 'lines'}: `lines` are where the same begins in both."""
        both = [work.submissions.get(id) for id in (first, second)]
        sources = [program_of(work.submissions.program(one), one.main) for one in both]
        found = similar({"1": fingerprints(sources[0]), "2": fingerprints(sources[1])}, 0.0)
        told = [one.as_json(with_verdict=False) | {"source": text} for one, text in zip(both, sources, strict=True)]
        lines = [list(pair) for pair in found[0].lines] if found else []
        return {"first": told[0], "second": told[1], "share": found[0].share if found else 0.0, "lines": lines}

    api.include_router(game_routes(work, standings))
    api.include_router(replay_routes(server, work))
    api.include_router(worker_routes(server, work))
    return api


def for_reader(person: Person, table: dict[str, Any]) -> dict[str, Any]:
    """The table as this person sees it: a grade is its team's and the staff's."""
    if reach(person, "submissions.see") == "all":
        return table
    hidden: dict[str, Any] = {"grade": None, "parts": {}}
    return table | {"rows": [row if row["team"] == person.team else row | hidden for row in table["rows"]]}


def as_file(content: bytes, name: str, media_type: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"', "x-content-type-options": "nosniff"}
    return Response(content, media_type=media_type, headers=headers)
