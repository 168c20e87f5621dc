"""The routes of what a person has learned: the profile that a studio exports, kept for the account."""

from typing import Annotated, Any

from fastapi import APIRouter, Body

from orchard.classroom.people import Person
from orchard.shells.classroom.access import asks
from orchard.shells.classroom.state import ClassServer
from orchard.study.profiles import Profiles


def profile_routes(server: ClassServer) -> APIRouter:
    api = APIRouter(prefix="/api/me")
    profiles = Profiles(server.room.database)

    @api.get("/profile", tags=["account"], summary="One's own profile as a studio imports it; null where there is none")
    def look(person: Annotated[Person, asks("me.profile")]) -> dict[str, Any] | None:
        name = kept_as(person)
        return {**profiles.export(name), "name": person.name} if name in profiles.names() else None

    @api.put("/profile", tags=["account"], summary="Keep a profile that a studio exported, in place of the last one")
    def keep(data: Annotated[Any, Body()], person: Annotated[Person, asks("me.profile")]) -> dict[str, Any]:
        profiles.restore(data, kept_as(person), replace=True)
        return {}

    @api.delete("/profile", tags=["account"], summary="Delete it with everything that is kept of it")
    def forget(person: Annotated[Person, asks("me.profile")]) -> dict[str, Any]:
        profiles.delete(kept_as(person))
        return {}

    return api


def kept_as(person: Person) -> str:
    """Names of people can change; their numbers do not."""
    return f"person {person.id}"
