"""Learn in a real browser: a lesson of each game and a drill, on one loaded page."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import expect

import orchard
from tests.studio.browser import Screen

LESSONS = {  # of each other game one, with the squares that answer its steps
    "reversed_reversi": ("few_discs", ["g4"]),
    "gomoku": ("gaps", ["i8", "i8"]),
    "connect_four": ("below", ["e3"]),
    "tic_tac_toe": ("forks", ["a3"]),
}
NEXT = ".lesson [data-key=next]"


def step(screen: Screen, number: int) -> None:
    """Wait until a step of the lesson is on the board."""
    screen.says(f"Step {number} of", ".lesson")


def answer(screen: Screen, square: str) -> None:
    screen.play(square)
    screen.page.wait_for_selector(f"{NEXT}, .verdict.wrong")


def opening_from_memory(screen: Screen) -> None:
    """The Tiger as black, which this learner's own game left: wrong the first time, right the second."""
    game = {"game": "reversi", "moves": "c4e3f6e6f4", "black": "human", "white": "level:2", "seconds": [0] * 5}
    ended = {"winner": "white", "verdict": "resign", "owner": "0123456789abcdef"}
    screen.page.evaluate("orchard.remember('browser', '0123456789abcdef')")
    assert httpx.post(f"{screen.address}/api/database/games", json=game | ended).status_code < 300
    screen.page.evaluate("orchard.view.show()")
    screen.says("Black left this line with F4. Your games: 1", "main")
    screen.page.evaluate("Math.random = () => 0.99")  # the other side keeps to the line
    screen.page.evaluate("orchard.view.open('opening-c4e3f6e6f5')")
    for last in ("f4", "f5"):
        for square, stones in (("c4", 6), ("f6", 8)):
            screen.play(square)
            screen.until(f"document.querySelectorAll('main .disc').length === {stones}")
        screen.play(last)
        if last == "f4":
            screen.says("F4 is not in this line. It goes on with F5.", ".verdict.wrong")
            screen.says("What the engine thinks: F4", ".engine")
            screen.page.click("[data-key=go_on]")
            screen.says("Tiger: 1 to practise.", ".verdict.wrong")
            screen.page.click(".lesson [data-key=again]")
            screen.until("!document.querySelector('main .cell.last')")
    screen.says("Right to the end: Tiger.", ".verdict.right")
    screen.page.click(".lesson [data-key=all]")
    screen.says("1 of 77 known by heart", "main")


def tree_of_openings(screen: Screen) -> None:
    """Names, Orchard's value and the results of the saved games, move by move; then off the line and back to it."""
    screen.page.click("[data-key=opening-tree]")
    book = orchard.book(orchard.game("reversi").start())
    assert book is not None
    value = next(entry.value for entry in book.moves if str(entry.move) == "c4")
    screen.until(
        f"Math.abs(parseFloat(document.querySelector('tr:has([data-move=c4]) .value')?.textContent) - {value}) <= 0.051"
    )
    for move in ("c4", "e3", "f6", "e6"):
        screen.page.click(f"[data-move={move}]")
    left = screen.page.locator(".opening-tree tr:has([data-move=f4])")  # drawn again when values come
    screen.says("Tiger", ".opening-tree tr:has([data-move=f5])")
    assert left.inner_text().split()[-5:] == ["0", "–", "0", "–", "1"], "the game that was saved, won by white"
    screen.until("[...document.querySelectorAll('.opening-tree .value')].every((one) => /[0-9]/.test(one.textContent))")
    screen.page.click("[data-move=f5]")
    screen.says("Tiger", "main h1")
    screen.page.evaluate("Math.random = () => 0")  # now the other side leaves the line as soon as it can
    screen.page.click("[data-key=practise]")
    screen.play("c4")
    screen.until("document.querySelectorAll('main .disc').length === 6")
    screen.play("f6")
    screen.says("leaves the line with", ".sentence")
    screen.page.wait_for_selector("main .cell.legal")
    screen.page.locator("main .cell.legal").first.click(force=True)
    screen.page.wait_for_selector(".verdict")
    screen.until("/good answer|not good enough/.test(document.querySelector('.verdict').textContent)")
    screen.page.click("[data-key=go_on]")
    screen.play("f5")
    screen.says("Right to the end: Tiger.", ".verdict.right")
    screen.page.click(".lesson [data-key=all]")


