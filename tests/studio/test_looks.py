"""Looks of boards and discs: legible, chosen in the page, remembered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import orchard
from tests.studio.browser import Screen

WEB = Path(orchard.__file__).parent / "web"
DISCS = ("#151a18", "#fdfcf8")


def luminance(color: str) -> float:
    """Relative luminance, as WCAG 2 defines it."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def boards() -> dict[str, dict[str, str]]:
    text = (WEB / "css" / "themes.css").read_text(encoding="utf-8")
    blocks = re.findall(r'\.picture\[data-board="(\w+)"\] \{([^}]*)\}', text)
    return {name: dict(re.findall(r"--board-(\w+): (#\w{6})", block)) for name, block in blocks}


def test_the_formula_of_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("name", ["wood", "slate", "contrast"])
def test_coordinates_and_lines_of_every_board_can_be_seen(name: str) -> None:
    colors = boards()[name]
    assert contrast(colors["ink"], colors["frame"]) >= 4.5
    assert contrast(colors["line"], colors["ground"]) >= 2


def test_on_the_board_of_high_contrast_both_discs_stand_out() -> None:
    assert min(contrast(disc, boards()["contrast"]["ground"]) for disc in DISCS) >= 4


def test_a_look_is_seen_at_once_and_kept(screen: Screen) -> None:
    screen.open("#play/reversi/f5d6?b=human&w=human")
    ground = "getComputedStyle(document.querySelector('main .frame')).getPropertyValue('--board-ground').trim()"
    assert screen.page.evaluate(ground) == orchard.game("reversi").style.ground
    screen.page.click("#looks")
    screen.page.check("dialog input[value=slate]", force=True)
    screen.page.check("dialog input[value=outlined]", force=True)
    assert screen.page.evaluate(ground) == boards()["slate"]["ground"]
    screen.page.click("dialog button.primary")
    screen.open("#play/gomoku/h8?b=human&w=human")
    assert screen.page.evaluate(ground) == boards()["slate"]["ground"]
    border = "getComputedStyle(document.querySelector('main .disc .b')).borderTopColor"
    assert screen.page.evaluate(border) == "rgb(255, 255, 255)"


def test_there_is_no_sound_until_it_is_switched_on(screen: Screen) -> None:
    screen.page.add_init_script(
        "window.sounds = 0; const Real = AudioContext;"
        "window.AudioContext = class extends Real { createBufferSource() { window.sounds++;"
        "return super.createBufferSource(); } };"
    )
    screen.open("#play/reversi/?b=human&w=human")
    screen.play("f5")
    assert screen.page.evaluate("window.sounds") == 0
    screen.page.click("#sound")
    screen.play("d6")
    assert screen.page.evaluate("window.sounds") == 1
