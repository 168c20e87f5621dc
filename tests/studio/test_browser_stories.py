"""The guided stories in real Chromium, from a game just played to their end, on a desk and on a phone.

ORCHARD_STORIES=1 tells all six, in both; without it the first and the last are told on a desk.
"""

from __future__ import annotations

import json
import os
import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

import orchard
from orchard.shells.studio.schemas import TraceAsk
from orchard.study import stories
from tests.studio import axe
from tests.studio.browser import Screen

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "bypass_csp": True}
DESK = {"bypass_csp": True}
ALL = "ORCHARD_STORIES" in os.environ
TOLD = list(stories.stories())[:: 1 if ALL else 5]
ANSWERS = {  # wrong ones first
    "greedy": ("b5", "a4"),
    "minimax": ("c1", "b1"),
    "alphabeta": ("a1", "f3"),
    "ordering": ("", "c6"),
    "uct": ("500", "1042"),
    "learning": ("3", "7"),
}


def place(screen: Screen, name: str, page: int) -> None:
    """Wait for a page and its search."""
    told = stories.story(name)
    screen.until(f"orchard.view.story?.name === '{name}' && orchard.story.page === {page}")
    screen.says(f"{page} of {len(told.pages) + 1}", ".turning")
    if page <= len(told.pages):
        wanted = told.pages[page - 1].search_depth or told.pages[page - 1].playouts
        screen.until(
            "!/…/.test(document.querySelector('.story .text').textContent) && orchard.view.stepper.trace"
            f" && (orchard.view.here.search.search_depth ?? orchard.view.here.search.playouts) === {wanted}"
            " && document.querySelector('.story .lines .lit')"
        )


def press(screen: Screen, selector: str, by_keys: bool) -> None:
    found = screen.page.locator(selector)
    if by_keys:
        found.focus()
        screen.page.keyboard.press("Enter")
    else:
        found.evaluate("(one) => one.scrollIntoView({ block: 'center' })")  # not below the navigation
        found.click(force=True)


def answer(screen: Screen, name: str, text: str, by_keys: bool) -> None:
    kind, page = stories.story(name).task.kind, screen.page
    if kind == "best_move":
        page.wait_for_selector(f"main .cell.legal[data-square={text}]")
        press(screen, f"main [data-square={text}]", by_keys)
    elif kind == "cutting_reply":
        press(screen, f".task [data-key=reply-{text}]", by_keys)
    elif kind == "fewer_nodes":
        page.wait_for_selector(".think .order")
        if text:
            at = page.locator(".think .order ol.row button").all_inner_texts().index(text)
            page.locator(f"[data-key=order-{text}]").focus()
            for left in range(at - 1, -1, -1):
                page.keyboard.press("ArrowLeft")
                screen.until(
                    f"[...document.querySelectorAll('.think .order ol.row button')]"
                    f".findIndex((button) => button.textContent === '{text}') === {left}"
                )
        press(screen, ".task [data-key=check]", by_keys)
    else:
        page.fill(".task input", text)
        page.keyboard.press("Enter")


def tell(screen: Screen, name: str, *, by_keys: bool) -> None:
    """From the first page of a story to the right answer."""
    told, page = stories.story(name), screen.page
    for number in range(1, len(told.pages) + 1):
        place(screen, name, number)
        shown = page.inner_text(".story .text") + page.inner_text(".story .think .sentence")
        assert "{" not in shown
        assert not re.search(r"story\.[a-z]", shown)  # a key without words
        if by_keys:
            page.keyboard.press("ArrowRight")
        else:
            page.click("[data-key=next]")
    place(screen, name, len(told.pages) + 1)
    wrong, right = ANSWERS[name]
    answer(screen, name, wrong, by_keys)
    screen.says("Not yet.", ".task .verdict")
    helped = page.inner_text(".task .verdict")
    assert len(helped) > 40
    assert "{" not in helped
    answer(screen, name, right, by_keys)
    page.wait_for_selector(".task .verdict.right")
    page.wait_for_selector(".story .think .sentence")  # the steps are there at the latest now


def journey(screen: Screen, *, by_keys: bool) -> None:
    """Play two moves, find the stories, go through all of them, and come back to one's own game.

    On a desk after the moves by the keyboard alone; there the end of each story is looked at on a small screen, too.
    """
    page = screen.page
    screen.open("#play/tic_tac_toe/?b=human&w=human")
    for move in ("b2", "a1"):
        screen.play(move)
    press(screen, "nav [data-key=inside]", by_keys)
    page.wait_for_selector(".tool-buttons [data-key=stories]")
    assert page.inner_text(".tool-buttons [data-key=stories]") == "Stories"
    press(screen, ".tool-buttons [data-key=stories]", by_keys)
    page.wait_for_selector(".story-list li")
    expect(page.locator(".story-list li")).to_have_count(6)
    for number, name in enumerate(TOLD):
        # from the list, and from the end of one story to the next
        if number and not ALL:
            screen.open("#story")
        press(screen, "[data-key=next]" if number and ALL else f"[data-key=story-{name}]", by_keys)
        tell(screen, name, by_keys=by_keys)
        assert fits(screen)
        if by_keys:
            screen.resize(360, 740)
            assert fits(screen)
        if axe.SCRIPT.is_file() and name in ("ordering", "learning"):
            assert axe.violations(page) == []
        if by_keys:
            screen.resize(1280, 800)
    expect(page.locator("nav [aria-current=page]")).to_have_attribute("data-key", "inside")
    assert json.loads(page.evaluate("localStorage['orchard.stories']")) == TOLD
    press(screen, "[data-key=same]", by_keys)
    page.wait_for_selector(".inside .think .sentence")
    assert page.evaluate("orchard.tree.game") == "tic_tac_toe"
    assert page.evaluate("orchard.view.thinking.stepper.trace.player").startswith("alphabeta")


