"""How the page behaves as a page: languages, sizes, themes, access, weight, and a server that goes away."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.studio.browser import Screen
from tests.studio.conftest import Server

VIEWS = {
    "play": "#play/reversi/f5d6c3?b=human&w=human",
    "analyse": "#analyse/reversi/f5d6c3",
    "review": "#review/reversi/f5d6c3d3c4?b=human&w=level:1",
    "inside": "#inside/reversi/f5?b=human&w=uct",
    "arena": "#arena",
}
SHOWN_TEXTS = """() => {
    const found = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const { textContent: text, parentElement: around } = walk.currentNode;
        if (!around.closest('#language, #announcer, #toast')) found.push(text.trim());
    }
    return found;
}"""
WEB = Path(__file__).resolve().parents[2] / "orchard" / "web"


def settled(screen: Screen, hash: str) -> None:
    screen.open(hash)
    screen.page.wait_for_timeout(400)


@pytest.mark.parametrize("screen", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_on_a_small_phone_the_board_comes_first_and_a_new_game_fits(screen: Screen) -> None:
    settled(screen, VIEWS["play"])
    board = screen.page.locator("orchard-board").bounding_box()
    assert board["width"] >= 320
    assert board["y"] + board["height"] < 500  # the board comes first
    screen.page.click("[data-action=new]")
    screen.page.wait_for_selector("dialog[open]")
    assert screen.page.evaluate("document.querySelector('dialog').scrollWidth") <= 360


@pytest.mark.parametrize("screen", [{"color_scheme": "dark"}], indirect=True)
def test_dark_follows_the_system_and_can_be_overruled(screen: Screen) -> None:
    brightness = "() => getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)[0]"
    screen.open()
    assert screen.page.evaluate(brightness) < 60
    screen.page.click("#theme")  # light
    assert screen.page.evaluate(brightness) > 200
    screen.open()
    assert screen.page.evaluate(brightness) > 200


def test_the_language_changes_at_once_and_nothing_stays_behind(screen: Screen) -> None:
    same_in_all = {
        "GGF",
        "SGF",
        "UCT",
        "Epsilon",
        "NegaScout",
        "Reversi",
        "Gomoku",
        "Arena",
        "Start",
        "Elo",
        "Alpha-beta",
        "PUCT",
    }
    files = (WEB / "locales").rglob("en.json")
    english = {text for file in files for text in json.loads(file.read_text(encoding="utf-8")).values()} - same_in_all
    for hash in (VIEWS["play"], VIEWS["analyse"], VIEWS["review"], VIEWS["inside"], VIEWS["arena"]):
        settled(screen, hash)
        for code, word in (("zh-Hans", "对局"), ("zh-Hant", "對局"), ("pl", "Gra"), ("en", "Play")):
            screen.page.select_option("#language", code)
            screen.until(f"document.querySelector('nav').textContent.includes('{word}')")
            assert screen.page.get_attribute("html", "lang") == code
            if code.startswith("zh"):
                screen.eventually(
                    lambda: english & set(screen.page.evaluate(SHOWN_TEXTS)), lambda left_behind: not left_behind
                )


@pytest.mark.timed
def test_the_first_page_is_light_quick_and_does_not_jump(screen: Screen) -> None:
    sent: list[int] = []  # bytes of each answer, as they go over the network
    unpacked: list[int] = []

    def count(request: Any) -> None:
        sent.append(request.sizes()["responseBodySize"])
        unpacked.append(len(request.response().body()))

    screen.page.on("requestfinished", count)
    screen.page.add_init_script(
        """window.jumps = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries())
            window.jumps += entry.value; }).observe({ type: 'layout-shift', buffered: true });"""
    )
    screen.open()
    screen.page.wait_for_timeout(500)
    assert len(sent) > 30  # a first visit: nothing comes from a cache
    assert sum(sent) < 100_000
    assert sum(sent) < sum(unpacked) < 200_000
    first = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
    assert screen.page.evaluate(first) < 500
    assert screen.page.evaluate("window.jumps") < 0.02


def test_a_view_or_a_dialog_that_cannot_be_loaded_is_said_and_comes_the_next_time(screen: Screen) -> None:
    screen.expected = ["net::ERR_FAILED"]
    screen.open(VIEWS["play"])
    screen.page.wait_for_selector("main .cell.legal")
    for file, press, shown in (
        ("css/review.css", "nav [data-key=review]", ".stage.review"),
        ("js/keys.js", "#keys", "dialog.keys[open]"),
    ):
        screen.page.route(f"**/{file}", lambda route: route.abort())
        screen.page.click(press)
        screen.says("server", "#toast.shown")
        expect(screen.page.locator(shown)).to_have_count(0)
        expect(screen.page.locator("main .cell")).to_have_count(64)  # what was there is still there
        screen.page.unroute(f"**/{file}")
        screen.page.click(press)
        screen.page.wait_for_selector(shown)


def test_the_whole_studio_stays_small_and_loads_nothing_from_elsewhere() -> None:
    files = [file for file in WEB.rglob("*") if file.is_file()]
    sizes = {file: len(gzip.compress(file.read_bytes())) for file in files}  # as the server sends them
    languages = [size for file, size in sizes.items() if "locales" in file.parts]
    others = {file: size for file, size in sizes.items() if "locales" not in file.parts}
    of_class = sum(size for file, size in others.items() if "class" in file.parts)
    assert sum(others.values()) - of_class + max(languages) < 227_000  # all views; a visitor loads the ones opened
    assert of_class < 36_000  # what the pages of a class have of their own
    for file in files:
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
        assert "http://" not in text, file
        assert "https://" not in text.replace('"https:"', ""), file


@pytest.fixture
def restartable(own_database: str) -> Iterator[Any]:
    """A server in a process of its own that can be stopped and started again on the same port."""

    class Process:
        port = 0
        process: subprocess.Popen[str] | None = None

        def start(self) -> None:
            command = [sys.executable, "-m", "orchard", "studio", "--no-open", "--port", str(self.port)]
            environment = {**os.environ, "ORCHARD_QUIET": "1", "PYTHONUNBUFFERED": "1"}
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
            assert self.process.stdout is not None
            line = self.process.stdout.readline()
            self.port = int(line.split("127.0.0.1:")[1].split("/")[0])
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline:
                try:
                    if httpx.get(f"http://127.0.0.1:{self.port}/api/status").json()["warmup"]["ready"]:
                        return
                except httpx.TransportError:
                    time.sleep(0.05)
                time.sleep(0.05)
            raise TimeoutError("the server did not get ready")

        def stop(self) -> None:
            if self.process is not None:
                self.process.send_signal(signal.SIGKILL)
                self.process.wait(10)

    process = Process()
    process.start()
    yield process
    process.stop()


@pytest.mark.timed
def test_a_game_outlives_its_server(chrome: Any, restartable: Any) -> None:
    context = chrome.new_context(locale="en-GB", reduced_motion="reduce")
    screen = Screen(context, f"http://127.0.0.1:{restartable.port}")
    screen.open("#play/reversi/?b=human&w=level:1")
    screen.play("f5")
    screen.wait_for_moves(2)
    screen.page.wait_for_selector("main .cell.legal")
    restartable.stop()
    screen.page.wait_for_selector("#banner.away:not([hidden])", timeout=5_000)
    screen.says("Your game is kept", "#banner")
    screen.page.locator("main .cell.legal").first.click(force=True)  # play on without the server
    screen.wait_for_moves(3)
    restartable.start()
    screen.wait_for_moves(4)  # the answer comes when the server is back
    expect(screen.page.locator("#banner")).to_be_hidden()
    context.close()


@pytest.mark.timed
def test_the_server_keeps_answering_when_tabs_come_and_go(server: Server, chrome: Any) -> None:
    for _ in range(3):
        context = chrome.new_context()
        Screen(context, server.address).open(VIEWS["analyse"])
        context.close()
    deadline = time.monotonic() + 3
    while (server.studio.sessions or server.studio.queue.running) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not server.studio.sessions
    assert server.studio.queue.running == 0
