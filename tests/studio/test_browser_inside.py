"""Look inside, in real Chromium: what is drawn of a search, and what the page says of it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import orchard
from tests.studio.browser import Screen

pytestmark = pytest.mark.one_page

MINIMAX = "#inside/reversi/d3c5c6c3c4b5a4f3d6a5g2a3b4e7a6b6b7d7b3?b=human&w=human"


def look_with(screen: Screen, player: str) -> None:
    screen.page.locator(".inside select").first.select_option(player)


@pytest.mark.parametrize("player", ["minimax", "alphabeta"])
def test_the_tree_marks_the_move_that_the_page_names(screen: Screen, player: str) -> None:
    screen.open(MINIMAX)
    look_with(screen, player)
    screen.says("prefers A8")
    marked = screen.page.locator(".forest .node.main text.move").all_text_contents()
    assert marked[1] == "a8"
    assert len(marked) == 5  # the position itself and four plies


def test_the_page_says_that_the_tree_of_kite_does_not_add_up(screen: Screen) -> None:
    screen.open("#inside/gomoku/h8h9i9i8g10?b=human&w=kite")
    screen.says("prefers")
    screen.says("do not add up", ".forest")
    heads = screen.page.locator(".inside .panel > .card:last-child th").all_text_contents()
    assert heads[:2] == ["Ply", "Positions shown"]
    assert "Work" not in heads


def test_a_click_on_a_label_shows_the_position_and_another_search_the_root_again(screen: Screen) -> None:
    screen.open("#inside/reversi/f5?b=human&w=uct")
    screen.says("prefers")
    label = screen.page.locator(".forest .node").nth(1).locator("text.fact").bounding_box()
    screen.page.mouse.click(label["x"] + label["width"] / 2, label["y"] - 2)  # between the two lines of the label
    screen.until("document.querySelectorAll('main .cell .disc').length === 6")
    look_with(screen, "minimax")
    screen.says("prefers")
    assert screen.stones().count("-") == 59
    expect(screen.page.locator(".steps").first).to_contain_text("Move 1", use_inner_text=True)
    screen.resize(390, 844)  # a phone: what was found begins on its first page, above the row of views
    found = screen.page.locator(".inside .panel > .card:visible").first
    assert found.bounding_box()["y"] < screen.page.locator("#nav").bounding_box()["y"] - 100


@pytest.mark.parametrize("place", ["gomoku/h8h9i9i8g10?b=human&w=kite", "reversi/f5?b=human&w=uct"])
def test_no_circle_of_a_tree_is_clipped(screen: Screen, place: str) -> None:
    screen.open(f"#inside/{place}")
    screen.says("prefers")
    outside = screen.page.evaluate(
        """() => {
            const { width, height } = document.querySelector('.forest svg').viewBox.baseVal;
            return [...document.querySelectorAll('.forest circle')].filter((circle) => {
                const [x, y, r] = ['cx', 'cy', 'r'].map((name) => circle[name].baseVal.value);
                return x < r || y < r || x + r > width || y + r > height;
            }).length;
        }"""
    )
    assert outside == 0


def test_labels_of_a_tree_have_units_and_a_legend_and_what_is_hidden_opens(screen: Screen) -> None:
    screen.open("#inside/reversi/f5d6c7f3e3d3c2d2c4b5f2f1?b=human&w=uct")
    screen.says("prefers")
    labels = screen.page.locator(".forest .node text.fact").all_text_contents()
    assert all(re.fullmatch(r"[\d,]+×( · \d+%)?", label) for label in labels), labels
    screen.says("how often it was visited (×)", ".forest")
    legal = len(orchard.game("reversi").replay("f5d6c7f3e3d3c2d2c4b5f2").legal())  # before the move of the player
    assert legal > 6
    hidden = screen.page.locator(".forest .more[data-key='more ']")
    assert hidden.text_content() == f"{legal - 6} more ▸"
    before = screen.page.locator(".forest .node").count()
    hidden.click()
    screen.until(f"document.querySelectorAll('.forest .node').length >= {before + legal - 6}")


def test_the_page_says_when_positions_of_a_tree_were_left_out(screen: Screen) -> None:
    screen.open("#inside/reversi/f5?b=human&w=uct")
    screen.says("prefers")
    assert "left out" not in screen.page.locator(".forest").inner_text()
    screen.page.evaluate(
        """() => { const { tree } = orchard; const node = { move: null, visits: 1, value: null, bound: null, cut: false,
            unsearched: [], best: null, children: [] }; orchard.view.draw({ tree: node, left_out: 1234 }); }"""
    )
    screen.says("1,234 positions of this tree are left out", ".forest")
