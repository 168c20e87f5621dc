"""No view breaks a rule of WCAG 2.2 A or AA that axe-core can check, by day and by night, on a desk and on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import orchard
from tests.studio import axe
from tests.studio.browser import Screen
from tests.studio.conftest import SKIPPED_PARTS

pytestmark = pytest.mark.one_page

REVERSI = "f5d6c3d3c4f4f6"
PREFERS = "/prefers/.test(document.querySelector('.status').textContent)"


def view(hash: str, until: str = "document.querySelector('main .cell')") -> Callable[[Screen], None]:
    def show(screen: Screen) -> None:
        screen.open(hash)
        screen.until(until)

    return show


def new_game(screen: Screen) -> None:
    screen.open("#play/gomoku/h8i9?b=human&w=level:3")
    screen.page.click("[data-action=new]")
    screen.page.check("dialog input[name=mode][value=watch]", force=True)  # the mode with the most to choose


def result(screen: Screen) -> None:
    moves = "h8a1i8b1j8c1k8d1"
    screen.open(f"#play/gomoku/{moves}?b=human&w=human")
    screen.play("l8")
    screen.page.wait_for_selector(".result:not([hidden])")


def step_by_step(screen: Screen) -> None:
    screen.open("#inside/reversi/f5d6c3?b=human&w=uct")
    screen.page.click("button[data-key=think]")
    screen.page.locator(".think [data-key=last]").click()
    screen.page.wait_for_selector(".think .column")
    screen.page.click(".think .settings summary")


def predicting(screen: Screen) -> None:
    screen.open("#inside/reversi/f5d6c3?b=human&w=strategist")
    screen.page.select_option("select[data-key=depth]", "3")
    screen.page.click("button[data-key=think]")
    screen.page.check(".think [data-key=predict]")
    forward = screen.page.locator(".think [data-key=forward]")
    while not screen.page.locator(".think .question").count():
        forward.click()
    screen.page.click(".think .settings summary")
    screen.page.click(".think .sees summary")
    screen.page.wait_for_selector(".think .sees .sum")


def tool(where: str, name: str, until: str) -> Callable[[Screen], None]:
    def show(screen: Screen) -> None:
        screen.open(f"#inside/{where}?b=human&w=human")
        screen.page.click(f".tool-buttons [data-key={name}]")
        screen.page.wait_for_selector(until)

    return show


def threats(screen: Screen) -> None:
    screen.open("#play/gomoku/h8a15h9a14h10a13?b=human&w=human")
    screen.page.click("main .threat-toggle")
    screen.page.wait_for_selector("main .cell .threat")


def swap2(screen: Screen) -> None:
    screen.open("#play/gomoku/h8i9j10?o=3&b=level:1&w=human")
    screen.page.wait_for_selector("[data-swap2=black]")


def keys(screen: Screen) -> None:
    screen.open("#play/reversi/f5d6?b=human&w=human")
    screen.page.click("#keys")
    screen.page.wait_for_selector("dialog.keys[open]")


def looks(screen: Screen) -> None:
    screen.open("#play/gomoku/h8i9?b=human&w=human")
    screen.page.click("#looks")
    screen.page.wait_for_selector("dialog[open]")


def lesson(screen: Screen) -> None:
    screen.open("#learn/reversi/corners")
    screen.page.click("[data-key=next]")
    screen.play("g2")
    screen.page.wait_for_selector(".verdict.wrong")


def engine_settings(screen: Screen) -> None:
    screen.open("#analyse/reversi/f5d6(f4e3)c3?at=4&n=4:c4.d3-f5:A+comment")
    screen.page.click(".engine-settings summary")
    screen.page.wait_for_selector(".engine-settings select")


SCENES = {
    "play": view(f"#play/reversi/{REVERSI}?b=human&w=human"),
    **{name: view(f"#play/{name}/?b=human&w=human") for name in orchard.games()},
    "analyse": view(f"#analyse/reversi/{REVERSI}", "document.querySelectorAll('main .cell .value').length > 3"),
    "review": view(f"#review/reversi/{REVERSI}?b=human&w=level:1", "orchard.tree.review?.done"),
    "inside": view("#inside/reversi/f5?b=human&w=uct", PREFERS),
    "depths": view("#inside/reversi/f5d6c3?b=human&w=sage", PREFERS),
    "step by step": step_by_step,
    "side by side": tool("reversi/f5d6c3", "side", ".lane .sentence"),
    "whole tree": tool("tic_tac_toe/", "whole", ".big .item"),
    "proof": tool("gomoku/h8h7i8a1j8a15", "proofs", ".big .item"),
    "predicting": predicting,
    "arena": view("#arena", "document.querySelector('.arena form')"),
    "library": view("#library", "document.querySelector('.library .drop input')"),
    "lesson": lesson,
    "new game": new_game,
    "result": result,
    "threats": threats,
    "swap2": swap2,
    "keys": keys,
    "looks": looks,
    "engine settings": engine_settings,
    "watched": view("#play/reversi/?b=level:1&w=level:1", "orchard.tree.current.ply > 3"),
}
DESK, PHONE = {"width": 1440, "height": 900}, {"width": 360, "height": 740}
OTHER_ON_A_PHONE = ("play", "analyse", "review", "inside", "new game")  # which has other parts there
OPEN = {"bypass_csp": True, "color_scheme": "light", "viewport": DESK}


@pytest.fixture(autouse=True)
def axe_core() -> None:
    if not axe.SCRIPT.is_file():
        if axe.MISSING not in SKIPPED_PARTS:
            SKIPPED_PARTS.append(axe.MISSING)
        pytest.skip(axe.MISSING)


@pytest.mark.parametrize("screen", [OPEN], indirect=True)
@pytest.mark.parametrize("scene", SCENES)
def test_axe_finds_nothing_wrong_in_any_view(screen: Screen, scene: str) -> None:
    screen.page.emulate_media(color_scheme="light")
    SCENES[scene](screen)
    wrong = {"light, desk": axe.violations(screen.page)}
    screen.page.set_viewport_size(PHONE)
    screen.page.emulate_media(color_scheme="dark")
    wrong["dark, phone"] = axe.violations(screen.page, axe.ALL if scene in OTHER_ON_A_PHONE else axe.OF_LOOKS)
    assert not any(wrong.values()), wrong


@pytest.mark.parametrize("screen", [OPEN], indirect=True)
def test_axe_finds_what_is_wrong(screen: Screen) -> None:
    SCENES["play"](screen)
    screen.page.evaluate("() => document.querySelector('main').append(document.createElement('button'))")
    assert [found for found in axe.violations(screen.page) if found.startswith("button-name")]
    screen.load()  # without the button
