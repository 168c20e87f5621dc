"""Every game that is found works in the page by itself: board, colours and choices, by mouse and by keyboard."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import orchard
from tests.studio.browser import Screen

pytestmark = pytest.mark.one_page

GAMES = orchard.games()
ENGLISH = json.loads((Path(orchard.__file__).parent / "web/locales/en.json").read_text(encoding="utf-8"))
BOTH_SIZES = [{}, {"viewport": {"width": 390, "height": 844}}]


def facts_of(screen: Screen, name: str) -> Any:
    return screen.served(f"/api/games/{name}")


@pytest.mark.parametrize("screen", BOTH_SIZES, indirect=True, ids=("desk", "phone"))
@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_shown_on_its_board_in_its_colours(screen: Screen, name: str) -> None:
    screen.open(f"#play/{name}/?b=human&w=human")
    facts = facts_of(screen, name)
    board = orchard.game(name).board
    cells = screen.page.locator("main .cell")
    expect(cells).to_have_count(board.width * board.height)
    first, last = cells.first.get_attribute("data-square"), cells.last.get_attribute("data-square")
    assert (first, last) == (str(board.moves[0]), str(board.moves[board.size - 1]))
    grid = screen.page.locator("main .cells").bounding_box()
    assert grid["width"] / grid["height"] == pytest.approx(board.width / board.height, abs=0.01)
    whole = screen.page.locator("orchard-board").bounding_box()
    assert whole["y"] + whole["height"] <= screen.page.viewport_size["height"]
    assert screen.page.evaluate("document.documentElement.scrollWidth") <= screen.page.viewport_size["width"]
    style = "getComputedStyle(document.querySelector('main .frame')).getPropertyValue"
    assert screen.page.evaluate(f"{style}('--board-ground')") == facts["colors"]["ground"]
    expect(screen.page.locator("main h1")).to_have_text(
        ENGLISH.get(f"game.{name}.title", facts["title"]), use_inner_text=True
    )


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_chosen_and_played_by_clicks_and_by_keys(screen: Screen, name: str) -> None:
    game = orchard.game(name)
    screen.open("#play")
    screen.page.click("[data-action=new]")
    screen.page.check(f"dialog input[name=game][value={name}]", force=True)
    screen.page.check("dialog input[name=mode][value=friend]", force=True)
    expect(screen.page.locator("dialog .game-cards svg")).to_have_count(len(GAMES))
    screen.page.click("dialog button[value=start]")
    screen.until(f"orchard.tree.game === '{name}'")
    position = game.start()
    shown = "[...document.querySelectorAll('main .cell.legal')].map((one) => one.dataset.square).sort().join()"
    screen.until(f"{shown} === '{','.join(sorted(map(str, position.legal())))}'")  # the board is drawn more than once
    move = position.legal()[0]
    screen.play(move)
    screen.wait_for_moves(1)
    position = position.play(move)
    screen.until("document.querySelector('main .cell.legal')")
    screen.shows(position.text.split(" ")[0])

    goal = position.legal()[-1]
    screen.page.keyboard.press("ArrowLeft")  # into the board
    focused = "document.activeElement.dataset.square"
    for key in ("Home", "PageUp"):
        screen.page.keyboard.press(key)
    assert screen.page.evaluate(focused) == str(game.board.moves[0])
    row, column = divmod(goal.square, game.board.width)
    for key in ["ArrowRight"] * column + ["ArrowDown"] * row:
        screen.page.keyboard.press(key)
    assert screen.page.evaluate(focused) == str(goal)
    screen.page.keyboard.press("Enter")
    screen.wait_for_moves(2)
    assert screen.moves() == [str(move), str(goal)]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_set_up_and_analysed(screen: Screen, name: str) -> None:
    game = orchard.game(name)
    screen.open(f"#analyse/{name}/")
    screen.page.wait_for_selector("main .cell .value")  # the engine says something of a move
    screen.page.click("[data-key=edit]")
    screen.page.click(".opponent-fields button:text-is('Clear the board')")
    screen.shows("-" * game.board.size)
    screen.page.locator("main .cell").last.click(force=True)
    screen.shows("-" * (game.board.size - 1) + "X")
    screen.page.click(".opponent-fields button:text-is('Start position')")
    screen.until("!document.querySelector('[name=edit-brush]')")
    screen.shows(game.start().text.split(" ")[0])


@pytest.mark.parametrize("name", [name for name in GAMES if orchard.game(name).options])
def test_a_game_with_other_boards_offers_them(screen: Screen, name: str) -> None:
    screen.open(f"#play/{name}/?b=human&w=human")
    option = orchard.game(name).options[0]
    screen.page.click("[data-action=new]")
    screen.page.check("dialog input[name=mode][value=friend]", force=True)
    screen.page.check(f"dialog input[name=game][value={name}]", force=True)
    screen.page.evaluate(  # at once: before the server has said what there is on this board
        """(option) => {
            const select = document.querySelector("dialog [data-key=option]");
            select.value = option;
            select.dispatchEvent(new Event("change", { bubbles: true }));
            document.querySelector("dialog button[value=start]").click();
        }""",
        option,
    )
    screen.until(f"orchard.tree.game === '{name}:{option}'")
    board = orchard.game(f"{name}:{option}").board
    expect(screen.page.locator("main .cell")).to_have_count(board.size)
    screen.open(screen.page.evaluate("location.hash"))
    assert screen.page.evaluate("orchard.tree.game") == f"{name}:{option}"
