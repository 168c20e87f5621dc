"""A page of the studio in real Chromium, for tests and screenshots. Any error in its console is a failure."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import expect, sync_playwright

WAIT_MS = 30_000  # for whatever must come; long, since other tests may have the cores. How quick it comes is measured
expect.set_options(timeout=WAIT_MS)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--js-flags=--lite-mode",  # no page lives long enough to be worth an optimising compiler
    "--renderer-process-limit=1",  # a page takes over the process of the blank page before it
]
QUICK = """if (location.protocol === 'http:') {
    localStorage.setItem('orchard.pace', '0'); // no pause before a player's move
    localStorage.getItem('orchard.engine') ?? localStorage.setItem('orchard.engine', '{"seconds":0.2}'); // to analyse
}"""


def chromium() -> str | None:
    """Where a Chromium is installed on this machine; None if it is not. The headless shell takes half the processor."""
    named = os.environ.get("ORCHARD_CHROMIUM")
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    found = [shutil.which(name) for name in names]
    return named or next((path for path in found if path), None)


@contextmanager
def browser() -> Iterator[Any]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        yield started
        started.close()


VISIT = """async ([hash, language]) => {
    const app = window.orchard;
    const hasGame = (address) => /^#(?!learn|puzzles|story)\\w+\\/\\w/.test(address);
    const visit = async (address) => {
        const before = app.tree;
        const isRead = () => app.tree !== before || !hasGame(address);
        const isThere = () => isRead() && app.tree.mark && app.view.element.isConnected;
        app.view.hide(); // a game that goes on would write its address over this one
        before.mark = null; // so that the address counts, and not the game shown before
        history.replaceState(null, '', '#');
        location.hash = address;
        for (let waited = 0; !isThere(); waited += 2) {
            if (waited > 10000) throw new Error(`no way to ${address}`);
            await new Promise((resolve) => setTimeout(resolve, 2));
        }
    };
    if (document.documentElement.lang !== language) await app.speak(language);
    localStorage.clear();
    QUICK
    document.activeElement?.blur();
    document.getElementById('toast').textContent = '';
    delete app.connection.ask; // what a test put in its place
    app.seats = { black: 'human', white: 'level:2' };
    const other = hash === '#play/reversi/' ? '#play/gomoku/' : '#play/reversi/';
    if (!hasGame(hash) || hash === location.hash) await visit(other); // else the game shown before would stay
    await visit(hash || '#play');
    scrollTo(0, 0);
}""".replace("QUICK", QUICK)


class Screen:
    """One page, with what one does on it again and again."""

    def __init__(self, context: Any, address: str, quick: bool = True, is_kept: bool = False) -> None:
        self.is_kept = is_kept
        self.language = ""  # of a page that was loaded
        self.page = context.new_page()
        self.page.set_default_timeout(WAIT_MS)
        self.address = address
        self.problems: list[str] = []
        self.expected: list[str] = []
        if quick:
            self.page.add_init_script(QUICK)
        self.page.on("console", lambda message: message.type == "error" and self.problems.append(message.text))
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))

    def open(self, hash: str = "") -> Screen:
        """Go to an address as one who comes for the first time. On a page that is kept, for a tenth of the work, the
        address changes and what the page remembers is cleared."""
        if not self.is_kept or self.page.url == "about:blank":
            return self.load(hash)
        self.page.mouse.move(0, 0)
        self.page.evaluate(VISIT, [hash, self.language])
        return self

    def load(self, hash: str = "") -> Screen:
        if self.page.url != "about:blank":  # a change of the part behind # alone would not load the page
            self.page.goto("about:blank")
        self.page.goto(f"{self.address}/{hash}")
        self.page.wait_for_selector("body[data-ready]")
        self.language = self.page.evaluate("document.documentElement.lang")
        return self

    def square(self, name: str) -> Any:
        return self.page.locator(f"main [data-square={name}]")

    def play(self, name: str) -> None:
        self.page.wait_for_selector(f"main .cell.legal[data-square={name}]")
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

    def shows(self, stones: str) -> None:
        """Wait until the board has these stones."""
        self.eventually(self.stones, lambda seen: seen == stones)

    def moves(self) -> list[str]:
        found: list[str] = self.page.eval_on_selector_all(
            ".moves ol button span:first-child", "(spans) => spans.map((span) => span.textContent)"
        )
        return found

    def wait_for_moves(self, count: int) -> None:
        self.page.wait_for_function(
            "(count) => document.querySelectorAll('.moves ol button').length >= count", arg=count
        )

    def until(self, expression: str) -> None:
        """Wait until a JavaScript expression is true. (As a function: the page's policy forbids evaluating text.)"""
        self.page.wait_for_function(f"() => ({expression})")

    def eventually(self, look: Callable[[], Any], wanted: Callable[[Any], Any]) -> Any:
        """Look again and again until there is what is wanted; what was seen then."""
        deadline = time.monotonic() + WAIT_MS / 1000
        while not wanted(seen := look()):
            assert time.monotonic() < deadline, f"still {seen}"
            self.page.wait_for_timeout(50)
        return seen

    def assert_no_problems(self) -> None:
        problems = [text for text in self.problems if not any(part in text for part in self.expected)]
        assert not problems, f"the page's console has errors: {problems}"

    def resize(self, width: int, height: int) -> None:
        """Another size of the window. The browser answers before the page has it."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.until(f"innerWidth === {width} && innerHeight === {height}")

    def served(self, path: str) -> Any:
        """What the server answers to the page now. (To `until` a promise would be true, whatever it brings.)"""
        return self.page.evaluate("(path) => fetch(path).then((answer) => answer.json())", path)

    def start_a_match(self) -> Any:
        """Press the arena's button for a match of two games, and wait for its end; the league that it made."""
        before = len(self.served("/api/leagues"))
        self.page.click(".arena form button.primary")
        leagues = self.eventually(
            lambda: self.served("/api/leagues"), lambda found: len(found) > before and found[0]["played"] == 2
        )
        first = "document.querySelector('.leagues button')"
        self.until(f"{first}?.ariaCurrent === 'true' && {first}.textContent.endsWith('2/2')")
        self.says("2 of 2 games", "main")
        return leagues[0]

    def says(self, text: str, where: str = ".status") -> None:
        """Wait until `text` stands in a part of the page."""
        expect(self.page.locator(where).first).to_contain_text(text)

    def play_to_the_end(self) -> int:
        """Play the first legal move whenever it is our turn, until the result is shown; our moves in all."""
        ours = 0
        ready = """() => document.querySelector('.result:not([hidden])') ? 'over'
            : document.querySelector('main .cell.legal') ? 'move'
            : [...document.querySelectorAll('.status button')].length ? 'pass' : false"""
        while True:
            state = self.page.wait_for_function(ready).json_value()
            if state == "over":
                return ours
            target = "main .cell.legal" if state == "move" else ".status button"
            before = self.page.evaluate("orchard.tree.current.ply")
            self.page.evaluate("(target) => document.querySelector(target)?.click()", target)
            self.page.wait_for_function(
                "(ply) => orchard.tree.current.ply > ply || document.querySelector('.result:not([hidden])')", arg=before
            )
            ours += 1


def newest_game(screen: Screen) -> dict[str, Any]:
    """The game of a person that was kept last; an empty one if none was."""
    games = screen.served("/api/database/games?player=human&limit=1")["games"]
    return games[0] if games else {"id": None}
