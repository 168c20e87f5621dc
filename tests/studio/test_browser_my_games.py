"""The games of the database in the page: opened beside the game in play, one's own found again."""

from __future__ import annotations

import httpx
import pytest

from tests.studio.browser import Screen

pytestmark = pytest.mark.one_page


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
    screen.says("Tiger", ".moves .opening")
    screen.page.keyboard.press("ArrowLeft")
    screen.says("Perpendicular", ".moves .opening")
    screen.page.click("#nav [data-key=play]")
    screen.until("orchard.name === 'play' && orchard.tree.current.ply === 3")
    assert screen.moves() == ["f5", "f6", "e6"]
    screen.says("Diagonal", ".moves .opening")
    assert screen.page.evaluate("orchard.seats") == {"black": "human", "white": "human"}


def test_a_game_played_here_is_found_again_after_a_restart_with_its_review(screen: Screen) -> None:
    screen.open("#play/tic_tac_toe/a1b1b2a2?b=human&w=human")
    screen.play("c3")
    screen.page.wait_for_selector("#result-title")
    screen.load("#library")
    screen.says("Tic-tac-toe", ".library .games tbody tr")
    screen.resize(390, 844)
    edge = "(name) => document.querySelector(`.library .games tbody ${name}`).getBoundingClientRect()"
    result, button = (screen.page.evaluate(edge, f"td:nth-child({column})") for column in (4, 8))
    assert result["right"] <= button["left"]  # the button that stays in sight does not cover the result
    screen.resize(1280, 800)
    screen.page.select_option(".library [data-key=winner]", "loss")
    screen.page.select_option(".library [data-key=winner]", "")
    screen.page.locator(".library .games td button").first.click()
    screen.until("orchard.name === 'review' && orchard.tree.current.ply === 5 && orchard.tree.review?.done")


def test_games_of_others_are_not_among_mine(screen: Screen, api: httpx.Client) -> None:
    keep(api, owner="somebody-else-0123456789")
    screen.open("#library")
    screen.says("The games that you finish in this browser", ".library .database")
    screen.page.select_option(".library [data-key=winner]", "win")
    screen.says("No games found", ".library .database")


def test_a_dropped_file_is_imported_and_its_positions_are_found(screen: Screen, api: httpx.Client) -> None:
    lines = "".join(f"(;GM[2]PB[p{n}]PW[q];B[f5];W[d6];B[c3];W[g5])\n" for n in range(300))
    screen.open("#analyse/reversi/f5d6c3")
    screen.page.click("#nav [data-key=library]")
    screen.page.set_input_files(
        ".drop input", [{"name": "club.sgf", "mimeType": "application/x-go-sgf", "buffer": lines.encode()}]
    )
    screen.says("club.sgf: games read: 300, new: 300", ".drop")
    screen.page.click("[data-key=search]")
    screen.says("G5", ".position-search .next-moves tbody tr")
    screen.says("300", ".position-search .next-moves tbody tr")
    screen.page.locator(".position-search .games td button").first.click()
    screen.until("orchard.name === 'review' && orchard.tree.game === 'reversi' && orchard.tree.current.ply >= 4")


def test_a_file_that_cannot_be_read_says_why(screen: Screen) -> None:
    screen.open("#library")
    screen.page.set_input_files(
        ".drop input", [{"name": "notes.doc", "mimeType": "text/plain", "buffer": b"dear diary"}]
    )
    screen.says("cannot read 'dear'", ".drop")


def test_my_games_are_found_by_their_opening(screen: Screen, api: httpx.Client) -> None:
    screen.open("#library")
    owner = screen.page.evaluate("orchard.recall('browser')")
    for moves in ("f5d6c3", "f5f6e6"):
        keep(api, owner=owner, moves=moves)
    screen.load("#library")
    screen.until("document.querySelectorAll('.library .games tbody tr').length === 2")
    screen.page.fill(".library [data-key=opening]", "f5 d6")
    screen.until("document.querySelectorAll('.library .games tbody tr').length === 1")
    screen.page.fill(".library [data-key=opening]", "f5d6 e")  # half a move: nothing happens yet
    screen.page.fill(".library [data-key=opening]", "f5d6e6")
    screen.says("No games found", ".library .database")
    screen.page.fill(".library [data-key=opening]", "diag")
    screen.until("document.querySelectorAll('.library .games tbody tr').length === 1")
    screen.says("Diagonal", ".library .games tbody tr")
    screen.page.fill(".library [data-key=opening]", "")
    screen.until("document.querySelectorAll('.library .games tbody tr').length === 2")
