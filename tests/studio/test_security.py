"""The guard: hosts, origins, tokens, sizes, rates and headers."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from orchard.shells.commands.studio import _token as token_of
from orchard.shells.commands.studio import studio
from orchard.shells.studio import connections
from orchard.shells.studio.security import ServerSettings
from tests.studio.conftest import Server


@pytest.fixture(scope="module")
def locked(own_database: str) -> Iterator[Server]:
    """A server that needs a token and lets few requests through."""
    started = Server(ServerSettings(token="a-long-secret", requests_per_s=0.01, burst=12))
    yield started
    started.close()


def status(answer: httpx.Response) -> int:
    return answer.status_code


def test_other_host_names_are_refused(server: Server) -> None:
    for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1.evil.example", "", "[::1"):
        assert status(httpx.get(f"{server.address}/api/games", headers={"host": host})) in (400, 403), host
    assert status(httpx.get(f"{server.address}/api/games", headers={"host": f"localhost:{server.port}"})) == 200


def test_requests_from_other_sites_are_refused(server: Server) -> None:
    ask = {"game": "reversi"}
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{server.port + 1}"):
        assert status(httpx.post(f"{server.address}/api/view", json=ask, headers={"origin": origin})) == 403
    own = {"origin": server.address}
    assert status(httpx.post(f"{server.address}/api/view", json=ask, headers=own)) == 200


def test_a_socket_from_another_site_is_refused(server: Server) -> None:
    with (
        pytest.raises(InvalidStatus) as refusal,
        connect(f"ws://127.0.0.1:{server.port}/api/session", origin="http://evil.example"),
    ):
        pass
    assert refusal.value.response.status_code == 403


def test_every_answer_carries_the_policy(server: Server) -> None:
    for path in ("/", "/api/games", "/api/nothing", "/js/main.js"):
        headers = httpx.get(server.address + path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"


def test_files_outside_the_page_are_not_served(server: Server) -> None:
    for path in ("/../app.py", "/%2e%2e/__init__.py", "/js/../../__init__.py", "/.git/config"):
        assert status(httpx.get(server.address + path)) == 404, path


def test_large_bodies_are_refused_also_when_their_length_is_not_said(server: Server) -> None:
    url = f"{server.address}/api/paste"
    assert status(httpx.post(url, json={"text": "x" * 100_000})) == 413

    def pieces() -> Iterator[bytes]:
        yield b'{"text": "'
        for _ in range(100):
            yield b"x" * 1000

    with contextlib.suppress(httpx.TransportError):  # hung up on, which is an answer too
        assert 400 <= status(httpx.post(url, content=pieces(), headers={"content-type": "application/json"})) < 500


def test_without_the_token_nothing_is_answered(locked: Server) -> None:
    assert status(httpx.get(f"{locked.address}/")) == 401
    assert status(httpx.get(f"{locked.address}/api/games")) == 401
    assert status(httpx.get(f"{locked.address}/api/games", headers={"authorization": "Bearer wrong"})) == 401
    with pytest.raises(InvalidStatus), connect(f"ws://127.0.0.1:{locked.port}/api/session"):
        pass


def test_the_printed_address_leaves_a_cookie_and_a_clean_address(locked: Server) -> None:
    with httpx.Client(base_url=locked.address) as client:
        first = client.get("/?token=a-long-secret")
        assert (first.status_code, first.headers["location"]) == (303, "/")
        cookie = first.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Strict" in cookie
        assert client.get("/").status_code == 200


def test_a_flood_is_slowed_down(locked: Server) -> None:
    bearer = {"authorization": "Bearer a-long-secret"}
    answers = [status(httpx.get(f"{locked.address}/api/status", headers=bearer)) for _ in range(20)]
    assert answers[0] == 200
    assert answers[-1] == 429


def test_listening_to_the_network_needs_a_token_and_says_why() -> None:
    result = CliRunner().invoke(studio, ["--host", "0.0.0.0", "--no-open"])
    assert result.exit_code == 2
    assert "--token" in result.output
    assert "other machines" in result.output
    weak = CliRunner().invoke(studio, ["--host", "0.0.0.0", "--token", "short", "--no-open"])
    assert weak.exit_code == 2


def test_guessing_tokens_is_slowed_down_wherever_it_is_tried(own_database: str) -> None:
    guarded = Server(ServerSettings(token="a-secret-that-nobody-guesses", guesses_per_s=0.01, guesses_burst=10))
    try:
        tries = ["/api/games", "/", "/js/main.js", "/?token=wrong"] * 5
        answers = [status(httpx.get(guarded.address + path, headers={"authorization": "Bearer no"})) for path in tries]
        assert answers[:10] == [401] * 10
        assert answers[10:] == [429] * 10
    finally:
        guarded.close()


def test_forwarded_addresses_are_believed_only_from_a_proxy_that_was_named(own_database: str) -> None:
    def addresses_seen(settings: ServerSettings) -> list[int]:
        started = Server(settings)
        try:
            return [
                status(httpx.get(f"{started.address}/api/status", headers={"x-forwarded-for": f"10.0.0.{n}"}))
                for n in range(6)
            ]
        finally:
            started.close()

    assert addresses_seen(ServerSettings(requests_per_s=0.01, burst=3))[-1] == 429
    assert addresses_seen(ServerSettings(requests_per_s=0.01, burst=3, proxy="127.0.0.1")) == [200] * 6


@pytest.mark.parametrize(
    "sent", [b"", b"GET / HTTP/1.1\r\nHost: local", b"POST /api/view HTTP/1.1\r\nHost: localhost\r\n"]
)
def test_a_client_that_does_not_finish_its_request_is_hung_up_on(
    own_database: str, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(connections, "HEAD_S", 0.3)
    started = Server(ServerSettings(body_s=0.3))
    try:
        with socket.create_connection(("127.0.0.1", started.port), timeout=5) as client:
            if sent.startswith(b"POST"):
                sent += b"Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{"
            client.sendall(sent)
            client.settimeout(5)
            while client.recv(4096):
                pass  # hung up on, perhaps after a refusal
    finally:
        started.close()


def test_a_token_comes_from_a_file_that_only_its_owner_reads(tmp_path: Path) -> None:
    made = tmp_path / "token"
    first = token_of(None, str(made))
    assert first is not None
    assert len(first) >= 22  # 128 bits at six a letter
    assert made.stat().st_mode & 0o777 == 0o600
    assert token_of(None, str(made)) == first


@pytest.mark.parametrize("token", ["short", "12345678", "a" * 21, "with a blank in the middle of it"])
def test_a_token_that_could_be_guessed_is_refused(token: str) -> None:
    result = CliRunner().invoke(studio, ["--token", token, "--no-open"])
    assert result.exit_code == 2
    assert "22 to 200" in result.output
