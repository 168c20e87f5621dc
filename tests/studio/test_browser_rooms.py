"""A game between two browsers, and a third that watches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.studio.browser import Screen
from tests.studio.conftest import Server


@pytest.fixture
def device(chrome: Any, server: Server) -> Iterator[Callable[[], Screen]]:
    """Makes another device: a browser that knows nothing of the others."""
    contexts = []
    made: list[Screen] = []

    def make() -> Screen:
        contexts.append(chrome.new_context(locale="en-GB", reduced_motion="reduce"))
        made.append(Screen(contexts[-1], server.address))
        return made[-1]

    yield make
    for context in contexts:
        context.close()
    assert not [problem for screen in made for problem in screen.problems]


def invite(screen: Screen) -> str:
    """Begin a game with a friend elsewhere; what follows the server's address in the link."""
    screen.open("#play/reversi/")
    screen.page.click("[data-action=new]")
    screen.page.check("dialog input[name=game][value=reversi]", force=True)
    screen.page.check("dialog input[name=mode][value=friend]", force=True)
    screen.page.check("dialog input[name=place][value=elsewhere]", force=True)
    screen.page.check("dialog input[name=color][value=black]", force=True)
    screen.page.click("dialog button[value=start]")
    screen.page.wait_for_selector("dialog.invite")
    screen.says("this computer only", "dialog.invite")
    link: str = screen.page.input_value("dialog.invite input")
    screen.page.click("dialog.invite button.primary")
    screen.says("Waiting for your friend")
    return link[link.index("#") :]


def test_two_browsers_play_one_game_and_a_third_watches(screen: Screen, device: Callable[[], Screen]) -> None:
    link = invite(screen)
    friend, watcher = device(), device()
    friend.open(link)
    screen.says("Your move")
    friend.says("Friend to move")
    watcher.open(link)
    watcher.says("Black to move")
    screen.play("f5")
    friend.says("Your move")
    friend.play("d6")
    for page in (screen, friend, watcher):
        page.wait_for_moves(2)
        assert page.moves() == ["f5", "d6"]
    assert watcher.page.locator("main .cell.legal").count() == 0
    screen.page.reload()
    screen.says("Your move")  # the same side again
    assert screen.page.locator("[data-action=hint]").is_disabled()
    friend.page.click("[data-action=resign]")
    friend.page.click("dialog button.primary")
    screen.says("You won, by resignation", "dialog.result-dialog")
    watcher.says("Black won, by resignation", "dialog.result-dialog")


def test_a_link_to_a_game_that_is_gone_says_so_and_keeps_the_moves(screen: Screen) -> None:
    screen.open("#play/reversi/f5d6?r=not-there&b=human&w=friend")
    screen.says("no longer on the server", "#toast")
    assert screen.moves() == ["f5", "d6"]
    screen.play("c3")  # as a game at this screen
    screen.wait_for_moves(3)
