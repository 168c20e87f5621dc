"""How things look on other screens, in real Chromium: phones, tablets, by night."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.studio.browser import Screen

pytestmark = pytest.mark.one_page

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TABLET = {"viewport": {"width": 820, "height": 1180}}


@pytest.mark.parametrize("screen", [{"color_scheme": "light"}, {"color_scheme": "dark"}], indirect=True)
def test_the_first_click_on_the_theme_button_can_be_seen(screen: Screen) -> None:
    screen.open("#play/reversi/")
    ground = "getComputedStyle(document.body).backgroundColor"
    seen = [screen.page.evaluate(ground)]
    for _ in range(3):
        screen.page.click("#theme")
        seen.append(screen.page.evaluate(ground))
    assert seen[1] != seen[0]
    assert seen[3] == seen[0]  # and round again to the system's own


@pytest.mark.parametrize("screen", [PHONE], indirect=True)
def test_a_tap_leaves_no_ghost_behind(screen: Screen) -> None:
    screen.open("#play/gomoku/h8h9i9?b=human&w=human")
    screen.page.wait_for_selector("main .cell.legal[data-square=a1]")
    before = "getComputedStyle(document.querySelector('main [data-square=j10]'), '::before').content"
    screen.square("j10").hover(force=True)  # what a browser does after a tap
    assert screen.page.evaluate(before) == "none"


@pytest.mark.parametrize("screen", [{"color_scheme": "dark"}], indirect=True)
def test_a_black_disc_can_be_seen_on_a_dark_card(screen: Screen) -> None:
    screen.open("#play/reversi/")
    edge = screen.page.eval_on_selector(
        ".seat .stone.black",
        "(stone) => [getComputedStyle(stone).borderTopWidth, getComputedStyle(stone).borderTopColor]",
    )
    assert edge[0] == "1px"
    red, green, blue = (int(part) for part in edge[1].removeprefix("rgb(").removesuffix(")").split(","))
    assert min(red, green, blue) > 120  # the card is nearly black: more than three times as bright


@pytest.mark.parametrize("screen", [TABLET], indirect=True)
def test_the_curve_is_stretched_without_its_words(screen: Screen) -> None:
    screen.open("#review/gomoku/h8a1h9a2h10a3h11a4o15")
    screen.page.wait_for_selector(".graph .curve")
    expect(screen.page.locator(".graph text")).to_have_count(0)
    assert screen.page.locator(".graph-box span").all_inner_texts() == ["Black", "White"]


@pytest.mark.parametrize("screen", [PHONE], indirect=True)
def test_a_game_of_the_arena_can_be_opened_on_a_phone(screen: Screen) -> None:
    screen.open("#play/gomoku/h8a1h9a2h10a3h11a4?b=human&w=human")
    screen.play("h12")
    screen.page.wait_for_selector(".result:not([hidden])")
    screen.open("#arena")
    screen.page.locator(".database table button").first.wait_for(state="visible")
    # in one step: the list is drawn again whenever a game is added
    right_edge = """() => {
        document.querySelector(".database .forest-like .forest-like").scrollLeft = 0;
        return document.querySelector(".database table button")?.getBoundingClientRect().right;
    }"""
    screen.page.wait_for_function(f"() => ({right_edge})() > 0")
    assert screen.page.evaluate(right_edge) <= 390


def test_swap2_is_not_remembered_for_the_next_game(screen: Screen) -> None:
    screen.open("#play/gomoku/?b=human&w=level:1")
    for opening in ("swap2", None):
        screen.page.keyboard.press("n")
        field = screen.page.locator("dialog select[data-key=opening]")
        screen.page.locator("dialog input[value=gomoku]").check(force=True)
        if opening is None:
            assert field.input_value() == "free"
            continue
        field.select_option(opening)
        screen.page.click("dialog button.primary")
        screen.until("orchard.tree.swap2 && !document.querySelector('dialog')")


def test_all_games_are_listed_again_while_a_league_is_played(screen: Screen) -> None:
    """The games of a league come into the list before the league is over."""
    league = {"running": True, "games": 0}

    def leagues(route: object) -> None:
        shown = {"id": "x", "game": "reversi", "players": ["random", "greedy"], "total": 60}
        route.fulfill(json=[{**shown, "played": league["games"], "running": True}])  # type: ignore[attr-defined]

    def detail(route: object) -> None:
        league["games"] += 1
        about = {"id": "x", "name": "match", "game": "reversi", "planned": 60, "problem": None, "table": []}
        route.fulfill(json={**about, **league, "live": [], "latest": []})  # type: ignore[attr-defined]

    screen.page.route("**/api/leagues", leagues)
    screen.page.route("**/api/leagues/x", detail)
    screen.open("#arena")
    for _ in range(3):
        screen.page.wait_for_event("response", lambda answer: "/api/database/games?" in answer.url)
    assert 1 < league["games"] < 60
