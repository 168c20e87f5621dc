"""The routes for workers on other machines, who have a token, and the one that gives it to them."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Request
from fastapi.responses import FileResponse
from pydantic import BaseModel, ConfigDict, Field

import orchard
from orchard.classroom import packages
from orchard.classroom.people import Person
from orchard.classroom.wire import finding_from_json, task_as_json
from orchard.classroom.work import Work
from orchard.classroom.work_queue import WorkError
from orchard.play.record import GameRecord
from orchard.shells.classroom.access import asks
from orchard.shells.classroom.state import ClassServer
from orchard.shells.studio.security import address_of

Bearer = Annotated[str, Header(alias="authorization", max_length=200)]
MOST_FINDINGS = 100


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class TakeAsk(Body):
    orchard: str = Field("", max_length=80)  # the release of the worker
    speed: float | None = Field(None, gt=0, lt=1000)
    left: list[int] = Field([], max_length=1000)  # assignments whose packages it does not have


class JobAsk(Body):
    job: int


class KeepAsk(JobAsk):
    left: list[int] = Field([], max_length=1000)


class BackAsk(JobAsk):
    problem: str = Field("", max_length=2000)
    left: bool = False  # to others, who may be able to do it


class DoneAsk(JobAsk):
    """What came out: the findings of a check, a game, or a review."""

    findings: list[dict[str, Any]] | None = Field(None, max_length=MOST_FINDINGS)
    record: dict[str, Any] | None = None
    review: dict[str, Any] | None = None


class WorkerAsk(Body):
    name: str = Field(max_length=80)


def worker_routes(server: ClassServer, work: Work) -> APIRouter:
    api = APIRouter()

    def worker_of(given: str, speed: float | None = None) -> int:
        return work.workers.of_token(given.removeprefix("Bearer "), speed)

    @api.get("/workers", tags=["workers"], summary="Who does the work, how fast, and when they were last seen")
    def workers(person: Annotated[Person, asks("queue.see")]) -> list[dict[str, Any]]:
        return work.workers.all()

    @api.post("/workers", tags=["workers"], summary="A token for a worker elsewhere; it is shown once")
    def add(ask: WorkerAsk, request: Request, person: Annotated[Person, asks("work.run")]) -> dict[str, Any]:
        token = work.workers.add(ask.name)
        server.room.audit.note("workers.added", person, address_of(request.scope), name=ask.name)
        return {"name": ask.name, "token": token}

    @api.delete("/workers/{id}", tags=["workers"], summary="Withdraw a worker's token")
    def remove(id: int, request: Request, person: Annotated[Person, asks("work.run")]) -> dict[str, Any]:
        work.workers.disable(id)
        server.room.audit.note("workers.removed", person, address_of(request.scope), worker=id)
        return {}

    # --------------------------------------------------------------- for workers

    @api.post("/work/take", tags=["workers"], summary="The next job, with all that is needed for it; null if none")
    def take(ask: TakeAsk, authorization: Bearer = "") -> dict[str, Any]:
        worker = worker_of(authorization, ask.speed)
        if ask.orchard != orchard.__version__:  # its checks, references and ratings would be others
            given = f"Orchard {ask.orchard}" if ask.orchard else "an older Orchard"
            words = f"this class runs Orchard {orchard.__version__}, this worker {given}: install the same release"
            raise WorkError(words, kind="other_release")
        task = work.take(worker, ask.left)
        name = work.workers.get(worker)["name"]
        return {"task": task and task_as_json(task), "lease_s": work.queue.lease_s, "name": name}

    @api.post("/work/keep", tags=["workers"], summary="Renew the lease of a job; not kept: put it aside")
    def keep(ask: KeepAsk, authorization: Bearer = "") -> dict[str, Any]:
        return {"kept": work.queue.keep(ask.job, worker_of(authorization), ask.left)}

    @api.post("/work/done", tags=["workers"], summary="Hand in what came out; twice is the same as once")
    def done(ask: DoneAsk, authorization: Bearer = "") -> dict[str, Any]:
        worker_of(authorization)
        try:
            if ask.record is not None:
                return {"new": work.played(ask.job, GameRecord.from_json(ask.record))}
            if ask.review is not None:
                work.reviewed(ask.job, ask.review)
                return {}
            findings = [finding_from_json(one) for one in ask.findings or ()]
        except (KeyError, TypeError) as error:
            raise WorkError(f"this result cannot be read: {error}", kind="unreadable") from None
        if not findings:
            raise WorkError("a check without findings", kind="unreadable")
        return {"state": work.checked(ask.job, findings).state}

    @api.post("/work/back", tags=["workers"], summary="Give a job back that could not be done")
    def back(ask: BackAsk, authorization: Bearer = "") -> dict[str, Any]:
        return_it = work.queue.leave if ask.left else work.queue.give_back
        return_it(ask.job, worker_of(authorization), ask.problem)
        return {}

    @api.get("/work/files/{submission}", tags=["workers"], summary="The file of a submission, for who has its job")
    def file_of(submission: Annotated[int, Path(ge=1, le=2**53)], authorization: Bearer = "") -> FileResponse:
        worker = worker_of(authorization)
        if not work.queue.holds(worker, submission):
            raise WorkError("this worker has no job with this submission", kind="unknown")
        return FileResponse(work.submissions.upload(work.submissions.get(submission)))

    @api.get("/work/packages/{assignment}", tags=["workers"], summary="The packages of an assignment's bots, as a tar")
    def packages_of(assignment: Annotated[int, Path(ge=1, le=2**53)], authorization: Bearer = "") -> FileResponse:
        """For who has a job of it. The task says which hash the file has."""
        worker = worker_of(authorization)
        archive = packages.place_of(server.room.folder, assignment) / packages.ARCHIVE
        if not work.queue.holds_of(worker, assignment) or not archive.is_file():
            raise WorkError("this worker has no job that needs these packages", kind="unknown")
        return FileResponse(archive)

    return api