def kept_in_the_profile(screen: Screen) -> None:
    """What this browser had becomes the profile's; without it the list is as empty as on a first visit."""
    ask = "([what, fields]) => orchard.connection.ask(what, fields)"
    screen.page.evaluate(ask, ["profile_new", {"profile": "Lia"}])
    screen.page.evaluate("orchard.remember('profile', 'Lia')")
    screen.page.evaluate("orchard.view.show()")
    kept = screen.eventually(
        lambda: screen.page.evaluate(ask, ["marks", {"profile": "Lia", "game": "reversi"}]),
        lambda found: found["lesson"],
    )
    assert kept == {"lesson": {"x_squares": 1}, "drill": {"coordinates": 1}, "opening": {"c4e3f6e6f5": 1}}
    screen.until("localStorage.getItem('orchard.learned') === null")
    screen.says("1 of 12 done", ".lessons")
    screen.page.evaluate("orchard.remember('profile', null)")
    screen.page.evaluate("orchard.view.show()")
    screen.says("0 of 12 done", ".lessons")


def test_a_lesson_of_each_game_and_a_drill_on_one_page(screen: Screen) -> None:
    screen.open("#play/reversi/f5?b=human&w=human")
    screen.page.click("nav [data-key=learn]")
    screen.page.click("[data-key=lesson-x_squares]")
    step(screen, 1)
    screen.until("document.querySelectorAll('.drawings circle.ink').length === 4")
    screen.page.keyboard.press("n")
    step(screen, 2)
    answer(screen, "g7")  # wrong: the refutation is played on the board
    screen.says("White takes the corner H8", ".verdict.wrong")
    screen.page.wait_for_selector("main .cell.last[data-square=h8]")
    screen.page.click(".lesson [data-key=retry]")
    answer(screen, "h5")
    screen.says("wins by 40", ".verdict.right")

    for game, (lesson, answers) in LESSONS.items():
        screen.page.evaluate(f"location.hash = '#learn/{game}/{lesson}'")
        screen.until(f"document.querySelector('.lesson-stage') && orchard.view.address === '#learn/{game}/{lesson}'")
        for number, square in enumerate(answers, 1):
            step(screen, number)
            answer(screen, square)
            if number < len(answers):
                screen.page.click(NEXT)
        screen.page.wait_for_selector(NEXT)

    screen.page.click(".lesson [data-key=next]")  # the next lesson: one that ends with a game against a level
    answer(screen, "b2")
    screen.page.click(NEXT)
    step(screen, 2)
    screen.page.wait_for_selector("main .cell.legal")
    while not screen.page.locator(NEXT).count():
        before = screen.stones()
        screen.page.locator("main .cell.legal").first.click(force=True)
        screen.eventually(screen.stones, lambda seen, before=before: seen != before)
        screen.page.wait_for_selector(f"main .cell.legal, {NEXT}")
    screen.until("/won|lost|draw/.test(document.querySelector('.verdict').textContent)")

    screen.page.evaluate("location.hash = '#learn/reversi'")
    screen.says("1 of 12 done", ".lessons")
    expect(screen.page.locator(".lessons li .tick svg")).to_have_count(1)

    screen.page.click("[data-key=drill-coordinates]")
    screen.page.keyboard.press("s")
    asked = screen.page.wait_for_selector(".lesson .sentence:has-text('Tap ')").inner_text()
    screen.page.wait_for_selector(".drill-clock:not(:empty)")
    screen.square(asked.removeprefix("Tap ").rstrip(".").lower()).click(force=True)
    screen.says("1 right of 1", ".lesson")
    screen.page.evaluate("localStorage.setItem('orchard.drill_seconds', '0')")  # the minute is over
    screen.says("A new best score!", ".verdict.right")
    screen.page.click(".lesson [data-key=all]")
    screen.says("best:", ".drills")

    opening_from_memory(screen)
    tree_of_openings(screen)
    kept_in_the_profile(screen)

    screen.page.select_option("#language", "pl")
    screen.says("Lekcje", ".lessons")
    screen.page.click("nav [data-key=play]")
    screen.until("orchard.tree.game === 'reversi' && document.querySelectorAll('main .disc').length === 5")
    screen.page.go_back()  # the game that was played before is still there, and so is the list
    screen.page.wait_for_selector(".lessons")


