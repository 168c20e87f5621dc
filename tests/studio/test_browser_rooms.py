"""A game between two browsers, and a third that watches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from orchard.shells.studio.security import ServerSettings
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


def invite(screen: Screen, words: str = "this computer only") -> str:
    """Begin a game with a friend elsewhere; what follows the server's address in the link."""
    screen.open("#play/reversi/")
    screen.page.click("[data-action=new]")
    screen.page.check("dialog input[name=game][value=reversi]", force=True)
    screen.page.check("dialog input[name=mode][value=friend]", force=True)
    screen.page.check("dialog input[name=place][value=elsewhere]", force=True)
    screen.page.check("dialog input[name=color][value=black]", force=True)
    screen.page.click("dialog button[value=start]")
    screen.page.wait_for_selector("dialog.invite")
    screen.says(words, "dialog.invite")
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
    expect(watcher.page.locator("main .cell.legal")).to_have_count(0)
    screen.page.reload()
    screen.says("Your move")  # the same side again
    expect(screen.page.locator("[data-action=hint]")).to_be_disabled()
    friend.page.click("[data-action=resign]")
    friend.page.click("dialog button.primary")
    screen.says("You won, by resignation", ".result")
    watcher.says("Black won, by resignation", ".result")


def test_a_phone_comes_by_the_code_or_the_link_with_its_token(chrome: Any, own_database: str) -> None:
    secret = "a-secret-that-nobody-guesses"
    shared = Server(ServerSettings(host="192.0.2.7", port=8484, token=secret))
    host, phone = (Screen(chrome.new_context(locale="en-GB"), shared.address) for _ in range(2))
    try:
        host.page.goto(f"{shared.address}/?token={secret}")
        invite(host, "Send your friend the link")
        host.page.click(".status button")
        link = host.page.input_value("dialog.invite input")
        assert link.startswith(f"http://192.0.2.7:8484/?token={secret}#play/reversi/?r=")
        assert host.page.locator("dialog.invite svg.qr").bounding_box()["width"] >= 200
        phone.page.goto(link.replace("http://192.0.2.7:8484", shared.address))
        phone.says("Friend to move")
        assert secret not in phone.page.evaluate("location.href")
        assert not host.problems + phone.problems
    finally:
        for screen in (host, phone):
            screen.page.context.close()
        shared.close()


def test_a_link_to_a_game_that_is_gone_says_so_and_keeps_the_moves(screen: Screen) -> None:
    screen.open("#play/reversi/f5d6?r=not-there&b=human&w=friend")
    screen.says("no longer on the server", "#toast")
    assert screen.moves() == ["f5", "d6"]
    screen.play("c3")  # as a game at this screen
    screen.wait_for_moves(3)


def test_a_game_with_a_friend_elsewhere_has_a_clock_and_is_lost_on_time_on_both_pages(
    screen: Screen, device: Callable[[], Screen]
) -> None:
    screen.open("#play/reversi/")
    screen.page.wait_for_selector("main .cell.legal")
    screen.page.evaluate("orchard.openRoom('reversi', 'black', { perMove: 3 })")
    screen.page.wait_for_selector("dialog.invite")
    link = screen.page.input_value("dialog.invite input")
    screen.page.click("dialog.invite button.primary")
    times = "[...document.querySelectorAll('.seat .time')].map((time) => time.textContent)"
    assert screen.page.evaluate(times) == ["3.0 s", "3.0 s"]  # it waits for the friend
    friend = device()
    friend.open(link[link.index("#") :])
    screen.play("f5")
    friend.says("Your move")
    screen.until("document.querySelectorAll('.seat .time')[1].textContent < '2.9'")  # the friend's clock runs here too
    friend.says("You lost, on time", ".result")
    screen.says("You won, on time", ".result")
    assert friend.moves() == screen.moves() == ["f5"]


def test_the_form_offers_a_clock_for_a_friend_elsewhere(screen: Screen) -> None:
    screen.open("#play/reversi/")
    screen.page.click("[data-action=new]")
    screen.page.check("dialog input[name=mode][value=friend]", force=True)
    screen.page.check("dialog input[name=place][value=elsewhere]", force=True)
    screen.page.select_option("dialog [name=minutes], dialog [data-key=minutes]", "3+2")
    screen.page.click("dialog button[value=start]")
    screen.page.wait_for_selector("dialog.invite")
    assert screen.page.evaluate("orchard.tree.room.timing") == {"minutes": 3, "increment": 2, "perMove": 0}
    screen.until("document.querySelector('.seat .time').textContent === '3:00'")
