"""The routes about people: signing in and out, links, people, teams and the audit log."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from orchard.classroom.accounts import form_token
from orchard.classroom.people import LONGEST_NAME, Newcomer, Person, Role, read_csv
from orchard.classroom.permissions import RULES, check, reach
from orchard.classroom.secrets import LONGEST_PASSWORD
from orchard.shells.classroom.access import asks, who
from orchard.shells.classroom.state import ClassServer
from orchard.shells.studio.security import address_of

Name = Annotated[str, Field(max_length=4 * LONGEST_NAME)]
Password = Annotated[str, Field(max_length=LONGEST_PASSWORD)]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Login(Body):
    name: Name
    password: Password


class Leave(Body):
    everywhere: bool = False


class UsedLink(Body):
    password: Password | None = None


class NewPassword(Body):
    old: Password
    new: Password


class NewPerson(Body):
    name: Name
    role: Role = "student"
    team: Name = ""


class NewPeople(Body):
    """People one by one, or as the text of a CSV file."""

    people: list[NewPerson] = Field([], max_length=500)
    csv: str = Field("", max_length=900_000)
    links: bool = True  # make a one-time link for each


class ChangedPerson(Body):
    role: Role | None = None
    team: int | None = None
    disabled: bool | None = None
    link: Literal[True] | None = None


class Team(Body):
    name: Name


def begin(server: ClassServer, request: Request, response: Response, person: Person) -> dict[str, Any]:
    """Sign a person in: a new session in a new cookie."""
    settings = server.room.settings
    token = server.room.accounts.open_session(person, before=request.cookies.get(server.cookie))
    seconds = int(settings.session_hours * 3600)
    response.set_cookie(
        server.cookie, token, seconds, httponly=True, samesite="lax", secure=settings.is_secure, path="/"
    )
    return mine(server, person, token)


def mine(server: ClassServer, person: Person | None, session: str) -> dict[str, Any]:
    """What a page must know of who looks at it."""
    settings = server.room.settings
    return {
        "title": settings.title,
        "openid": bool(settings.openid_issuer),
        "upload_mb": settings.upload_mb,
        "person": person and {"id": person.id, "name": person.name, "role": person.role, "team": person.team},
        "token": form_token(session) if person else "",
        "may": [action for action in RULES if reach(person, action)],
    }


def people_routes(server: ClassServer) -> APIRouter:
    api = APIRouter(prefix="/api")
    room = server.room
    accounts, people, audit, settings = room.accounts, room.people, room.audit, room.settings

    @api.get("/me", tags=["account"], summary="Who is signed in, what they may do, and the token of forms")
    def me(request: Request) -> dict[str, Any]:
        return mine(server, *who(request))

    @api.post("/login", tags=["account"], summary="Sign in by name and password")
    async def login(ask: Login, request: Request, response: Response) -> dict[str, Any]:
        def sign_in() -> dict[str, Any]:
            address = address_of(request.scope)
            person = accounts.sign_in(ask.name, ask.password, address)
            audit.note("login", person, address)
            return begin(server, request, response, person)

        return await server.hashing(sign_in)

    @api.post("/logout", tags=["account"], summary="Sign out here, or everywhere")
    def logout(
        ask: Leave, request: Request, response: Response, person: Annotated[Person, asks("me.leave")]
    ) -> dict[str, Any]:
        if ask.everywhere:
            accounts.end_sessions(person.id)
        else:
            accounts.end_session(request.cookies[server.cookie])
        audit.note("logout", person, address_of(request.scope), everywhere=ask.everywhere)
        response.delete_cookie(server.cookie, path="/", secure=settings.is_secure, httponly=True, samesite="lax")
        return {}

    @api.post("/password", tags=["account"], summary="Change one's own password")
    async def password(
        ask: NewPassword, request: Request, response: Response, person: Annotated[Person, asks("me.password")]
    ) -> dict[str, Any]:
        def change_password() -> dict[str, Any]:
            accounts.change_password(person, ask.old, ask.new, address_of(request.scope))
            audit.note("password.changed", person, address_of(request.scope))
            return begin(server, request, response, person)

        return await server.hashing(change_password)

    @api.get("/links/{token}", tags=["account"], summary="Whose one-time link this is; it stays usable")
    def look_at_link(token: str) -> dict[str, Any]:
        person = accounts.link_person(token)
        return {"name": person.name, "role": person.role}

    @api.post("/links/{token}", tags=["account"], summary="Sign in by a one-time link, and set a password")
    async def use_link(token: str, ask: UsedLink, request: Request, response: Response) -> dict[str, Any]:
        def sign_in() -> dict[str, Any]:
            person = accounts.use_link(token, ask.password)
            audit.note("login.link", person, address_of(request.scope), password=ask.password is not None)
            return begin(server, request, response, person)

        return await server.hashing(sign_in)

    @api.get("/people", tags=["people"], summary="Everybody in the class")
    def listed(person: Annotated[Person, asks("people.see")]) -> list[dict[str, Any]]:
        return people.listed()

    @api.post("/people", tags=["people"], summary="Add people, one by one or by a CSV file; all of them or none")
    def add(ask: NewPeople, request: Request, person: Annotated[Person, asks("people.change")]) -> list[dict[str, Any]]:
        newcomers = [Newcomer(one.name, one.role, one.team) for one in ask.people]
        newcomers += read_csv(ask.csv) if ask.csv else []
        added = people.add(newcomers)
        audit.note("people.added", person, address_of(request.scope), names=[one.name for one in added][:100])
        return [
            {"id": one.id, "name": one.name, "role": one.role, "team": one.team}
            | ({"link": room.link_address(accounts.new_link(one.id))} if ask.links else {})
            for one in added
        ]

    @api.patch("/people/{id}", tags=["people"], summary="Change role or team, disable, or make a new one-time link")
    def change(
        id: int, ask: ChangedPerson, request: Request, person: Annotated[Person, asks("people.change")]
    ) -> dict[str, Any]:
        changed = people.change(id, role=ask.role, team=ask.team, disabled=ask.disabled)
        about = {"who": changed.name, **ask.model_dump(exclude_none=True)}
        audit.note("people.changed", person, address_of(request.scope), **about)
        answer: dict[str, Any] = {"id": id, "name": changed.name, "role": changed.role, "team": changed.team}
        if ask.link:
            check(person, "people.link")
            answer["link"] = room.link_address(accounts.new_link(id))
        return answer

    @api.get("/teams", tags=["people"], summary="The teams and their members")
    def teams(person: Annotated[Person, asks("teams.see")]) -> list[dict[str, Any]]:
        return people.teams()

    @api.post("/teams", tags=["people"], summary="A new team")
    def add_team(ask: Team, request: Request, person: Annotated[Person, asks("teams.change")]) -> dict[str, Any]:
        id = people.add_team(ask.name)
        audit.note("teams.added", person, address_of(request.scope), name=ask.name)
        return {"id": id, "name": ask.name}

    @api.patch("/teams/{id}", tags=["people"], summary="Another name for a team")
    def rename_team(
        id: int, ask: Team, request: Request, person: Annotated[Person, asks("teams.change")]
    ) -> dict[str, Any]:
        people.rename_team(id, ask.name)
        audit.note("teams.renamed", person, address_of(request.scope), name=ask.name)
        return {"id": id, "name": ask.name}

    @api.get("/audit", tags=["server"], summary="What was done and what was refused, newest first")
    def events(
        person: Annotated[Person, asks("audit.see")], limit: int = 100, before: int | None = None, action: str = ""
    ) -> list[dict[str, Any]]:
        return audit.events(limit=limit, before=before, action=action)

    return api
