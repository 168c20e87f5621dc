"""Who asks, and whether they may: every route under /api names an action of `classroom/permissions.py` here."""

from __future__ import annotations

from typing import Any

from fastapi import Depends, Request

from orchard.classroom.accounts import form_token
from orchard.classroom.people import Person
from orchard.classroom.permissions import RULES, ForbiddenError, reach
from orchard.classroom.secrets import same
from orchard.shells.classroom.problems import SignedOutError
from orchard.shells.classroom.state import server_of

TOKEN_HEADER = "x-orchard-token"
READING = ("GET", "HEAD")


def asks(action: str) -> Any:
    """The signed-in person, who may do this to something at least. A route that then knows whose thing it is done to
    calls `permissions.check(person, action, owner_team)`."""
    assert action in RULES, action

    def signed_in(request: Request) -> Person:
        person, session = who(request)
        if person is None:
            raise SignedOutError("sign in first", kind="signed_out")
        request.state.person = person
        if request.method not in READING and not same(request.headers.get(TOKEN_HEADER, ""), form_token(session)):
            raise ForbiddenError("the request does not come from a page of this class: load it again", kind="bad_form")
        if not reach(person, action):
            raise ForbiddenError(f"{person.role}s may not do this ({action})", kind="forbidden", action=action)
        return person

    signed_in.action = action  # type: ignore[attr-defined]
    return Depends(signed_in)


def who(request: Request) -> tuple[Person | None, str]:
    """Who sends a request, and the token of the session."""
    server = server_of(request)
    token = request.cookies.get(server.cookie, "")
    return (server.room.accounts.person_of(token) if token else None), token
