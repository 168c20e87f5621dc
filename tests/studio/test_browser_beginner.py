"""What helps a beginner, in real Chromium: why a square may not be played, what a move would turn, and the rules."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import orchard
from tests.studio.browser import Screen

pytestmark = pytest.mark.one_page

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


def test_a_new_player_is_told_once_how_to_make_the_first_move(screen: Screen) -> None:
    screen.open("#play/reversi/f5d6c3?b=human&w=human")
    screen.page.wait_for_selector("main .cell.legal")
    expect(screen.page.locator(".coach")).to_be_hidden()  # the game is under way
    screen.open("#play/reversi/?b=human&w=human")
    screen.says("Play on a square with a green mark", ".coach")
    screen.page.locator(".coach button").click()
    screen.page.wait_for_selector("dialog.how-to")
    screen.page.keyboard.press("Escape")
    screen.play("f5")
    screen.until("document.querySelector('.coach').hidden")
    for place in ("reversi/", "gomoku/"):
        screen.load(f"#play/{place}?b=human&w=human")
        screen.page.wait_for_selector("main .cell.legal")
        expect(screen.page.locator(".coach")).to_be_hidden()


@pytest.mark.parametrize("game", orchard.games())
def test_ten_levels_are_told_apart_in_plain_words_and_the_technical_ones_wait_behind_an_i(
    screen: Screen, game: str
) -> None:
    screen.open(f"#play/{game}/")
    screen.page.keyboard.press("n")
    screen.page.locator(f"dialog input[name=game][value={game}]").check(force=True)
    said = set()
    for level in range(1, 11):
        screen.page.locator(f"dialog input[name=level][value='{level}']").check(force=True)
        text = screen.page.locator(".level-note > span").inner_text()
        assert "Elo" not in screen.page.locator(".level-note").inner_text()
        assert not any(word in text for word in ("depth", "%", "playout", "alpha"))
        said.add(text)
    assert len(said) == 10, said
    screen.page.locator(".level-note summary").click()
    assert (
        screen.page.locator(".level-note details").evaluate("(details) => details.open && details.innerText.length")
        > 10
    )
    assert "0 Elo above level 1" not in screen.page.locator(".level-note").inner_text().replace("00 Elo", "")


@pytest.mark.parametrize("game", orchard.games())
def test_every_game_shows_how_it_is_played(screen: Screen, game: str) -> None:
    screen.open(f"#play/{game}/")
    screen.page.locator("main button.how-to").click()
    screen.page.wait_for_selector("dialog.how-to[open]")
    dialog = screen.page.locator("dialog.how-to")
    pictures = dialog.locator(".picture").evaluate_all("(all) => all.map((one) => one.innerHTML)")
    assert len(set(pictures)) == 3
    words = dialog.locator("p").inner_text().split()
    assert 15 <= len(words) <= 40
    screen.page.keyboard.press("Escape")
    screen.page.wait_for_selector("dialog", state="detached")


def test_the_rules_are_beside_the_title_in_the_other_views_too(screen: Screen) -> None:
    screen.open("#analyse/gomoku:9/")
    screen.page.locator("main button.how-to").click()
    screen.says("five in a row", "dialog.how-to")
