"""Signing in with OpenID Connect, against a small provider that runs in this process."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from joserfc import jwt
from joserfc.jwk import ECKey

from tests.classroom.conftest import START, School, open_school


class Provider(HTTPServer):
    """Says what a university's provider would: its facts, its keys, and who came with a code."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answers)
        self.issuer = f"http://127.0.0.1:{self.server_address[1]}"
        self.key = ECKey.generate_key("P-256", {"kid": "one"})
        self.signing_key = self.key
        self.changed: dict[str, Any] = {}  # what the next token says differently
        self.challenges: dict[str, str] = {}  # by code
        self.nonce = ""

    def sign_in(self, address: str, code: str = "a code") -> str:
        """What a person does there: the query of the way back."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        assert asked["code_challenge_method"] == "S256"
        self.challenges[code], self.nonce = asked["code_challenge"], asked["nonce"]
        return f"/api/oidc/back?state={asked['state']}&code={code}"

    def token(self, form: dict[str, list[str]]) -> dict[str, Any] | None:
        digest = hashlib.sha256(form["code_verifier"][0].encode()).digest()
        if base64.urlsafe_b64encode(digest).decode().rstrip("=") != self.challenges.pop(form["code"][0], ""):
            return None
        claims = {
            "iss": self.issuer,
            "sub": "4711",
            "aud": "orchard",
            "nonce": self.nonce,
            "iat": int(START),
            "exp": int(START) + 300,
            "preferred_username": "ann",
        } | self.changed
        signed = jwt.encode({"alg": "ES256", "kid": "one"}, claims, self.signing_key)
        return {"access_token": "x", "token_type": "Bearer", "id_token": signed}


class Answers(BaseHTTPRequestHandler):
    server: Provider

    def do_GET(self) -> None:
        own = self.server.issuer
        facts = {"issuer": own, "jwks_uri": f"{own}/keys"}
        facts |= {"authorization_endpoint": f"{own}/authorize", "token_endpoint": f"{own}/token"}
        keys = {"keys": [self.server.key.as_dict(private=False)]}
        self.answer(keys if self.path == "/keys" else facts)

    def do_POST(self) -> None:
        form = parse_qs(self.rfile.read(int(self.headers["content-length"])).decode())
        self.answer(self.server.token(form))

    def answer(self, body: Any) -> None:
        text = json.dumps(body or {"error": "invalid_grant"}).encode()
        self.send_response(200 if body else 400)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def running() -> Iterator[Provider]:
    started = Provider()
    thread = threading.Thread(target=started.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield started
    started.shutdown()
    started.server_close()


@pytest.fixture
def provider(running: Provider) -> Provider:
    running.signing_key, running.changed = running.key, {}
    return running


@pytest.fixture
def university(tmp_path: Path, provider: Provider) -> Iterator[School]:
    opened = open_school(tmp_path / "class", openid_issuer=provider.issuer, openid_client="orchard", reserve_mb=1.0)
    yield opened
    opened.room.close()


def test_an_account_signs_in_whoever_has_its_name_and_belongs_to_them_from_then_on(
    university: School, provider: Provider
) -> None:
    browser = university.visitor()
    way_back = provider.sign_in(browser.get("/api/oidc/start", follow_redirects=False).headers["location"])
    assert browser.get(way_back, follow_redirects=False).headers["location"] == "/"
    assert browser.get("/api/me").json()["person"]["name"] == "Ann"
    assert [event["name"] for event in university.audited("login.openid")] == ["Ann"]
    provider.changed = {"preferred_username": "renamed"}
    again = university.visitor()
    again.get(provider.sign_in(again.get("/api/oidc/start", follow_redirects=False).headers["location"]))
    assert again.get("/api/me").json()["person"]["name"] == "Ann"
    provider.changed = {"sub": "another account"}  # with the same name
    third = university.visitor()
    third.get(provider.sign_in(third.get("/api/oidc/start", follow_redirects=False).headers["location"]))
    assert third.get("/api/me").json()["person"] is None


@pytest.mark.parametrize(
    "changed",
    [
        {"iss": "https://elsewhere.example"},
        {"aud": "another program"},
        {"nonce": "of another sign-in"},
        {"exp": int(START) - 1000},
        {"preferred_username": "nobody"},
        {"preferred_username": ""},
        {"signing key": "another"},
    ],
    ids=lambda changed: " ".join(map(str, *changed.items())),
)
def test_a_token_that_is_not_for_us_signs_nobody_in(
    university: School, provider: Provider, changed: dict[str, Any]
) -> None:
    if "signing key" in changed:
        provider.signing_key = ECKey.generate_key("P-256", {"kid": "one"})
    provider.changed = changed
    browser = university.visitor()
    way_back = provider.sign_in(browser.get("/api/oidc/start", follow_redirects=False).headers["location"])
    assert browser.get(way_back, follow_redirects=False).headers["location"].startswith("/#in/")
    assert browser.get("/api/me").json()["person"] is None
    assert len(university.audited("refused")) == 1


def test_a_provider_may_change_its_keys_and_nobody_is_turned_away(university: School, provider: Provider) -> None:
    for _ in range(2):
        browser = university.visitor()
        browser.get(provider.sign_in(browser.get("/api/oidc/start", follow_redirects=False).headers["location"]))
        assert browser.get("/api/me").json()["person"]["name"] == "Ann"
        provider.key = provider.signing_key = ECKey.generate_key("P-256", {"kid": "one"})


def test_a_sign_in_belongs_to_the_browser_that_began_it_and_is_used_once(
    university: School, provider: Provider
) -> None:
    own, other = university.visitor(), university.visitor()
    way_back = provider.sign_in(own.get("/api/oidc/start", follow_redirects=False).headers["location"])
    other.get(way_back)
    assert other.get("/api/me").json()["person"] is None, "signing somebody else in by a prepared address"
    cookies = dict(own.cookies)
    own.get(way_back)
    assert own.get("/api/me").json()["person"]["name"] == "Ann"
    replayed = university.visitor()
    replayed.cookies.update(cookies)
    replayed.get(way_back)
    assert replayed.get("/api/me").json()["person"] is None


def test_a_provider_that_is_away_is_said_on_the_page_that_signs_in(tmp_path: Path) -> None:
    away = open_school(tmp_path / "class", openid_issuer="http://127.0.0.1:9", openid_client="orchard", reserve_mb=1.0)
    answer = away.visitor().get("/api/oidc/start", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/#in/openid_away")
    away.room.close()
