"""Pictures of the studio for the documentation: every view, desk and phone, light and dark.

    python tools/screenshots.py [docs/images]

Starts a server of its own with an empty database, plays what has to be seen, and writes JPEG files.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import httpx

from tests.studio.browser import Screen, browser

REVERSI = (
    "f5d6c7f3e3d3c2d2c4b5f2f1c6c5d1d7g2h1e7e2a4a6g1f8b4d8e8b6g8h8"
    "f4b3h2h3c3g5a7a8f6f7a3a5b8b7h5c8g7g6e6g4h4g3e1h6h7c1b1a2b2a1"
)
REVERSED = "c4c3d3c5b5e3f4a5c2e2d6d7d2b1b4f5e6d1"
CONNECT_FOUR = "d1d2c1e1d3d4c2c3e2e3b1f1"
GOMOKU = "h8e11i8f11j8k8g11f12f10e12g10g12h12c12d12e9"
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}


def play(screen: Screen) -> None:
    screen.open(f"#play/reversi/{REVERSI[:40]}?b=human&w=level:4")
    screen.page.wait_for_selector("main .cell.legal")


def reversed_reversi(screen: Screen) -> None:
    screen.open(f"#play/reversed_reversi/{REVERSED}?b=human&w=level:3")
    screen.page.wait_for_selector("main .cell.legal")


def gomoku(screen: Screen) -> None:
    screen.open(f"#play/gomoku/{GOMOKU}?b=human&w=level:6")
    screen.page.wait_for_selector("main .cell.legal")


def connect_four(screen: Screen) -> None:
    screen.open(f"#play/connect_four/{CONNECT_FOUR}?b=human&w=level:5")
    screen.page.wait_for_selector("main .cell.legal")


def threats(screen: Screen) -> None:
    gomoku(screen)
    if screen.page.get_attribute("main .threat-toggle", "aria-pressed") == "false":
        screen.page.keyboard.press("t")
    screen.page.wait_for_selector("main .cell .threat")


def swap2(screen: Screen) -> None:
    screen.open("#play/gomoku/h8h9j7?b=human&w=human&o=3")
    screen.page.wait_for_selector("[data-swap2=more]")


def new_game(screen: Screen) -> None:
    gomoku(screen)
    screen.page.click("[data-action=new]")
    screen.page.wait_for_selector("dialog[open]")


def lesson(screen: Screen) -> None:
    screen.open("#learn/reversi/x_squares")
    screen.page.click(".lesson [data-key=next]")
    screen.page.wait_for_selector("main .cell.legal[data-square=g7]")
    screen.square("g7").click(force=True)
    screen.page.wait_for_selector("main .cell.last[data-square=h8]")


def analyse(screen: Screen) -> None:
    screen.open(f"#analyse/reversi/{REVERSI[:36]}")
    screen.page.wait_for_timeout(4000)


def review(screen: Screen) -> None:
    screen.open(f"#review/reversi/{REVERSI}?b=human&w=level:4")
    screen.page.wait_for_selector("article.why", timeout=60_000)
    screen.page.wait_for_function("() => orchard.tree.review?.done", timeout=60_000)
    screen.page.locator("article.why:not(.chosen) button").first.click()  # not the last move, but a turning point


def inside(screen: Screen) -> None:
    screen.open(f"#inside/reversi/{REVERSI[:24]}?b=human&w=uct")
    screen.page.wait_for_function("() => document.querySelector('.status').textContent.includes('prefers')")


def cut_offs(screen: Screen) -> None:
    screen.open(f"#inside/reversi/{REVERSI[:24]}?b=human&w=alphabeta")
    screen.page.wait_for_function("() => document.querySelector('.status').textContent.includes('prefers')")


def depths(screen: Screen) -> None:
    screen.open(f"#inside/reversi/{REVERSI[:24]}?b=human&w=sage")
    screen.page.wait_for_function("() => document.querySelector('.status').textContent.includes('prefers')")


def games(screen: Screen) -> None:
    screen.open(f"#play/reversi/{REVERSI[:-2]}?b=human&w=human")
    screen.play(REVERSI[-2:])
    screen.page.wait_for_selector(".result:not([hidden])")
    screen.open("#library")
    screen.page.wait_for_selector(".library .games tbody tr")


def arena(screen: Screen) -> None:
    screen.open("#arena")
    screen.page.wait_for_selector(".live figure")


SCENES = {
    "play": play,
    "reversed-reversi": reversed_reversi,
    "gomoku": gomoku,
    "connect-four": connect_four,
    "threats": threats,
    "swap2": swap2,
    "new-game": new_game,
    "lesson": lesson,
    "analyse": analyse,
    "review": review,
    "inside": inside,
    "cut-offs": cut_offs,
    "depths": depths,
    "arena": arena,
    "games": games,
}


def fill_arena(address: str, games: int = 400) -> None:
    ask = {
        "game": "reversi",
        "players": ["level:2", "level:4", "apple", "greedy"],
        "games": 10,
        "seconds_per_move": 0.2,
    }
    id = httpx.post(f"{address}/api/leagues", json=ask, timeout=120).json()["id"]
    while httpx.get(f"{address}/api/leagues/{id}", timeout=30).json()["running"]:
        time.sleep(0.5)
    httpx.post(f"{address}/api/leagues", json={**ask, "players": ["level:9", "sage"], "games": games}, timeout=120)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("docs/images"))
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help=", ".join(SCENES))
    options = parser.parse_args()
    folder, wanted = options.folder, set(options.scenes) or set(SCENES)
    folder.mkdir(parents=True, exist_ok=True)
    with studio() as address:
        if "arena" in wanted:
            fill_arena(address)
        take(address, folder, wanted)


@contextmanager
def studio() -> Iterator[str]:
    """A server of its own with an empty database, once it is ready; its address."""
    with tempfile.TemporaryDirectory() as data:
        environment = {**os.environ, "ORCHARD_DB": f"{data}/games.db", "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-m", "orchard", "studio", "--port", "0", "--no-open"]
        server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        address = re.search(r"http://[\d.]+:\d+", server.stdout.readline())
        assert address is not None
        try:
            while not httpx.get(f"{address[0]}/api/status").json()["warmup"]["all_ready"]:
                time.sleep(0.3)
            yield address[0]
        finally:
            server.terminate()
            server.wait()


def take(address: str, folder: Path, wanted: set[str]) -> None:
    with browser() as chrome:
        for size, viewport in (("desk", DESK), ("phone", PHONE)):
            for theme in ("light", "dark"):
                settings: dict[str, Any] = {"viewport": viewport, "color_scheme": theme, "locale": "en-GB"}
                context = chrome.new_context(**settings, device_scale_factor=1, reduced_motion="reduce")
                for name in sorted(wanted):
                    screen = Screen(context, address)
                    SCENES[name](screen)
                    screen.page.wait_for_timeout(600)
                    screen.page.screenshot(path=folder / f"{name}-{size}-{theme}.jpg", type="jpeg", quality=84)
                    print(folder / f"{name}-{size}-{theme}.jpg", *screen.problems, flush=True)
                    screen.page.close()
                context.close()


if __name__ == "__main__":
    main()
