"""Where things stand in the views: nothing is cut off, touches what is beside it, or speaks another language."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

import orchard
from tests.studio.browser import Screen

pytestmark = pytest.mark.one_page

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "locale": "pl"}
TABLET = {"viewport": {"width": 820, "height": 1180}}


def box(screen: Screen, selector: str) -> dict[str, float]:
    found: dict[str, float] | None = screen.page.locator(selector).first.bounding_box()
    assert found is not None, selector
    return {**found, "right": found["x"] + found["width"], "bottom": found["y"] + found["height"]}


def test_the_small_picture_of_every_game_shows_stones_of_both_sides(api: httpx.Client) -> None:
    for facts in api.get("/games").json():
        assert {"X", "O"} <= set(facts["sample"]), facts["name"]
    assert {facts["name"] for facts in api.get("/games").json()} == set(orchard.games())


@pytest.mark.parametrize(
    ("hash", "press"),
    [("#inside/reversi/f5?b=human&w=uct", ""), ("#arena", ""), ("#analyse/reversi/f5", "[data-key=edit]")],
)
def test_fields_below_each_other_do_not_touch(screen: Screen, hash: str, press: str) -> None:
    screen.open(hash)
    if press:
        screen.page.click(press)
    screen.page.wait_for_selector("main .opponent-fields select")
    gaps = screen.page.evaluate(
        """() => { const all = [...document.querySelector('main .opponent-fields').children];
            const boxes = all.map((part) => part.getBoundingClientRect()).filter(({ height }) => height);
            const below = (one, other) => other.left < one.right && one.left < other.right;
            return boxes.slice(1).filter((box, n) => below(boxes[n], box))
                .map((box) => box.top - boxes[boxes.indexOf(box) - 1].bottom); }"""
    )
    assert len(gaps) >= 3
    assert min(gaps) >= 8, gaps


@pytest.mark.parametrize("screen", [PHONE], indirect=True)
def test_on_a_phone_the_speed_of_a_game_that_is_watched_fits(screen: Screen) -> None:
    screen.open("#play/reversi/f5?b=level:1&w=level:1")
    right = "document.querySelector('[data-key=speed]').getBoundingClientRect().right"  # drawn anew with every move
    assert 200 < screen.page.evaluate(right) <= 390 - 8


@pytest.mark.parametrize("screen", [PHONE], indirect=True)
def test_on_a_phone_a_tick_stands_beside_its_words(screen: Screen) -> None:
    screen.open("#play/reversi/")
    screen.page.click("#looks")
    screen.page.wait_for_selector("dialog.looks[open]")
    tick, label = box(screen, "dialog.looks input[name=confirm]"), box(screen, "dialog.looks label.row")
    text: Any = screen.page.evaluate(
        """() => { const range = document.createRange();
            range.selectNodeContents(document.querySelector('dialog.looks label.row').lastChild);
            return range.getBoundingClientRect().left; }"""
    )
    assert text >= tick["right"]
    assert label["right"] <= 390 - 8


def test_beside_a_small_board_no_word_of_the_title_is_broken_into_lines(screen: Screen) -> None:
    screen.open("#inside/gomoku/h8i9?b=human&w=kite")
    for chip in (".aim .how-to", ".aim .threat-toggle", ".aim > span.chip"):
        assert box(screen, chip)["height"] <= 44, chip


@pytest.mark.parametrize("screen", [TABLET], indirect=True)
def test_on_an_upright_tablet_what_a_search_found_is_on_the_first_page(screen: Screen) -> None:
    screen.open("#inside/reversi/f5?b=human&w=uct")
    screen.says("prefers")
    assert box(screen, ".forest")["y"] < 700
    assert box(screen, ".inside .opponent-fields")["x"] > box(screen, "orchard-board")["right"]


def test_a_review_of_no_game_is_a_hint_and_no_empty_graph(screen: Screen) -> None:
    screen.open("#review/reversi/")
    screen.says("Play some moves first", "main .panel")
    expect(screen.page.locator("main .graph, main [data-key=side-black]")).to_have_count(0)


@pytest.mark.parametrize("screen", [{"locale": "pl"}], indirect=True)
@pytest.mark.parametrize(
    ("hash", "label"), [("#library", "Wybierz pliki"), ("#inside/reversi/f5", "Otwórz zapis szukania")]
)
def test_a_button_for_files_speaks_the_language_of_the_page(screen: Screen, hash: str, label: str) -> None:
    screen.open(hash)
    screen.page.wait_for_selector("input[type=file]", state="attached")
    button = screen.page.locator("label:has(input[type=file])")
    assert button.inner_text().strip() == label
    assert button.bounding_box()["height"] <= 48
    assert screen.page.evaluate("getComputedStyle(document.querySelector('input[type=file]')).opacity") == "0"


@pytest.mark.parametrize("screen", [{"locale": "pl"}], indirect=True)
def test_a_list_without_games_says_how_they_come_there_in_the_language_of_the_page(screen: Screen) -> None:
    screen.open("#library")
    screen.says("Tu pojawią się partie", ".database")
    expect(screen.page.locator(".database button.icon")).to_have_count(0)  # no pages to turn
    screen.says("Wybierz pliki", ".drop")
    screen.page.set_input_files(".drop input", {"name": "one.txt", "mimeType": "text/plain", "buffer": b"f5d6c3d3c4"})
    screen.says("one.txt", ".drop")


@pytest.mark.parametrize("screen", [TABLET, {"viewport": {"width": 390, "height": 844}}], indirect=True)
def test_the_name_of_no_language_is_cut_off(screen: Screen) -> None:
    screen.open("#play/reversi/")
    for code in ("en", "zh-Hans", "zh-Hant", "pl"):
        screen.page.select_option("#language", code)
        screen.until(f"document.documentElement.lang === '{code}'")
        cut = screen.page.evaluate(
            """() => { const list = document.querySelector('#language');
                const copy = list.cloneNode(true);
                copy.value = list.value;
                copy.style.setProperty('max-width', 'none');
                for (const option of [...copy.options]) if (option.value !== list.value) option.remove();
                list.after(copy);
                const needed = copy.offsetWidth;
                copy.remove();
                return needed - list.offsetWidth; }"""
        )
        assert cut <= 0, (code, cut)


@pytest.mark.parametrize("screen", [PHONE], indirect=True)
def test_on_a_phone_the_two_days_stand_side_by_side(screen: Screen) -> None:
    screen.open("#library")
    days = screen.page.locator(".library input[type=date]")
    first, second = days.nth(0).bounding_box(), days.nth(1).bounding_box()
    assert first["y"] == second["y"]
    assert second["x"] + second["width"] <= 390 - 8


@pytest.mark.parametrize("screen", [{"viewport": {"width": 320, "height": 640}}], indirect=True)
def test_on_the_smallest_phone_no_name_of_a_view_is_cut_off(screen: Screen) -> None:
    screen.open("#play/reversi/")
    for code in ("en", "zh-Hans", "zh-Hant", "pl"):
        screen.page.select_option("#language", code)
        screen.until(f"document.documentElement.lang === '{code}'")
        cut = screen.page.evaluate(
            """() => [...document.querySelectorAll('#nav a')].filter((link) => {
                const [outer, inner] = [link, link.querySelector('span')].map((part) => part.getBoundingClientRect());
                return inner.left < outer.left || inner.right > outer.right || outer.right > innerWidth;
            }).map((link) => link.textContent)"""
        )
        assert cut == [], code


@pytest.mark.parametrize("screen", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_on_a_phone_the_counts_of_a_side_stand_in_one_line(screen: Screen) -> None:
    screen.open("#review/reversi/f5d6c3d3c4?b=human&w=level:1")
    screen.until("orchard.tree.review?.done")
    screen.page.wait_for_selector(".graph-box + .spread .grade")
    rows = screen.page.evaluate(
        """() => [...document.querySelectorAll('.graph-box + .spread > .row')].map((row) =>
            new Set([...row.children].map((part) => Math.round(part.getBoundingClientRect().bottom / 12))).size)"""
    )
    assert rows == [1, 1]


def test_the_name_of_the_opening_covers_the_moves_that_scroll_away_below_it(screen: Screen) -> None:
    moves = "f5f6e6f4e3d2c3d3g3f3g2h3g7b3d1d6f2g6f7g5h7g8h4h5d7c6b5c1b1c4c5b7h6d8e7h1b6c2b4a4"
    screen.open(f"#play/reversi/{moves}?b=human&w=human")
    screen.page.wait_for_selector(".moves .opening")
    screen.page.evaluate("document.querySelector('.moves').scrollTop = 10000")
    assert screen.page.evaluate("document.querySelector('.moves').scrollTop") > 100
    assert box(screen, ".moves .opening")["y"] <= box(screen, ".moves")["y"] + 1  # its border
