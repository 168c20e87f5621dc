"""A newcomer's journey: the rules, the first lesson, puzzles, a game, its mistake practised, and progress.

Here at a desk in English; JOURNEYS=1 takes it in four languages, at a desk and on a phone. PICTURES=folder keeps what
the newcomer sees.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import orchard
from orchard.core.puzzle import Puzzle
from orchard.study.puzzle_files import shipped
from tests.studio import axe
from tests.studio.browser import Screen

GAME = "gomoku"
PUZZLES = 5
DESK = {"bypass_csp": True}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "bypass_csp": True}
LANGUAGES = {"en": "en-GB", "zh-Hans": "zh-CN", "zh-Hant": "zh-TW", "pl": "pl-PL"}
ALL = [{**size, "locale": locale} for size in (DESK, PHONE) for locale in LANGUAGES.values()]
JOURNEYS = ALL if "JOURNEYS" in os.environ else ALL[:1]
KEYS = "learn lesson drill opening tree puzzle puzzles progress profile mistakes phase keep review result because"
LEAKS = r"""(keys) => {
    const untold = [`\\b(${keys.replaceAll(' ', '|')})\\.[a-z_]\\w*`, '\\{\\w+\\}', '\\[object', 'undefined', 'NaN'];
    return document.querySelector('main').innerText.match(new RegExp(untold.join('|'), 'g')) ?? [];
}"""


PROFILE = """() => ({
    made: Boolean(document.querySelector("orchard-progress [data-key=delete]")),
    profile: orchard.recall("profile"),
    name: document.querySelector("orchard-progress [data-key=name]").value,
    said: document.getElementById("toast").textContent,
})"""


class Journey:
    """What the newcomer does, and what is looked at on every page."""

    def __init__(self, screen: Screen) -> None:
        self.screen, self.page, self.pages = screen, screen.page, 0

    def look(self, name: str) -> None:
        self.pages += 1
        width = self.page.evaluate("innerWidth")
        assert self.page.evaluate("document.documentElement.scrollWidth") <= width, name
        assert self.page.evaluate(LEAKS, KEYS) == [], name
        if axe.SCRIPT.is_file() and (
            "JOURNEYS" in os.environ or name in ("learn", "review")
        ):  # else test_browser_axe.py says so
            assert axe.violations(self.page) == [], name
        if "PICTURES" in os.environ:
            size = "phone" if width < 500 else "desk"
            language = self.page.evaluate("document.documentElement.lang")
            path = Path(os.environ["PICTURES"], f"{language}-{size}-{self.pages}-{name}.png")
            self.page.screenshot(path=path, full_page=True)

    def press(self, key: str) -> None:
        self.page.click(f"main [data-key={key}]")

    def rules(self) -> None:
        self.screen.open(f"#play/{GAME}")
        self.page.click(".how-to")
        self.page.wait_for_selector("dialog.how-to")
        self.look("rules")
        self.page.click("dialog.how-to a")

    def lesson(self) -> None:
        lesson = self.screen.served(f"/api/learn/{GAME}")["lessons"][0]
        self.page.wait_for_selector(f"[data-key=lesson-{lesson['name']}]")
        self.look("learn")
        self.press("opening-tree")
        self.page.wait_for_selector(".opening-tree td")
        self.look("tree")
        self.press("all")
        self.press(f"lesson-{lesson['name']}")
        for number, step in enumerate(lesson["steps"], 1):
            self.screen.until(f"/{number}/.test(document.querySelector('.lesson .num')?.textContent)")
            self.answer(step)
            self.page.wait_for_selector(".lesson [data-key=next]")
            if number < len(lesson["steps"]):
                self.press("next")
        self.look("lesson")
        self.press("all")
        self.page.wait_for_selector(".lessons .tick svg")

    def answer(self, step: dict[str, Any]) -> None:
        squares = {"show": [], "tap": step["accepted"], "choose": step["accepted"][:1]}[step["kind"]]
        for square in squares:
            if step["kind"] == "choose":
                self.page.wait_for_selector(f"main .cell.legal[data-square={square}]")
            self.screen.square(square).click(force=True)

    def puzzles(self) -> None:
        self.press("puzzles")
        self.page.wait_for_selector("main [data-key=give_up]")  # the first puzzle is there
        self.page.wait_for_selector("orchard-progress [data-key=name]")
        self.page.fill("orchard-progress [data-key=name]", f"Eva {self.page.evaluate('Date.now() % 100000')}")
        self.press("make")
        self.screen.eventually(lambda: self.page.evaluate(PROFILE), lambda seen: seen["made"])
        for number in range(PUZZLES):
            self.page.wait_for_selector("main [data-key=give_up]")
            if number == 0:
                self.look("puzzle")
            self.screen.play(self.shown().accepted[0])
            self.page.wait_for_selector(".verdict.solved")
            self.page.wait_for_selector(".puzzle [data-key=next]")
            if number == PUZZLES - 1:
                self.look("solved")
            else:
                self.press("next")
                self.screen.until("!document.querySelector('.verdict.solved')")

    def shown(self) -> Puzzle:
        stones = self.screen.stones()
        return next(each for each in shipped(orchard.game(GAME)) if each.position.text[:-2] == stones)

    def game(self) -> None:
        """Five in a row is there and is not seen; the opponent sees its own."""
        self.page.evaluate(f"location.hash = '#play/{GAME}/h8a15h9a14h10a13h7a12?b=human&w=level:2'")
        self.screen.play("o1")
        self.page.wait_for_selector(".result:not([hidden])")
        self.look("game")
        self.page.click(".result button[value=review]")

    def mistakes(self) -> None:
        self.page.wait_for_selector("main [data-key=keep]")
        self.look("review")
        self.press("keep")
        self.press("keep-now")
        self.screen.until("/O1(?!\\d)/.test(document.querySelector('.puzzles .task')?.textContent)")
        self.look("mistake")
        self.screen.play("h6")
        self.page.wait_for_selector(".verdict.solved")
        self.press("next")
        self.page.wait_for_selector("orchard-board[hidden]", state="attached")

    def progress(self) -> None:
        self.page.wait_for_selector(".rating-curve")
        assert not self.page.locator("main [data-key=due]").count(), "nothing is left to repeat today"
        asked = {"game": GAME, "profile": self.page.evaluate("orchard.recall('profile')")}
        shown = self.page.evaluate("(asked) => orchard.connection.ask('progress', asked)", asked)
        assert (shown["solved"], shown["mistakes"], shown["due"]) == (PUZZLES, 1, 0)
        assert set(shown["ratings"]) == {"puzzle", "game"}
        assert sum(phase["tried"] for phase in shown["phases"].values()) == PUZZLES
        assert shown["phases"]["opening"]["moves"] == 5, "those of the game that was reviewed"
        self.look("progress")


@pytest.mark.parametrize("screen", JOURNEYS, indirect=True, ids=str)
def test_a_newcomer_learns_from_the_rules_to_the_own_mistakes(screen: Screen) -> None:
    journey = Journey(screen)
    journey.rules()
    journey.lesson()
    journey.puzzles()
    journey.game()
    journey.mistakes()
    journey.progress()
