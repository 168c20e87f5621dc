"""What helps a beginner, in real Chromium: why a square may not be played, what a move would turn, and the rules."""

from __future__ import annotations

import pytest

from tests.studio.browser import Screen

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
RINGED = "[...document.querySelectorAll('main .cell.turns')].map((cell) => cell.dataset.square).join(' ')"


@pytest.mark.parametrize(
    ("place", "square", "why"),
    [
        ("reversi/", "a1", "A1 turns no disc"),
        ("connect_four/", "d3", "D3 has room below: stones drop to the lowest square"),
    ],
)
def test_an_illegal_square_says_why(screen: Screen, place: str, square: str, why: str) -> None:
    screen.open(f"#play/{place}?b=human&w=human")
    screen.page.wait_for_selector("main .cell.legal")
    screen.square(square).click(force=True)
    screen.says(why, "#toast")
    assert screen.moves() == []


def test_the_discs_that_would_turn_are_ringed_under_the_pointer_and_by_the_keyboard(screen: Screen) -> None:
    screen.open("#play/reversi/?b=human&w=human")
    screen.page.wait_for_selector("main .cell.legal[data-square=d3]")
    screen.square("d3").hover(force=True)
    screen.until(f"{RINGED} === 'd4'")
    screen.square("a1").hover(force=True)
    screen.until(f"{RINGED} === ''")
    screen.square("f5").focus()
    screen.until(f"{RINGED} === 'e5'")
    screen.page.keyboard.press("Enter")
    screen.until(f"orchard.tree.current.move === 'f5' && {RINGED} === ''")


@pytest.mark.parametrize("screen", [PHONE], indirect=True)
def test_a_finger_that_stays_asks_and_does_not_play(screen: Screen) -> None:
    screen.open("#play/reversi/?b=human&w=human")
    screen.page.wait_for_selector("main .cell.legal[data-square=d3]")
    finger = {"pointerType": "touch", "bubbles": True}
    screen.square("d3").dispatch_event("pointerdown", finger)
    screen.until(f"{RINGED} === 'd4'")
    screen.square("d3").dispatch_event("pointerup", finger)
    screen.square("d3").dispatch_event("click")
    assert screen.page.evaluate(RINGED) == ""
    assert screen.page.evaluate("orchard.tree.current.ply") == 0
    screen.square("d3").tap(force=True)
    screen.until("orchard.tree.current.ply === 1")
