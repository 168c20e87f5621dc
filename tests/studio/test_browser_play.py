"""The Play view in real Chromium: whole games, and everything one does during one."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.studio.browser import Screen

pytestmark = pytest.mark.one_page

FIRST_MOVES = {"d3", "c4", "f5", "e6"}
SHORTEST_GAME = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]  # black takes everything, 13-0


@pytest.mark.parametrize("game", ["reversi", "reversed_reversi:6"])
def test_a_whole_game_against_a_level(screen: Screen, game: str) -> None:
    screen.open(f"#play/{game}/?b=human&w=level:1")
    assert screen.play_to_the_end() >= 5
    dialog = screen.page.locator(".result")
    black, white = screen.stones().count("X"), screen.stones().count("O")
    assert f"{black}–{white}" in dialog.inner_text()
    won = (black < white) if game == "reversed_reversi:6" else (black > white)
    expected = "draw" if black == white else "You won" if won else "You lost"
    assert expected in dialog.inner_text()


def test_a_whole_game_of_gomoku_against_a_level(screen: Screen) -> None:
    screen.open("#play/gomoku/?b=human&w=level:6")
    assert screen.play_to_the_end() >= 4
    screen.says("five in a row", ".result")
    assert screen.page.locator("main .cell.win").count() >= 5


def test_the_page_opens_on_a_game_that_can_be_played_at_once(screen: Screen) -> None:
    screen.open()
    screen.page.wait_for_selector("main .cell.legal")
    legal = screen.page.eval_on_selector_all("main .cell.legal", "(cells) => cells.map((cell) => cell.dataset.square)")
    assert set(legal) == FIRST_MOVES
    screen.page.evaluate("document.querySelector('main [data-square=f5]').click()")
    screen.wait_for_moves(2)
    assert screen.moves()[0] == "f5"


def test_a_move_and_the_reply_to_it_are_one_request(screen: Screen) -> None:
    asked: list[dict[str, Any]] = []
    screen.page.on("websocket", lambda socket: socket.on("framesent", lambda text: asked.append(json.loads(text))))
    screen.load("#play/reversi/?b=human&w=level:1")
    screen.page.wait_for_selector("main .cell.legal")
    asked.clear()
    screen.play("f5")
    screen.wait_for_moves(2)
    assert [(message["do"], message["play"], message["moves"]) for message in asked] == [("move", "f5", "")]


def test_a_last_move_against_a_player_is_one_request_and_has_no_reply(screen: Screen) -> None:
    asked: list[dict[str, Any]] = []
    screen.page.on("websocket", lambda socket: socket.on("framesent", lambda text: asked.append(json.loads(text))))
    screen.load("#play/gomoku/h8a1h9a2h10a3h11a4?b=human&w=level:1")
    screen.page.wait_for_selector("main .cell.legal")
    asked.clear()
    screen.play("h12")
    screen.page.wait_for_selector(".result:not([hidden])")
    assert [message["play"] for message in asked if message["do"] == "move"] == ["h12"]
    assert asked[0]["do"] == "move"
    assert screen.moves()[-1] == "h12"
    expect(screen.page.locator("main .cell.win")).to_have_count(5)


def test_an_illegal_click_changes_nothing_and_says_so(screen: Screen) -> None:
    screen.open("#play/reversi/?b=human&w=human")
    screen.page.wait_for_selector("main .cell.legal")
    before = screen.stones()
    screen.square("a1").click(force=True)
    screen.square("d4").click(force=True)
    screen.shows(before)
    screen.says("A1 turns no disc", "#announcer")


def test_a_move_turns_what_the_server_said_it_turns(screen: Screen) -> None:
    screen.open("#play/reversi/?b=human&w=human")
    screen.play("f5")
    assert screen.stones()[28:30] + screen.stones()[36:38] == "X-XX"  # e4, f4; e5 turned, f5 put down


def test_a_pass_is_announced_and_must_be_confirmed(screen: Screen) -> None:
    # black's only disc is behind white's: black cannot move, white can take it
    screen.open("#play/reversi/?s=OX.62._X&b=human&w=level:1")
    screen.page.wait_for_selector(".status button")
    screen.says("Black has no legal move")
    screen.page.click(".status button")
    screen.page.locator("body").get_by_text("You have no legal move and pass").first.wait_for(state="attached")
    screen.page.wait_for_selector(".result:not([hidden])")
    assert screen.moves() == ["Pass", "c1"]


def test_a_pass_of_the_opponent_is_announced(screen: Screen) -> None:
    # white (to move) cannot move, black can
    screen.open("#play/reversi/?s=XO.60.OX_O&b=human&w=level:1")
    screen.says("has no legal move and passes", "#announcer")


def test_undo_and_redo_go_back_to_ones_own_choice(screen: Screen) -> None:
    screen.open("#play/reversi/?b=human&w=level:1")
    screen.play("f5")
    screen.wait_for_moves(2)
    after = screen.stones()
    screen.page.keyboard.press("u")
    assert screen.stones().replace("-", "") in ("OXXO", "XOOX")
    expect(screen.page.locator("main .cell.legal")).to_have_count(4)
    screen.page.click("[data-action=redo]")
    screen.until("orchard.tree.current.ply === 2")
    screen.shows(after)


def test_what_a_dialog_spoke_of_goes_with_it_when_the_address_changes(screen: Screen) -> None:
    screen.open("#play/gomoku/h8?b=human&w=human")
    screen.page.keyboard.press("n")
    screen.page.wait_for_selector("dialog[open]")
    screen.page.evaluate("location.hash = '#analyse/reversi/f5'")
    screen.until("orchard.name === 'analyse' && orchard.tree.game === 'reversi'")
    expect(screen.page.locator("dialog")).to_have_count(0)


@pytest.mark.timed
def test_a_new_game_can_begin_while_the_player_thinks(screen: Screen) -> None:
    screen.open("#play/reversi/?b=human&w=uct")
    screen.page.evaluate("orchard.seconds = 20")
    screen.play("f5")
    screen.page.wait_for_selector(".status .dots3")
    screen.page.click("[data-action=new]")
    screen.page.wait_for_selector("dialog.new-game[open]")
    screen.page.check("dialog input[name=mode][value=friend]", force=True)
    screen.page.click("dialog button[value=start]")
    started = time.monotonic()
    screen.page.wait_for_selector("main .cell.legal", timeout=2_000)
    assert screen.moves() == []
    screen.eventually(lambda: screen.served("/api/status")["engines"]["running"], lambda count: count == 0)
    assert time.monotonic() - started < 5  # the old player has 20 s, and gives them back


@pytest.mark.timed
def test_undo_stops_a_player_that_thinks(screen: Screen) -> None:
    screen.open("#play/reversi/?b=human&w=uct")
    screen.page.evaluate("orchard.seconds = 20")
    screen.play("f5")
    screen.page.wait_for_selector(".status .dots3")
    screen.page.keyboard.press("u")
    screen.page.wait_for_selector("main .cell.legal", timeout=2_000)
    screen.says("Your move")


def test_a_hint_is_a_nudge_first_and_then_the_move_with_what_it_is_worth(screen: Screen) -> None:
    screen.open("#play/reversi/f5?b=human&w=human")
    screen.page.wait_for_selector("main .cell.legal")
    screen.page.keyboard.press("h")
    screen.says("Look at the ")
    expect(screen.page.locator("main .cell.hint")).to_have_count(0)
    area = screen.page.locator("main .cell.area").evaluate_all("(all) => all.map((cell) => cell.dataset.square)")
    assert 4 <= len(area) <= 9
    screen.page.get_by_role("button", name="Show the move").click()
    screen.page.wait_for_selector("main .cell.hint")
    move = screen.page.get_attribute("main .cell.hint", "data-square")
    assert move in {"d6", "f4", "f6"} & set(area)
    said = screen.page.locator(".status").inner_text()
    assert re.fullmatch(rf"Try {move.upper()}: (you would (win|lose) by about \d+ discs|it would be about even)", said)


def test_a_hint_in_a_lost_position_says_who_wins_and_what_loses_least(screen: Screen) -> None:
    screen.open("#play/reversed_reversi/?s=" + "X" * 62 + "O-_X&b=human&w=human")  # the last square: black gets all 64
    screen.page.wait_for_selector("main .cell.legal")
    screen.page.keyboard.press("h")
    screen.says("White already wins; H8 loses least, by 64 discs · Fewest discs win")


def test_resigning_asks_first_and_loses(screen: Screen) -> None:
    screen.open("#play/reversi/f5?b=human&w=human")
    screen.page.wait_for_selector("main .cell.legal")
    screen.page.click("[data-action=resign]")
    screen.page.click("dialog button[value=no]")
    expect(screen.page.locator("dialog[open]")).to_have_count(0)
    screen.page.click("[data-action=resign]")
    screen.page.click("dialog button[value=yes]")
    screen.page.wait_for_selector(".result:not([hidden])")
    screen.says("Black won, by resignation", ".result")


@pytest.mark.parametrize(
    "screen",
    [
        {"viewport": {"width": 1280, "height": 800}},
        {"viewport": {"width": 820, "height": 1180}},
        {"viewport": {"width": 390, "height": 844}, "has_touch": True},
    ],
    indirect=True,
)
def test_the_result_stands_below_the_board_and_hides_none_of_it(screen: Screen) -> None:
    screen.open("#play/gomoku/h8a1h9a2h10a3h11a4?b=human&w=level:2")
    screen.play("h12")
    screen.page.wait_for_selector(".result:not([hidden])")
    screen.says("see the review", ".result")  # its longest text has come
    expect(screen.page.locator("dialog")).to_have_count(0)
    board = screen.page.locator("main orchard-board").bounding_box()
    result = screen.page.locator(".result").bounding_box()
    assert result["y"] >= board["y"] + board["height"]
    assert board["y"] >= 0
    height = screen.page.viewport_size["height"]
    assert result["y"] + result["height"] <= height, "the buttons are in sight without scrolling"
    assert board["width"] > 300


def test_the_result_offers_ones_mistakes_and_the_next_level(screen: Screen) -> None:
    screen.open("#play/gomoku/h8a1h9a2o1a3o2a4o3o15?b=human&w=level:2")  # o3 leaves a row of four open
    screen.page.evaluate("orchard.view.end('black', 'resign')")
    screen.says("Try level 1", ".result")
    screen.page.wait_for_function("() => /Your mistakes: [1-9]/.test(document.querySelector('.result').innerText)")
    said = screen.page.locator(".result button[value=review]").inner_text()
    screen.page.click(".result button[value=review]")
    screen.until("orchard.name === 'review' && orchard.tree.review.done")
    graded = screen.page.evaluate(
        "[...orchard.tree.review.byPly.values()].filter((move) => move.color === 'black'"
        " && ['inaccuracy', 'mistake', 'blunder'].includes(move.grade)).length"
    )
    assert said == f"Your mistakes: {graded}. See them"
    screen.open("#play/gomoku/h8a1h9a2h10a3h11a4?b=human&w=level:2")
    screen.play("h12")
    screen.page.click(".result button[value=level]")
    screen.until("orchard.seats.white === 'level:3' && orchard.tree.current.ply === 0")


def test_the_result_offers_to_swap_sides(screen: Screen) -> None:
    screen.open("#play/gomoku/h8a1h9a2h10a3h11a4?b=human&w=level:1")
    screen.play("h12")
    screen.page.wait_for_selector(".result:not([hidden])")
    screen.page.click(".result button[value=swap]")
    screen.wait_for_moves(1)  # the level, black now, has begun
    assert screen.page.evaluate("[orchard.seats.black, orchard.seats.white]") == ["level:1", "human"]


def test_two_players_can_be_watched_and_paused(screen: Screen) -> None:
    screen.open("#play/reversi/?b=level:1&w=level:1")
    screen.wait_for_moves(4)
    screen.page.keyboard.press("p")
    screen.says("Paused")
    count = len(screen.moves())
    screen.page.wait_for_timeout(300)
    assert len(screen.moves()) == count
    screen.page.keyboard.press("p")
    screen.wait_for_moves(count + 2)


def test_a_watched_game_goes_on_by_single_steps(screen: Screen) -> None:
    screen.open("#play/reversi/f5d6?b=level:1&w=level:1")
    screen.wait_for_moves(3)
    screen.page.keyboard.press("p")
    screen.says("Paused")
    count = len(screen.moves())
    for more in (1, 2):
        screen.page.click("[data-action=forward]")
        screen.wait_for_moves(count + more)
        screen.says("Paused")
        screen.page.wait_for_timeout(150)
        assert len(screen.moves()) == count + more


def test_a_watched_game_shows_who_is_ahead_and_is_as_slow_as_one_likes(screen: Screen) -> None:
    screen.open("#play/gomoku/h8?b=human&w=human")
    screen.page.evaluate("localStorage.setItem('orchard.speed', '600000')")  # no move while one looks
    screen.load("#play/gomoku/h8a1h9a2h10a3h11?b=level:1&w=level:1")  # four with both ends open
    screen.until("/^Black wins in/.test(document.querySelector('.evaluation')?.textContent)")
    bar, black = (screen.page.locator(f".evaluation-bar{part}").bounding_box() for part in ("", " i"))
    assert black["width"] > 0.95 * bar["width"]
    screen.page.select_option("[data-key=speed]", "2500")
    assert screen.page.evaluate("orchard.view.pace") == 2500
    screen.load("#play/gomoku/h8?b=human&w=level:1")
    assert screen.page.evaluate("orchard.view.pace") == 0  # of the tests: the speed is for watching
    expect(screen.page.locator(".evaluation")).to_be_hidden()


def test_a_whole_game_by_keyboard_alone(screen: Screen) -> None:
    screen.open("#play/reversi/?b=human&w=human")
    screen.page.wait_for_selector("main .cell.legal")
    focused = "document.activeElement?.dataset?.square ?? ''"
    for _ in range(30):
        if screen.page.evaluate(focused):
            break
        screen.page.keyboard.press("Tab")
    for move in SHORTEST_GAME:
        screen.page.wait_for_selector(f"main .cell.legal[data-square={move}]")
        here = screen.page.evaluate(focused)
        across, down = ord(move[0]) - ord(here[0]), int(move[1]) - int(here[1])
        for _ in range(abs(across)):
            screen.page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
        for _ in range(abs(down)):
            screen.page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
        assert screen.page.evaluate(focused) == move
        screen.page.keyboard.press("Enter")
    screen.page.wait_for_selector(".result:not([hidden])")
    screen.says("Black won, Black 13, White 0", ".result")


def test_every_square_tells_its_name_and_state(screen: Screen) -> None:
    screen.open("#play/reversi/f5?b=human&w=human")
    screen.page.wait_for_selector("main .cell.legal")
    label = "(name) => document.querySelector(`main [data-square=${name}]`).getAttribute('aria-label')"
    assert screen.page.evaluate(label, "f5") == "F5, Black, last move"
    assert screen.page.evaluate(label, "d4") == "D4, White"
    assert screen.page.evaluate(label, "f4") == "F4, empty, can be played"
    assert screen.page.evaluate(label, "a1") == "A1, empty"


@pytest.mark.timed
def test_a_clock_that_runs_out_ends_the_game(screen: Screen) -> None:
    screen.open("#play/reversi/?b=human&w=level:1")
    screen.page.wait_for_selector("main .cell.legal")
    screen.page.evaluate("orchard.minutes = 0.005")
    screen.page.wait_for_selector(".result:not([hidden])", timeout=5_000)
    screen.says("You lost, on time", ".result")


@pytest.mark.timed
def test_a_click_is_drawn_within_a_frame_or_two_while_an_engine_works(screen: Screen) -> None:
    screen.open("#play/reversi/?b=human&w=human")
    screen.page.wait_for_selector("main .cell.legal")
    took = screen.page.evaluate(
        """async () => {
            const work = orchard.connection.ask('analyse', { game: 'reversi', moves: 'f5', seconds: 3 });
            await new Promise((resolve) => setTimeout(resolve, 300));
            const started = performance.now();
            document.querySelector('main [data-square=f5]').click();
            const there = document.querySelector('main [data-square=f5] .disc') !== null;
            const took = performance.now() - started;
            return there ? took : 1e9;
        }"""
    )
    assert took < 50
