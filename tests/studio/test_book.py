"""The opening book in the studio: what the server says of a position, and what Analyse shows of it."""

from __future__ import annotations

import httpx
import pytest

import orchard
from tests.studio.browser import Screen

BOOKED = ("reversi", "reversed_reversi")


@pytest.mark.parametrize("game", BOOKED)
def test_the_server_says_what_the_book_knows(api: httpx.Client, game: str) -> None:
    assert api.get(f"/games/{game}").json()["book"]
    found = api.post("/book", json={"game": game, "moves": "f5"}).json()["book"]
    assert found["unit"] == "discs"
    assert found["depth"] >= 16
    assert {move["move"] for move in found["moves"]} <= set(orchard.game(game).replay("f5").legal())
    values = [move["value"] for move in found["moves"]]
    assert values == sorted(values, reverse=True)
    assert found["value"] == values[0]


def test_openings_have_their_names_and_other_positions_have_no_book(api: httpx.Client) -> None:
    found = api.post("/book", json={"game": "reversi", "moves": "c4"}).json()["book"]
    names = {move["move"]: move["name"] for move in found["moves"]}
    assert names["e3"] == "Perpendicular"
    assert names["c3"] == "Diagonal"
    assert api.post("/book", json={"game": "reversi", "moves": "c4c5b6"}).json() == {"book": None}
    assert api.post("/book", json={"game": "gomoku"}).json() == {"book": None}
    assert not api.get("/games/gomoku").json()["book"]
    assert not api.get("/games/reversi:6").json()["book"]


def test_analyse_shows_the_moves_of_the_book_while_it_is_in_it(screen: Screen) -> None:
    screen.open("#analyse/reversi/c4")
    screen.page.wait_for_selector(".book:not([hidden])")
    text = screen.page.inner_text(".book")
    assert "Opening book" in text
    assert "Perpendicular" in text
    assert "Diagonal" in text
    screen.page.locator(".book tr", has_text="Perpendicular").locator("button").click()
    screen.wait_for_moves(2)
    assert screen.moves() == ["c4", "e3"]
    screen.until("!/Perpendicular/.test(document.querySelector('.book').textContent)")  # the moves of the next position
    screen.page.wait_for_selector(".book:not([hidden])")
    screen.page.click("[data-key=edit]")
    screen.page.wait_for_selector(".book", state="hidden")
    screen.open("#analyse/reversi/c4c5b6")
    screen.page.wait_for_selector(".engine-card .lines")
    screen.page.wait_for_selector(".book", state="hidden")
