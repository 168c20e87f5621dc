"""Puzzles in the browser: a learner's way from the first wrong move to a rating and a mistake that comes back."""

from __future__ import annotations

import os
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

import orchard
from orchard.core.puzzle import Puzzle
from orchard.study.puzzle_files import shipped
from tests.studio import axe
from tests.studio.browser import Screen
from tests.studio.conftest import Server

TASK = "document.querySelector('.puzzles .task')?.textContent"
UNTAGGED = """() => {
    const { connection } = orchard;
    const ask = connection.ask.bind(connection);
    connection.ask = async (what, ...more) => {
        const found = await ask(what, ...more);
        return what === "puzzle" ? { ...found, puzzle: { ...found.puzzle, tags: [] } } : found;
    };
}"""
LEAKS = r"/\b(puzzle|progress|profile|mistakes|phase)s?\.\w/"  # a key that no language has


def picture(screen: Screen, name: str) -> None:
    """Where somebody wants to look at it."""
    if "PICTURES" in os.environ:
        screen.page.screenshot(path=Path(os.environ["PICTURES"], f"{name}.png"), full_page=True)


def shown_puzzle(screen: Screen, game: str) -> Puzzle:
    """The puzzle whose board the page shows."""
    stones = screen.stones()
    return next(each for each in shipped(orchard.game(game)) if each.position.text[:-2] == stones)


@pytest.mark.parametrize("screen", [{"bypass_csp": True}], indirect=True)
def test_a_learner_tries_asks_solves_and_sees_a_rating(screen: Screen, server: Server) -> None:
    screen.open("#puzzles/gomoku")
    screen.until(TASK)
    screen.page.fill("orchard-progress input[type=text]", "Eva")
    screen.page.click("orchard-progress [data-key=make]")
    screen.until("document.querySelector('orchard-progress select').value === 'Eva'")
    screen.page.select_option(".puzzles [data-key=kind]", "defence")
    screen.says("Find the defence", ".puzzles .task")
    puzzle = shown_puzzle(screen, "gomoku")
    wrong = next(move for move in puzzle.position.legal() if move not in puzzle.accepted)
    picture(screen, "puzzle")
    screen.play(wrong)
    screen.says(f"{wrong.upper()} is not the solution", ".puzzle")
    screen.page.wait_for_selector("main .cell.win")  # the refutation was played to the enemy's five
    enemy = "White" if puzzle.position.to_move == "black" else "Black"
    screen.says(f"{enemy} won", ".puzzle .ended")
    picture(screen, "why_not")
    screen.page.click(".steps [data-key=first]")
    expect(screen.page.locator("main .cell.win")).to_have_count(0)
    screen.page.click("[data-key=why_not]")  # once more
    screen.page.wait_for_selector("main .cell.win")
    screen.page.click("[data-key=again]")
    for step, sign in enumerate((".cell.area", ".cell.area", ".cell.hint")):
        screen.page.click("[data-key=hint]")
        screen.page.wait_for_selector(f"main {sign}")
        assert bool(screen.page.locator("main .cell.hint").count()) == (step == 2)
    assert screen.page.get_attribute("main .cell.hint", "data-square") == puzzle.accepted[0]
    screen.play(puzzle.accepted[0])
    screen.says("Solved", ".puzzle")
    screen.says("Your rating", ".puzzle")
    picture(screen, "solved")
    if axe.SCRIPT.is_file():  # else test_browser_axe.py says so
        assert axe.violations(screen.page) == []
    for code in ("zh-Hans", "zh-Hant", "pl"):
        screen.page.select_option("#language", code)
        screen.until(f"document.documentElement.lang === '{code}'")
        screen.until("!document.querySelector('main').textContent.includes('Solved')")
        assert not screen.page.evaluate(f"{LEAKS}.test(document.querySelector('main').textContent)")
        for width in (320, 761, 1280):
            screen.resize(width, 800)
            assert screen.page.evaluate("document.documentElement.scrollWidth") <= width, (code, width)
    screen.resize(360, 740)
    picture(screen, "phone")
    screen.page.select_option("#language", "en")
    screen.page.keyboard.press("n")
    screen.until("document.querySelector('[data-key=give_up]')")
    assert shown_puzzle(screen, "gomoku").id != puzzle.id
    screen.page.click("[data-key=give_up]")
    screen.says("The solution is", ".puzzle")
    before = screen.page.evaluate("orchard.view.puzzles.view.stones").replace("-", "")
    screen.until("document.querySelector('.steps [data-key=last]')?.disabled")  # played to its end, both sides' moves
    assert len(screen.stones().replace("-", "")) >= len(before) + 2
    screen.page.wait_for_selector(".rating-curve")
    assert "[object" not in screen.page.inner_text("main")
    with httpx.Client(base_url=f"{server.address}/api", timeout=60) as api:
        progress = api.post("/progress", json={"game": "gomoku", "profile": "Eva"}).json()
        assert (progress["attempts"], progress["solved"]) == (2, 1)
        position = orchard.game("gomoku").replay("h8i9")
        exported = api.post("/profile_export", json={"profile": "Eva"}).json()
        exported["mistakes"] = [
            {
                "id": "made", "game": "gomoku", "position": position.text, "played": "a1", "accepted": '["i8"]',
                "loss": 0.3, "tags": '{"facts": ["far_away"]}', "made": "2026", "due": "2026-01-01",
                "repetitions": 0, "easiness": 2.5, "interval_days": 0,
            }
        ]  # fmt: skip
        api.post("/profile_import", json={"data": exported, "profile": "Eve"})
    screen.page.evaluate("localStorage.setItem('orchard.profile', JSON.stringify('Eve'))")
    screen.open("#puzzles/gomoku")
    screen.page.click("[data-key=due]")
    screen.says("you played A1", ".puzzles .task")
    screen.play("i8")
    screen.says("It comes back on", ".puzzle")
    picture(screen, "mistake")
    screen.page.click("[data-key=next]")
    screen.says("Nothing is due today", ".puzzles .task")
    screen.open("#play/gomoku/h8a1i8b1j8c1k8d1?b=human&w=level:2")
    screen.play("l8")  # five
    with httpx.Client(base_url=f"{server.address}/api", timeout=60) as api:
        asked = {"game": "gomoku", "profile": "Eve"}
        shown = screen.eventually(
            lambda: api.post("/progress", json=asked).json(), lambda found: "game" in found["ratings"]
        )
    assert shown["ratings"]["game"]["rating"] > 382  # of level 2, which was beaten
    screen.open("#puzzles/gomoku")
    screen.page.on("dialog", lambda dialog: dialog.accept())
    screen.page.click("orchard-progress [data-key=delete]")
    screen.until("document.querySelector('orchard-progress select').value === ''")