@pytest.mark.parametrize("screen", [DESK], indirect=True)
def test_from_a_game_just_played_to_the_end_of_a_story(screen: Screen) -> None:
    journey(screen, by_keys=True)


@pytest.mark.skipif(not ALL, reason="the same once more: ORCHARD_STORIES=1")
@pytest.mark.parametrize("screen", [PHONE], indirect=True)
def test_the_same_on_a_phone(screen: Screen) -> None:
    journey(screen, by_keys=False)


def fits(screen: Screen) -> bool:
    return bool(screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_story_has_an_address_its_code_is_lit_and_its_source_is_shown(screen: Screen) -> None:
    page = screen.page
    screen.open("#story/alphabeta/3")
    place(screen, "alphabeta", 3)
    assert "a cut" in page.inner_text(".story .lines .lit")
    assert "31" not in page.inner_text(".story .text")
    page.click(".story .think [data-key=back]")
    screen.until("!/a cut/.test(document.querySelector('.story .lines .lit').textContent)")
    assert page.inner_text(".story .source summary") == "The function in Orchard's source"
    page.click(".story .source summary")
    screen.says("def alphabeta(search, work, side, depth, ply, alpha, beta)", ".story .source pre")
    screen.says("orchard/search/alphabeta.py:", ".story .source")
    # by the keyboard alone: to the exercise, an answer on the board, and the list
    page.keyboard.press("Escape")
    page.evaluate("() => document.activeElement.blur()")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    place(screen, "alphabeta", 6)
    assert page.evaluate("location.hash") == "#story/alphabeta/6"
    page.keyboard.press("ArrowRight")
    assert page.evaluate("location.hash") == "#story/alphabeta/6"  # there is no page after the last
    page.locator(".task [data-key=reply-b4]").focus()
    page.keyboard.press("Enter")
    screen.says("skipped", ".task .verdict")
    page.locator(".story .text [data-key=all]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".story-list li")
    page.go_back()
    place(screen, "alphabeta", 6)
    page.locator("[data-key=same]").focus()
    page.keyboard.press("Enter")
    screen.says("There is no game of yours in this browser yet", ".story .status")
    page.select_option("#language", "pl")
    screen.says("Alfa-beta: pomiń", ".story .text h1")


def test_weights_of_a_generation_are_shown_on_the_board(screen: Screen) -> None:
    page = screen.page
    screen.open("#story/learning/2")
    place(screen, "learning", 2)
    page.locator(".generations input").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    weights = stories.story("learning").generations
    assert weights is not None
    assert page.inner_text("main [data-square=a1] .value") == str(weights.weights[1][0])
    expect(page.locator("main .cell.heat")).to_have_count(36)
    page.click(".story .think [data-key=forward]")
    page.wait_for_selector("main [data-square=a1]:not(.heat)")


def test_the_server_tells_checks_and_shows_source_by_name_alone(api: httpx.Client) -> None:
    told: list[dict[str, Any]] = api.get("/stories").json()
    assert [one["name"] for one in told] == list(stories.stories())
    assert all("trap" not in one["task"] and "judge" not in one["task"] for one in told)  # no answers
    for one in told:
        for page in (*one["pages"], one["task"]):
            TraceAsk.model_validate({"game": one["game"], "moves": page["moves"], **page["search"]})
    shown = api.get("/stories/uct/source").json()
    assert any(one["text"].startswith("def ucb1_child(") for one in shown)
    for name in ("nothing", "..%2F..%2Fetc%2Fpasswd", "orchard.search.uct"):
        assert api.get(f"/stories/{name}/source").status_code in (404, 422)
    right = api.post("/story_answer", json={"story": "uct", "answer": "1042"}).json()
    assert (right["right"], right["says"]["move"]) == (True, "E2")
    assert api.post("/story_answer", json={"story": "uct", "answer": "many"}).status_code == 422
    assert api.post("/story_answer", json={"story": "greedy", "answer": "a1"}).status_code == 422
    assert orchard.game(told[0]["game"]).replay(told[0]["pages"][0]["moves"]).to_move == "white"
