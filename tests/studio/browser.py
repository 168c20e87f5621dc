"""A page of the studio in real Chromium, for tests and screenshots. Any error in its console is a failure."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
QUICK = "location.protocol === 'http:' && localStorage.setItem('orchard.pace', '0')"  # no pause before a player's move


def chromium() -> str | None:
    """Where a Chromium is installed on this machine; None if it is not."""
    named = os.environ.get("ORCHARD_CHROMIUM")
    found = [shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome")]
    return named or next((path for path in found if path), None)


@contextmanager
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        yield started
        started.close()


class Screen:
    """One page, with what one does on it again and again."""

    def __init__(self, context: Any, address: str, quick: bool = True) -> None:
        self.page = context.new_page()
        self.address = address
        self.problems: list[str] = []
        self.expected: list[str] = []
        if quick:
            self.page.add_init_script(QUICK)
        self.page.on("console", lambda message: message.type == "error" and self.problems.append(message.text))
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))

    def open(self, hash: str = "") -> Screen:
        self.page.goto("about:blank")
        self.page.goto(f"{self.address}/{hash}")
        self.page.wait_for_selector("body[data-ready]", timeout=20_000)
        return self

    def square(self, name: str) -> Any:
        return self.page.locator(f"main [data-square={name}]")

    def play(self, name: str) -> None:
        self.page.wait_for_selector(f"main .cell.legal[data-square={name}]", timeout=10_000)
        self.square(name).click(force=True)

    def stones(self) -> str:
        """The board as the page shows it."""
        text: str = self.page.evaluate(
            """() => [...document.querySelectorAll('main .cell')].map((cell) => {
                const disc = cell.querySelector('.disc');
                return disc ? (disc.classList.contains('white') ? 'O' : 'X') : '-';
            }).join('')"""
        )
        return text

    def moves(self) -> list[str]:
        found: list[str] = self.page.eval_on_selector_all(
            ".moves ol button span:first-child", "(spans) => spans.map((span) => span.textContent)"
        )
        return found

    def wait_for_moves(self, count: int) -> None:
        self.page.wait_for_function(
            "(count) => document.querySelectorAll('.moves ol button').length >= count", arg=count, timeout=15_000
        )

    def until(self, expression: str, timeout: float = 15_000) -> None:
        """Wait until a JavaScript expression is true. (As a function: the page's policy forbids evaluating text.)"""
        self.page.wait_for_function(f"() => ({expression})", timeout=timeout)

    def status(self) -> str:
        return str(self.page.inner_text(".status"))

    def play_to_the_end(self) -> int:
        """Play the first legal move whenever it is our turn, until the result is shown; our moves in all."""
        ours = 0
        ready = """() => document.querySelector('dialog.result-dialog[open]') ? 'over'
            : document.querySelector('main .cell.legal') ? 'move'
            : [...document.querySelectorAll('.status button')].length ? 'pass' : false"""
        while True:
            state = self.page.wait_for_function(ready, timeout=15_000).json_value()
            if state == "over":
                return ours
            target = "main .cell.legal" if state == "move" else ".status button"
            before = self.page.evaluate("orchard.tree.current.ply")
            self.page.evaluate("(target) => document.querySelector(target)?.click()", target)
            self.page.wait_for_function(
                "(ply) => orchard.tree.current.ply > ply || document.querySelector('dialog[open]')", arg=before
            )
            ours += 1
