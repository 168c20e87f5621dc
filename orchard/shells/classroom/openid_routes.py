"""The two routes of signing in with OpenID Connect. Only a class whose settings name a provider has them."""

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from orchard.core.errors import OrchardError
from orchard.shells.classroom.openid import KEPT_S, OpenID
from orchard.shells.classroom.people_routes import begin
from orchard.shells.classroom.problems import note_refusal
from orchard.shells.classroom.state import ClassServer
from orchard.shells.studio.security import address_of


def openid_routes(server: ClassServer) -> APIRouter:
    api = APIRouter(prefix="/api/oidc")
    openid, secure = OpenID(server.room), server.room.settings.is_secure
    cookie = f"{server.cookie}_openid"
    flags: dict[str, Any] = {"httponly": True, "samesite": "lax", "secure": secure, "path": "/"}

    def refused(request: Request, error: OrchardError) -> Response:
        """Back to the page that signs people in, which says what went wrong."""
        about = {"path": request.url.path, "method": "GET", "status": 403, "why": str(error)}
        note_refusal(server, address_of(request.scope), None, about)
        return RedirectResponse(f"/#in/{error.kind or 'bad_openid'}", 303)

    @api.get("/start", summary="On to the provider")
    def start(request: Request) -> Response:
        try:
            address, state = openid.start()
        except OrchardError as error:
            return refused(request, error)
        answer = RedirectResponse(address, 303)
        answer.set_cookie(cookie, state, int(KEPT_S), **flags)
        return answer

    @api.get("/back", summary="Back from the provider")
    def back(request: Request, state: str = "", code: str = "") -> Response:
        answer: Response = RedirectResponse("/", 303)
        try:
            person = openid.finish(state, request.cookies.get(cookie, ""), code)
            server.room.audit.note("login.openid", person, address_of(request.scope))
            begin(server, request, answer, person)
        except OrchardError as error:
            answer = refused(request, error)
        answer.delete_cookie(cookie, **flags)
        return answer

    return api
