"""A real server on a free port, in a thread of this process, with a database of its own."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import uvicorn

from orchard.shells.studio.app import create_app
from orchard.shells.studio.security import ServerSettings
from orchard.shells.studio.serve import server_config
from tests.studio.browser import Screen, browser, chromium


class Server:
    """The studio at `address`; `studio` is what its routes share."""

    def __init__(self, settings: ServerSettings) -> None:
        self.listener = socket.socket(proto=socket.IPPROTO_TCP)  # asyncio sends without delay only where it is named
        self.listener.bind(("127.0.0.1", 0))
        self.listener.listen(128)
        self.port = self.listener.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.app = create_app(settings)
        self.studio = self.app.studio  # type: ignore[attr-defined]
        self.server = uvicorn.Server(server_config(self.app, settings))
        self.loop: asyncio.AbstractEventLoop | None = None  # once it runs
        self.thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self.thread.start()

    async def _serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        await self.server.serve(sockets=[self.listener])

    def wait_until_ready(self, seconds: float = 900) -> None:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            try:
                if httpx.get(f"{self.address}/api/status").json()["warmup"]["all_ready"]:
                    return
            except httpx.TransportError:
                pass
            time.sleep(0.1)
        raise TimeoutError("the server did not get ready")

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(10)


@pytest.fixture(scope="session")
def own_database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        path = str(tmp_path_factory.mktemp("studio") / "games.db")
        patch.setenv("ORCHARD_DB", path)
        yield path


@pytest.fixture(scope="session")
def server(own_database: str) -> Iterator[Server]:
    started = Server(ServerSettings(requests_per_s=1000, burst=2000, messages_per_s=1000, messages_burst=2000))
    started.wait_until_ready()
    yield started
    started.close()


@pytest.fixture
def api(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{server.address}/api", timeout=30) as client:
        yield client


# ------------------------------------------------------------------------------------------------ the browser

SKIPPED: list[str] = []
SKIPPED_PARTS: list[str] = []


@pytest.fixture(scope="session")
def chrome() -> Iterator[Any]:
    if chromium() is None:
        SKIPPED.append("no Chromium on this machine (Debian package: chromium-headless-shell)")
        pytest.skip(SKIPPED[-1])
    with browser() as started:
        yield started


DESK = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", "reduced_motion": "reduce"}


@pytest.fixture(scope="module")
def kept_screens() -> Iterator[dict[str, Screen]]:
    """By the settings of their contexts."""
    kept: dict[str, Screen] = {}
    yield kept
    for screen in kept.values():
        screen.page.context.close()


@pytest.fixture
def screen(chrome: Any, server: Server, request: pytest.FixtureRequest) -> Iterator[Screen]:
    """A desktop page. A test may ask for another kind by `@pytest.mark.parametrize("screen", [{…}], indirect=True)`.

    A file whose tests all begin at an address says `pytestmark = pytest.mark.one_page`: they visit one page in turn.
    """
    settings = {**DESK, **getattr(request, "param", {})}
    if request.node.get_closest_marker("one_page"):
        kept = request.getfixturevalue("kept_screens")
        if str(settings) not in kept:
            kept[str(settings)] = Screen(chrome.new_context(**settings), server.address, is_kept=True)
        opened = kept[str(settings)]
        opened.page.unroute_all()
        opened.page.set_viewport_size(settings["viewport"])
        opened.problems.clear()
        opened.expected.clear()
        yield opened
    else:
        opened = Screen(chrome.new_context(**settings), server.address)
        yield opened
        opened.page.context.close()
    opened.assert_no_problems()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for part in SKIPPED_PARTS:
        terminalreporter.section("A PART OF THE STUDIO'S TESTS WAS SKIPPED", red=True, bold=True)
        terminalreporter.line(part)
    if SKIPPED:
        terminalreporter.section("BROWSER TESTS WERE SKIPPED", red=True, bold=True)
        terminalreporter.line(f"{SKIPPED[0]}: nothing was tested in a browser in this run")
