"""The games of the database in the page: opened beside the game in play, one's own found again."""

from __future__ import annotations

import httpx

from tests.studio.browser import Screen


def keep(api: httpx.Client, **fields: object) -> str:
    ask = {"game": "reversi", "moves": "f5d6c3d3c4", "black": "human", "white": "level:1", "winner": "white"}
    kept: str = api.post("/database/games", json={**ask, **fields}).json()["id"]
    return kept


def test_a_game_opened_from_the_list_leaves_the_game_in_play_where_it_is(screen: Screen, api: httpx.Client) -> None:
    keep(api)
    screen.open("#play/reversi/f5f6e6?b=human&w=human")
    screen.page.click("#nav [data-key=arena]")
    screen.page.locator(".database td button").first.click()
    screen.until("orchard.name === 'review' && orchard.tree.current.ply === 5")
    screen.says("Your game waits under Play", "#toast")
    screen.says("Black: You · White: Seed · level 1", ".names")
    screen.page.click("#nav [data-key=play]")
    screen.until("orchard.name === 'play' && orchard.tree.current.ply === 3")
    assert screen.moves() == ["f5", "f6", "e6"]
    assert screen.page.evaluate("orchard.seats") == {"black": "human", "white": "human"}
