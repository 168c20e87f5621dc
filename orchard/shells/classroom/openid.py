"""Sign in with OpenID Connect: the authorization code flow with PKCE, by Authlib.

The account of the provider must belong to somebody in the class: the first time by a claim that is the person's name
(`openid_claim` in class.toml), from then on by the provider's own number for the account.
"""

from __future__ import annotations

import secrets
import threading
from typing import Any

import httpx
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.httpx_client import OAuth2Client
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from sqlalchemy import Row, delete, insert, select, update

from orchard.classroom.accounts import LoginError
from orchard.classroom.folder import Classroom
from orchard.classroom.people import Person, login_of
from orchard.classroom.people_tables import OPENID, PEOPLE
from orchard.classroom.secrets import hashed, new_token, same
from orchard.core.errors import OrchardError

KEPT_S = 600.0  # for people to sign in over there
ALGORITHMS = ["RS256", "ES256", "PS256"]  # never "none", and never one with a shared secret
TIMEOUT_S = 10.0


class OpenidError(OrchardError):
    """The provider cannot be reached, or what came back from it does not fit."""


class OpenID:
    def __init__(self, room: Classroom) -> None:
        self.room = room
        self._lock = threading.Lock()
        self._found: dict[str, Any] | None = None

    @property
    def back(self) -> str:
        """Where the provider sends people back to; registered there."""
        return f"{self.room.settings.address.rstrip('/')}/api/oidc/back"

    def start(self) -> tuple[str, str]:
        """The provider's address to send a browser to, and the state that the browser keeps in a cookie meanwhile."""
        state, nonce, verifier = new_token(), new_token(), secrets.token_urlsafe(48)
        moment = self.room.clock()
        with self.room.database.writing() as connection:
            connection.execute(delete(OPENID).where(OPENID.c.made <= moment - KEPT_S))
            row = {"state": hashed(state, "openid"), "nonce": nonce, "verifier": verifier, "made": moment}
            connection.execute(insert(OPENID).values(row))
        with self._client() as client:
            address, _ = client.create_authorization_url(
                self._provider()["authorization_endpoint"], state=state, nonce=nonce, code_verifier=verifier
            )
        return str(address), state

    def finish(self, state: str, kept_state: str, code: str) -> Person:
        """The person who comes back with a code; the state must be that of this browser, and is used once."""
        if not state or not same(state, kept_state):
            raise OpenidError("this sign-in was begun in another browser: begin again", kind="bad_openid")
        with self.room.database.writing() as connection:
            begun = connection.execute(
                delete(OPENID).where(OPENID.c.state == hashed(state, "openid")).returning(OPENID)
            ).one_or_none()
        if begun is None or self.room.clock() - begun.made > KEPT_S:
            raise OpenidError("this sign-in took too long or was used before: begin again", kind="bad_openid")
        return self._person(self._claims(begun, code))

    # ------------------------------------------------------------------------------------------------ the provider

    def _client(self) -> Any:
        own = self.room.settings
        return OAuth2Client(
            own.openid_client,
            own.openid_secret or None,
            scope="openid profile email",
            redirect_uri=self.back,
            code_challenge_method="S256",
            timeout=TIMEOUT_S,
        )

    def _provider(self) -> dict[str, Any]:
        """What the provider says of itself, with its keys; asked once."""
        with self._lock:
            if self._found is None:
                issuer = self.room.settings.openid_issuer.rstrip("/")
                try:
                    found = httpx.get(f"{issuer}/.well-known/openid-configuration", timeout=TIMEOUT_S)
                    facts: dict[str, Any] = found.raise_for_status().json()
                    keys = httpx.get(facts["jwks_uri"], timeout=TIMEOUT_S).raise_for_status().json()
                except (httpx.HTTPError, ValueError, KeyError) as error:
                    raise OpenidError(f"the provider {issuer} does not answer: {error}", kind="openid_away") from error
                if facts.get("issuer", "").rstrip("/") != issuer:
                    raise OpenidError(f"the provider calls itself {facts.get('issuer')!r}, not {issuer}")
                self._found = facts | {"keys": keys}
            return self._found

    def _claims(self, begun: Row[Any], code: str) -> dict[str, Any]:
        """What the provider says of the account, signed by it, for us, and for this very sign-in."""
        provider = self._provider()
        try:
            with self._client() as client:
                token = client.fetch_token(provider["token_endpoint"], code=code, code_verifier=begun.verifier)
            signed = self._decoded(token["id_token"])
            claims = CodeIDToken(
                signed.claims,
                signed.header,
                {
                    "iss": {"essential": True, "value": provider["issuer"]},
                    "aud": {"essential": True, "value": self.room.settings.openid_client},
                    "nonce": {"essential": True, "value": begun.nonce},
                },
                {"nonce": begun.nonce, "client_id": self.room.settings.openid_client},
            )
            claims.validate(now=int(self.room.clock()), leeway=120)
        except (OAuthError, JoseError, httpx.HTTPError, KeyError, ValueError) as error:
            raise OpenidError(
                f"the provider's answer does not fit: {type(error).__name__}", kind="bad_openid"
            ) from error
        return dict(claims)

    def _decoded(self, text: str) -> jwt.Token:
        """A token with a good signature. Providers change their keys now and then: where none fits, they are asked for
        them once more."""
        try:
            return jwt.decode(text, KeySet.import_key_set(self._provider()["keys"]), algorithms=ALGORITHMS)
        except (JoseError, ValueError):
            with self._lock:
                self._found = None
            return jwt.decode(text, KeySet.import_key_set(self._provider()["keys"]), algorithms=ALGORITHMS)

    # ------------------------------------------------------------------------------------------------ the person

    def _person(self, claims: dict[str, Any]) -> Person:
        """Who this account belongs to here."""
        subject = f"{claims['iss']} {claims['sub']}"
        name = str(claims.get(self.room.settings.openid_claim, ""))
        if self.room.settings.openid_claim == "email" and claims.get("email_verified") is not True:
            name = ""
        with self.room.database.writing() as connection:
            active = PEOPLE.c.disabled == 0
            row = connection.execute(select(PEOPLE).where(PEOPLE.c.subject == subject, active)).one_or_none()
            if row is None and name:
                unbound = (PEOPLE.c.login == login_of(name)) & PEOPLE.c.subject.is_(None) & active
                row = connection.execute(
                    update(PEOPLE).where(unbound).values(subject=subject).returning(PEOPLE)
                ).one_or_none()
        if row is None:
            raise LoginError("this account belongs to nobody in the class: ask your teacher", kind="not_in_class")
        return Person(row.id, row.name, row.role, row.team)