def test_a_hint_says_why_even_where_no_rule_of_thumb_helps(screen: Screen) -> None:
    screen.open("#puzzles/reversi")
    screen.page.wait_for_selector(".puzzles [data-key=hint]")
    screen.page.evaluate(UNTAGGED)
    screen.page.select_option(".puzzles [data-key=kind]", "last_ten")
    screen.says("best move of this ending", ".puzzles .task")
    for said in ("Look at the", "No rule of thumb shows this move", "Try "):
        screen.page.click("[data-key=hint]")
        screen.says(said, ".puzzle .verdict")


def test_a_profile_is_made_whatever_is_drawn_while_its_name_is_typed_and_the_button_pressed(screen: Screen) -> None:
    """Answers of the server draw the card again at any moment."""
    screen.open("#puzzles/gomoku")
    screen.page.wait_for_selector("main [data-key=give_up]")
    name, again = "orchard-progress [data-key=name]", "document.querySelector('orchard-progress').draw()"
    screen.page.click(name)
    screen.page.keyboard.type("No")
    screen.page.evaluate(again)
    screen.page.keyboard.type("ra")
    assert screen.page.input_value(name) == "Nora"
    box = screen.page.locator("orchard-progress [data-key=make]").bounding_box()
    assert box is not None
    screen.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    screen.page.mouse.down()
    screen.page.evaluate(again)
    screen.page.mouse.up()
    screen.until("orchard.recall('profile') === 'Nora'")
    screen.until(f"document.querySelector('{name}').value === ''")
    screen.page.fill(name, "\u200b")
    screen.page.keyboard.press("Enter")
    screen.says("name of at most 60 letters", "#toast")
    assert screen.page.input_value(name), "what was refused can be mended"


def test_a_second_click_while_an_answer_is_judged_is_no_second_try(screen: Screen) -> None:
    screen.open("#puzzles/gomoku")
    screen.page.wait_for_selector("main [data-key=give_up]")
    screen.page.evaluate(
        """() => {
            const ask = orchard.connection.ask.bind(orchard.connection);
            orchard.tried = [];
            orchard.connection.ask = (what, fields, more) => {
                if (what === "puzzle_try") orchard.tried.push(fields.move);
                return ask(what, fields, more);
            };
        }"""
    )
    (move, *_) = shown_puzzle(screen, "gomoku").accepted
    screen.page.evaluate(
        """(name) => {
            const cell = document.querySelector(`main [data-square=${name}]`);
            cell.click();
            cell.click();
            document.querySelector("main [data-key=give_up]").click();
        }""",
        move,
    )
    screen.says("Solved", ".puzzle")
    assert screen.page.evaluate("orchard.tried") == [move]


def test_progress_stands_in_learn_and_leads_to_puzzles_of_what_costs_most(screen: Screen, server: Server) -> None:
    failed = next(each for each in shipped(orchard.game("gomoku")) if each.tags == ("missed_win_by_fours",))
    done = {"game": "gomoku", "profile": "Zoe", "puzzle": failed.id, "attempt": "1", "solved": False}
    with httpx.Client(base_url=f"{server.address}/api", timeout=60) as api:
        api.post("/profile_new", json={"profile": "Zoe"})
        assert api.post("/puzzle_done", json=done).status_code == 200
    screen.open("#learn/gomoku")
    screen.page.select_option("orchard-progress [data-key=profile]", "Zoe")
    screen.page.click("orchard-progress [data-key=missed_win_by_fours]")
    screen.until("location.hash === '#puzzles/gomoku/theme-missed_win_by_fours'")
    screen.page.wait_for_selector("main [data-key=give_up]")
    assert "missed_win_by_fours" in shown_puzzle(screen, "gomoku").tags
    screen.says("You can win by a row of fours.", ".puzzles .theme")
    screen.page.get_by_role("button", name="All puzzles").click()
    screen.until("location.hash === '#puzzles/gomoku'")
    screen.page.wait_for_selector("main [data-key=kind]")
    screen.open("#learn/tic_tac_toe")  # a game without puzzles has ratings by games
    screen.page.wait_for_selector("orchard-progress [data-key=make]")
