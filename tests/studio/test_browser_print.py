"""A game on paper."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.studio.browser import Screen

pytestmark = pytest.mark.one_page

GAME = (  # all sixty squares
    "f5d6c7f3e3d3c2d2c4b5f2f1c6c5d1d7g2h1e7e2a4a6g1f8b4d8e8b6g8h8"
    "f4b3h2h3c3g5a7a8f6f7a3a5b8b7h5c8g7g6e6g4h4g3e1h6h7c1b1a2b2a1"
)


def pages(screen: Screen) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", screen.page.pdf(format="A4")))


def test_a_whole_game_is_printed_on_one_sheet_with_its_result(screen: Screen) -> None:
    screen.open(f"#play/reversi/{GAME}?b=human&w=level:4")
    screen.says("13–51", ".result h2")
    screen.page.emulate_media(media="print")
    for shown in ("orchard-board", ".seats", ".moves", ".result h2", "main h1"):
        assert screen.page.locator(shown).first.is_visible(), shown
    for hidden in (".top", ".actions", ".toast", "main .how-to", "main .row"):
        assert screen.page.locator(hidden).first.is_hidden(), hidden
    expect(screen.page.locator(".moves ol button:visible")).to_have_count(60)
    assert screen.page.evaluate("document.querySelector('.moves').scrollHeight <= innerHeight")
    assert pages(screen) == 1


def test_an_analysis_is_printed_with_its_comments(screen: Screen) -> None:
    screen.open("#analyse/reversi/f5d6(f4e3)c3?n=2:c4:A+quiet+move")
    screen.page.wait_for_selector(".moves .comment")
    screen.page.emulate_media(media="print", color_scheme="dark")
    expect(screen.page.locator(".moves .comment")).to_be_visible()
    expect(screen.page.locator(".engine-card")).to_be_hidden()
    assert screen.page.evaluate("getComputedStyle(document.querySelector('main h1')).color") == "rgb(28, 36, 32)"
