"""What becomes of a game while one looks at it elsewhere, goes back, gives up, or loads the page again."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.studio.browser import Screen, newest_game

pytestmark = pytest.mark.one_page

THROWN_AWAY = ["h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "o15"]  # black has an open four and looks away
SHORTEST_GAME = "e6f4e3f6g5d6e7f5c5"  # black takes everything, 13-0
LAST_MOVE = "OX.62._O"  # white takes black's only disc at c1: 3-0
MINUTE_LATER = "const now = performance.now.bind(performance); performance.now = () => now() + 60_000"


def visit(screen: Screen, view: str) -> None:
    screen.page.get_by_role("navigation").get_by_role("link", name=view, exact=True).click()
    name = "inside" if view == "Look inside" else view.lower()
    screen.until(f"orchard.name === '{name}' && document.querySelector('main .cell, main form')")


def resign(screen: Screen) -> None:
    screen.page.wait_for_selector("main .cell.legal")
    screen.page.click("[data-action=resign]")
    screen.page.click("dialog button[value=yes]")
    screen.page.wait_for_selector(".result:not([hidden])")


def reload(screen: Screen) -> None:
    screen.page.reload()
    screen.page.wait_for_selector("body[data-ready]")


def games_kept(screen: Screen) -> Any:
    return screen.served("/api/database/games?limit=1")["total"]


# ------------------------------------------------------------------------------------------------ looking, and going on


def test_moves_played_after_a_review_are_judged_too(screen: Screen) -> None:
    screen.open("#play/gomoku/h8a1?b=human&w=human")
    screen.play("h9")
    screen.page.keyboard.press("r")
    screen.until("document.querySelectorAll('main .moves .grade').length === 3")
    visit(screen, "Play")
    screen.play("a2")
    screen.play("h10")
    screen.page.keyboard.press("r")
    screen.until("document.querySelectorAll('main .moves .grade').length === 5")


def test_a_line_that_the_review_showed_is_not_judged(screen: Screen) -> None:
    screen.open(f"#review/gomoku/{''.join(THROWN_AWAY)}")
    screen.until("orchard.tree.review?.done")
    screen.page.evaluate("window.before = orchard.tree.review")
    screen.page.locator("article.why[data-ply='9']").get_by_text("Better line").click()
    screen.until("['h12', 'h7'].includes(orchard.tree.current.move)")
    visit(screen, "Analyse")
    visit(screen, "Review")
    assert screen.page.evaluate("orchard.tree.review === window.before && window.before.done")


def test_the_same_move_again_after_an_undo_is_answered(screen: Screen) -> None:
    screen.open("#play/reversi/?b=human&w=level:1")
    screen.play("f5")
    screen.until("orchard.tree.current.ply === 2")
    screen.page.wait_for_selector("main .cell.legal")
    screen.page.keyboard.press("u")
    screen.until("orchard.tree.current.ply === 0")
    screen.play("f5")
    screen.until("orchard.tree.current.ply === 2")
    screen.says("Your move")


def test_playing_on_from_an_earlier_position_keeps_what_came_after_it(screen: Screen) -> None:
    screen.open("#play/reversi/f5d6c3d3?b=human&w=level:1")
    screen.page.wait_for_selector("main .cell.legal")
    screen.page.locator(".moves button", has_text="f5").click()
    screen.says("An earlier position")
    screen.page.click(".status button")
    screen.until("orchard.tree.current.ply === 2")
    screen.says("Your move")
    assert "d6" in screen.page.evaluate("location.hash")
    assert "c3d3" in screen.page.evaluate("location.hash")


def test_a_stone_put_again_in_the_opening_is_answered(screen: Screen) -> None:
    screen.open("#play/gomoku/h8h9i8j8g8?o=5&b=human&w=level:1")  # the level has put two more
    screen.page.wait_for_selector("[data-swap2=black]")
    screen.page.keyboard.press("u")
    screen.until("orchard.tree.current.ply === 2")
    screen.play("i8")
    screen.until("orchard.tree.swap2.done || orchard.tree.current.ply === 5")


def test_looking_inside_leaves_the_game_where_it_is(screen: Screen) -> None:
    screen.open("#play/reversi/?b=human&w=level:1")
    screen.play("f5")
    screen.until("orchard.tree.current.ply === 2")
    screen.says("Your move")
    before = screen.stones()
    visit(screen, "Look inside")
    reload(screen)
    visit(screen, "Play")
    screen.shows(before)
    screen.says("Your move")


def test_a_better_line_does_not_become_the_game(screen: Screen) -> None:
    screen.open(f"#play/gomoku/{''.join(THROWN_AWAY[:-1])}?b=human&w=human")
    screen.play(THROWN_AWAY[-1])
    screen.page.keyboard.press("r")
    screen.page.locator("article.why[data-ply='9']").get_by_text("Better line").click()
    screen.until("['h12', 'h7'].includes(orchard.tree.current.move)")
    visit(screen, "Play")
    assert screen.moves() == THROWN_AWAY
    screen.says("White to move")


def test_a_line_shown_after_the_last_move_does_not_become_the_game_either(screen: Screen) -> None:
    overlooked = ["h8", "i9", "i8", "k9", "j9", "i10", "j10", "h7", "o1", "o15"]  # black's double three at j8
    screen.open(f"#play/gomoku/{''.join(overlooked)}?b=human&w=human")
    screen.says("Black to move")
    screen.page.keyboard.press("r")
    screen.page.locator("article.why[data-ply='10'] .show-line").first.click()
    screen.until("orchard.tree.current.move === 'j8'")
    visit(screen, "Play")
    assert screen.moves() == overlooked
    expect(screen.page.locator("[data-action=redo]")).to_be_disabled()


def test_who_plays_on_from_a_game_of_two_players_gets_a_seat(screen: Screen) -> None:
    screen.open("#play/reversi/f5d6c3d3?b=level:1&w=level:1&at=2")  # black to move
    screen.says("An earlier position")
    screen.page.keyboard.press("p")
    screen.says("Paused")
    visit(screen, "Analyse")
    screen.page.get_by_role("button", name="Play from here").click()
    screen.says("Your move")
    assert screen.page.evaluate("[orchard.seats.black, orchard.seats.white]") == ["human", "level:1"]
    expect(screen.page.locator("[data-action=resign]")).to_be_enabled()
    screen.play("c4")
    screen.until("orchard.tree.current.ply === 4")
    assert "c4(c3" in screen.page.evaluate("location.hash")
    assert "c4(c3d3)" in screen.page.evaluate("location.hash")


def test_a_player_of_another_game_gives_its_seat_to_a_level(screen: Screen) -> None:
    screen.open("#play/gomoku/?b=human&w=kite")
    screen.page.wait_for_selector("main .cell.legal")
    visit(screen, "Analyse")
    screen.page.get_by_role("button", name="Set up").click()
    screen.page.get_by_label("Game").select_option("reversi")
    screen.page.get_by_role("button", name="Start position").click()
    screen.page.get_by_role("button", name="Play from here").click()
    screen.play("f5")
    screen.wait_for_moves(2)


# ------------------------------------------------------------------------------------------------ how a game ended


def test_a_resigned_game_is_told_and_kept_once(screen: Screen) -> None:
    screen.open("#play/reversi/f5d6c3d3?b=human&w=human")
    before = games_kept(screen)
    resign(screen)
    screen.eventually(lambda: games_kept(screen), lambda count: count == before + 1)
    screen.page.click(".result button[value=review]")
    screen.until("orchard.name === 'review'")
    screen.page.keyboard.press("ArrowLeft")
    screen.page.keyboard.press("ArrowLeft")
    visit(screen, "Play")
    screen.says("White won, by resignation")
    assert screen.page.evaluate("orchard.tree.current.ply") == 4
    expect(screen.page.locator("dialog")).to_have_count(0)
    assert games_kept(screen) == before + 1


def test_after_a_resignation_one_can_step_back_and_play_on(screen: Screen) -> None:
    screen.open("#play/reversi/f5d6c3d3?b=human&w=human")
    resign(screen)
    screen.page.keyboard.press("u")
    screen.says("White to move")
    screen.page.keyboard.press("y")
    screen.says("White won, by resignation")
    screen.page.keyboard.press("u")
    screen.play("d3")
    screen.says("Black to move")


def test_a_resignation_outlives_the_page_and_the_database(screen: Screen) -> None:
    screen.open("#play/reversi/f5?b=human&w=human")
    before = newest_game(screen)
    resign(screen)
    reload(screen)
    screen.says("Black won, by resignation")
    expect(screen.page.locator("dialog")).to_have_count(0)
    screen.eventually(lambda: newest_game(screen), lambda game: game["id"] != before["id"])
    screen.open("#arena")
    screen.page.locator(".database td button").first.click()
    screen.until("orchard.name === 'review'")
    visit(screen, "Play")
    screen.says("Black won, by resignation")


def test_in_an_opening_loses_who_was_to_act_and_not_the_colour_of_the_stone(screen: Screen) -> None:
    screen.open("#play/gomoku/?o=3&b=human&w=human")
    screen.play("h8")
    screen.says("First player")  # puts white's stone too
    resign(screen)
    screen.says("Second player won, by resignation", ".result")


def test_another_end_of_the_same_length_is_kept_too(screen: Screen) -> None:
    screen.open("#play/gomoku/a1a15b1b15c1c15d1d15?b=human&w=human")
    before = games_kept(screen)
    screen.play("e1")
    screen.eventually(lambda: games_kept(screen), lambda count: count == before + 1)
    screen.page.keyboard.press("u")
    screen.page.keyboard.press("u")
    screen.play("h8")
    screen.play("e1")
    screen.page.wait_for_selector(".result:not([hidden])")
    screen.eventually(lambda: games_kept(screen), lambda count: count == before + 2)


@pytest.mark.parametrize(("game", "result"), [("reversi", "You won, 3–0"), ("reversed_reversi", "You lost, 3–0")])
def test_ones_own_discs_are_named_first(screen: Screen, game: str, result: str) -> None:
    screen.open(f"#play/{game}/?s={LAST_MOVE}&b=level:1&w=human")
    screen.play("c1")
    screen.says(result, ".result h2")
    screen.open(f"#play/reversi/{SHORTEST_GAME}?b=level:1&w=human")
    screen.says("You lost, 0–13")


def test_between_friends_the_colours_are_named(screen: Screen) -> None:
    screen.open(f"#play/reversi/?s={LAST_MOVE}&b=human&w=human")
    screen.play("c1")
    screen.says("White won, Black 0, White 3", ".result h2")


# ------------------------------------------------------------------------------------------------ time


def new_game(screen: Screen, mode: str, **fields: str) -> None:
    screen.open("#play/reversi/?b=human&w=human")
    screen.page.click("[data-action=new]")
    screen.page.check("dialog input[name=game][value=reversi]", force=True)
    screen.page.check(f"dialog input[name=mode][value={mode}]", force=True)
    for key, value in fields.items():
        screen.page.select_option(f"dialog select[data-key={key}]", value)
    screen.page.click("dialog button[value=start]")
    screen.page.wait_for_selector("dialog", state="detached")
    screen.page.wait_for_selector("main .cell.legal")  # of the new game: its clock runs


def time_left(screen: Screen, color: str) -> int:
    """Whole seconds on a clock that shows minutes and seconds."""
    clock = screen.page.locator(f".seat:has(.stone.{color}) .time")
    expect(clock).to_have_attribute("title", "Time left")
    minutes, seconds = clock.inner_text().split(":")
    return int(minutes) * 60 + int(seconds)


def test_a_clock_gives_no_time_back(screen: Screen) -> None:
    new_game(screen, "friend", minutes="3")
    screen.page.evaluate(f"() => {{ {MINUTE_LATER} }}")
    for code, word in (("pl", "Gra"), ("en", "Play")):
        screen.page.select_option("#language", code)
        screen.until(f"document.querySelector('nav').textContent.includes('{word}')")
    assert time_left(screen, "black") <= 120
    visit(screen, "Analyse")
    visit(screen, "Play")
    assert time_left(screen, "black") <= 120
    reload(screen)
    assert time_left(screen, "black") <= 120 < time_left(screen, "white")
    screen.play("f5")
    screen.page.wait_for_selector("main .cell.legal")  # white's
    screen.page.evaluate(f"() => {{ {MINUTE_LATER} }}")
    screen.play("d6")
    reload(screen)
    assert max(time_left(screen, "black"), time_left(screen, "white")) <= 120


def test_a_move_earns_its_increment(screen: Screen) -> None:
    new_game(screen, "friend", minutes="3+2")
    screen.play("f5")
    screen.wait_for_moves(1)
    took = screen.page.evaluate("orchard.tree.root.children[0].seconds")
    assert time_left(screen, "black") == pytest.approx(180 + 2 - took, abs=1)
    assert screen.page.evaluate("location.hash.includes('m=3&i=2')")


def test_seconds_for_each_move_run_out_for_the_side_to_move(screen: Screen) -> None:
    new_game(screen, "friend", minutes="10s")
    screen.play("f5")
    screen.page.wait_for_selector("main .cell.legal")  # white's
    screen.page.evaluate(f"() => {{ {MINUTE_LATER} }}")
    screen.says("Black won, on time", ".result")


def test_a_game_lost_on_time_stays_lost(screen: Screen) -> None:
    new_game(screen, "friend", minutes="1")
    screen.page.evaluate(f"() => {{ {MINUTE_LATER} }}")
    screen.page.wait_for_selector(".result:not([hidden])")
    reload(screen)
    screen.says("White won, on time")


def test_the_thinking_time_holds_for_the_next_game(screen: Screen) -> None:
    new_game(screen, "player", player="random", seconds="10")
    reload(screen)
    resign(screen)
    screen.page.click(".result button[value=again]")
    screen.until("!document.querySelector('dialog') && !orchard.tree.ending")
    assert screen.page.evaluate("orchard.seconds") == 10


# ------------------------------------------------------------------------------------------------ dialogs


def test_a_dialog_closes_by_a_click_beside_it_and_by_no_other(screen: Screen) -> None:
    screen.open("#analyse/reversi/f5?b=human&w=human")
    screen.page.get_by_role("button", name="Paste").click()
    screen.page.fill("#paste-text", "f5d6c3d3c4")
    text = screen.page.locator("#paste-text").bounding_box()
    dialog = screen.page.locator("dialog").bounding_box()
    beside = (dialog["x"] / 2, text["y"] + 20)
    screen.page.mouse.click(dialog["x"] + 6, text["y"] + 20)  # its padding
    for end in ((dialog["x"] + 6, text["y"] + 20), beside):  # text selected out of the field
        screen.page.mouse.move(text["x"] + 120, text["y"] + 20)
        screen.page.mouse.down()
        screen.page.mouse.move(*end, steps=5)
        screen.page.mouse.up()
    assert screen.page.input_value("#paste-text") == "f5d6c3d3c4"
    screen.page.mouse.click(*beside)
    screen.page.wait_for_selector("dialog", state="detached")
