"""The files of the page: the same bytes as on disk, compressed where wanted, fresh after a change, and at once."""

from __future__ import annotations

import asyncio
import http.client
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

import orchard
from orchard.shells.studio.page import Page
from orchard.shells.studio.security import ServerSettings
from orchard.shells.studio.serve import listen
from tests.studio.conftest import Server

WEB = Path(orchard.__file__).parent / "web"


def test_every_file_is_sent_as_it_is(server: Server) -> None:
    with httpx.Client(base_url=server.address) as client:
        for path in WEB.rglob("*"):
            if path.is_file():
                answer = client.get(f"/{path.relative_to(WEB).as_posix()}")
                assert answer.content == path.read_bytes(), path
                assert answer.headers["cache-control"] == "no-cache"
        assert client.get("/").content == (WEB / "index.html").read_bytes()
        assert client.get("/js/main.js").headers["content-type"].startswith("text/javascript")
        for strange in (
            "/js",
            "/js/nothing.js",
            "/../pyproject.toml",
            "/%2e%2e/__init__.py",
            "/js/..%2f../__init__.py",
        ):
            assert client.get(strange).status_code == 404, strange
        assert client.head("/").content == b""
        assert client.post("/").status_code in (404, 405)


def test_a_file_that_the_browser_has_is_not_sent_again(server: Server) -> None:
    with httpx.Client(base_url=server.address) as client:
        first = client.get("/js/main.js")
        again = client.get("/js/main.js", headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        plain = client.get("/js/main.js", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.content == first.content


def test_a_changed_file_is_sent_as_it_is_now(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    page.write_text("one " * 400)
    served = Page(Starlette(), tmp_path)

    async def ask(headers: dict[str, str]) -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(served), base_url="http://page") as client:
            return await client.get("/", headers=headers)

    def get(**headers: str) -> httpx.Response:
        with ThreadPoolExecutor(1) as other_thread:  # in this one the browser of other tests may have a loop of its own
            return other_thread.submit(lambda: asyncio.run(ask(headers))).result()

    first = get()
    assert first.text == "one " * 400
    assert first.headers["content-encoding"] == "gzip"
    page.write_text("two " * 400)
    os.utime(page, ns=(1, 1))
    again = get(**{"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.text) == (200, "two " * 400)


@pytest.mark.timed
def test_no_answer_waits_for_the_delay_of_small_packets(server: Server) -> None:
    """A connection that is kept open had to wait 40 ms for every answer but the first."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    took = []
    for _ in range(20):
        began = time.perf_counter()
        connection.request("GET", "/api/status")
        connection.getresponse().read()
        took.append(time.perf_counter() - began)
    assert sorted(took)[10] < 0.03


def test_the_server_itself_listens_without_that_delay() -> None:
    listener = listen(ServerSettings(port=0))
    try:
        threading.Thread(target=http.client.HTTPConnection(*listener.getsockname()).connect, daemon=True).start()
        accepted, _ = listener.accept()
        with accepted:
            assert accepted.proto == 6  # TCP by its number: asyncio looks at it
    finally:
        listener.close()