@pytest.mark.parametrize("screen", [{"viewport": {"width": 390, "height": 844}, "has_touch": True}], indirect=True)
def test_a_finger_takes_a_lesson_on_a_phone(screen: Screen) -> None:
    screen.open("#learn/gomoku/five")
    screen.page.click(NEXT)
    step(screen, 2)
    screen.page.wait_for_selector("main .cell.legal[data-square=j6]")
    screen.square("j6").tap(force=True)
    screen.says("again", "#toast.shown")  # points are small: a second tap plays
    screen.square("j6").tap(force=True)
    screen.says("Black has won", ".verdict.right")
    assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    screen.page.click(NEXT)
    step(screen, 3)
    screen.page.wait_for_selector("main .cell.legal[data-square=f12]")
    screen.square("f12").click(force=True)
    screen.says("White completes five at J8", ".verdict.wrong")
    screen.page.wait_for_selector("main .cell.last[data-square=j8]")  # the strongest level does


def test_the_key_of_a_number_chooses_that_number(screen: Screen) -> None:
    """How many discs turn? The answers begin with another number than 1 now and then."""
    screen.open("#learn/reversi/drill-turns")
    screen.page.wait_for_selector("[data-key=start]")
    screen.page.keyboard.press("s")
    for asked in range(1, 5):
        screen.page.wait_for_selector(".picks button")
        who, square = re.findall(r"(Black|White) plays ([A-H][1-8])", screen.page.inner_text(".sentence"))[0]
        position = orchard.game("reversi").parse(f"{screen.stones()} {'X' if who == 'Black' else 'O'}")
        turned = position.play(square.lower()).enemy.bit_count() - position.own.bit_count() - 1
        if screen.page.locator("[data-key=pick-10]").count():  # no key is called so
            screen.page.click(f"[data-key=pick-{turned}]")
        else:
            screen.page.keyboard.press(str(turned))
        screen.says(f"{asked} right of {asked}", ".lesson")
        screen.until("document.querySelector('.lesson .verdict')?.textContent === ''")


FIRST_LINES = """(list) => [...document.querySelectorAll(`.${list} li a`)].map((entry) => [
    Math.round(entry.parentElement.getBoundingClientRect().top),
    Math.round(entry.querySelector("b").getBoundingClientRect().top),
])"""


def test_a_list_says_what_its_game_has_and_keeps_its_lines(screen: Screen) -> None:
    screen.open("#learn/reversi")
    screen.says("Where the named openings go", ".openings")
    for entries in ("drills", "openings"):
        rows: dict[int, set[int]] = {}
        for row, line in screen.page.evaluate(FIRST_LINES, entries):
            rows.setdefault(row, set()).add(line)
        assert rows
        assert all(len(lines) == 1 for lines in rows.values()), "names in a row stand side by side"
    screen.open("#learn/tic_tac_toe")
    screen.says("How your saved games went on", ".openings")
    headings = screen.page.locator(".openings :is(h2, b)").all_text_contents()
    assert headings == ["Openings", "Tree of openings"]
