"""The routes of the invitation for a whole class: for the teacher who makes it, and for those who sign up by it."""

from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import Field

from orchard.classroom.people import Person
from orchard.shells.classroom.access import asks
from orchard.shells.classroom.people_routes import Body, Name, Password, begin
from orchard.shells.classroom.state import ClassServer
from orchard.shells.studio.security import address_of


class NewInvitation(Body):
    most: int = Field(200, ge=1, le=2000)


class Joining(Body):
    name: Name
    password: Password


def invitation_routes(server: ClassServer) -> APIRouter:
    api = APIRouter(prefix="/api")
    room = server.room

    @api.get("/invitation", tags=["people"], summary="The invitation that is open; null where there is none")
    def look(person: Annotated[Person, asks("people.change")]) -> dict[str, Any] | None:
        return room.invitations.open()

    @api.post("/invitation", tags=["people"], summary="A link by which students sign up; it is shown once")
    def make(ask: NewInvitation, request: Request, person: Annotated[Person, asks("people.change")]) -> dict[str, Any]:
        link = room.invitation_address(room.invitations.make(ask.most))
        room.audit.note("people.invited", person, address_of(request.scope), most=ask.most)
        return {"link": link} | (room.invitations.open() or {})

    @api.delete("/invitation", tags=["people"], summary="Withdraw it")
    def withdraw(request: Request, person: Annotated[Person, asks("people.change")]) -> dict[str, Any]:
        room.invitations.withdraw()
        room.audit.note("people.uninvited", person, address_of(request.scope))
        return {}

    @api.get("/join/{token}", tags=["account"], summary="Whether an invitation works")
    def invited(token: str) -> dict[str, Any]:
        room.invitations.check(token)
        return {"title": room.settings.title}

    @api.post("/join/{token}", tags=["account"], summary="Sign up by an invitation, and sign in")
    async def join(token: str, ask: Joining, request: Request, response: Response) -> dict[str, Any]:
        def sign_up() -> dict[str, Any]:
            person = room.invitations.join(token, ask.name, ask.password)
            room.audit.note("people.joined", person, address_of(request.scope))
            return begin(server, request, response, person)

        return await server.hashing(sign_up)

    return api
