"""Review in real Chromium: grades and reasons, mistakes that are kept, better lines and other tries."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.studio.browser import Screen

pytestmark = pytest.mark.one_page

THROWN_AWAY = "h8a1h9a2h10a3h11a4o15"  # black has an open four and plays in a corner


def test_a_review_shows_the_curve_the_grades_and_why(screen: Screen) -> None:
    screen.open(f"#review/gomoku/{THROWN_AWAY}")
    screen.page.wait_for_selector("article.why[data-ply='9']")
    screen.says("Blunder", "article.why[data-ply='9']")
    screen.says("Five in a row was there: H12, H7.", "article.why[data-ply='9']")
    screen.page.wait_for_selector(".graph .curve")
    assert screen.page.locator(".moves .grade.blunder").count() >= 1


def test_one_press_keeps_the_mistakes_of_a_review_and_no_position_twice(screen: Screen) -> None:
    address = f"#review/gomoku/{THROWN_AWAY}?b=human&w=level:2"
    screen.open(address)
    screen.page.click("[data-key=keep-name]")
    screen.page.keyboard.type("I")
    screen.page.evaluate("orchard.view.draw()")  # which may happen at any moment
    screen.page.keyboard.type("da")
    screen.page.click("[data-key=keep]")
    screen.says("Kept for Ida: 1. Due today.", ".keep")
    screen.page.click("[data-key=keep-now]")
    screen.says("you played O15", ".puzzles .task")
    screen.open(address)  # as if for the first time
    screen.page.evaluate("orchard.remember('profile', 'Ida')")
    screen.page.wait_for_selector("[data-key=keep]")
    screen.page.evaluate("orchard.view.draw()")
    assert not screen.page.locator("[data-key=keep-name]:visible").count(), "whose they are is known"
    screen.page.click("[data-key=keep]")
    screen.says("These positions are kept already.", ".keep")
    screen.page.click("[data-key=side-white]")
    assert not screen.page.locator("[data-key=keep]:visible").count(), "the machine's are nobody's mistakes"
    screen.page.click("[data-key=side-black]")  # as it was, for the next test on this page


def test_who_chooses_so_keeps_the_mistakes_of_every_game_without_a_press(screen: Screen) -> None:
    """The five on h is not seen, and the other side makes its own. The game ends in Play; Learn says what is due."""
    screen.open(f"#review/gomoku/{THROWN_AWAY}?b=human&w=level:2")
    screen.page.fill("[data-key=keep-name]", "Uma")
    screen.page.click("[data-key=keep]")
    screen.page.check("[data-key=keep-every]")
    asked = {"game": "gomoku", "profile": "Uma"}
    ask = "(asked) => orchard.connection.ask('progress', asked)"
    before = screen.page.evaluate(ask, asked)
    assert (before["mistakes"], before["phases"]) == (1, {}), "no move counts until a game has ended"
    screen.page.evaluate("location.hash = '#play/gomoku/h8a15h9a14h10a13h7a12?b=human&w=level:2'")
    screen.play("o1")
    screen.page.wait_for_selector(".result:not([hidden])")
    shown = screen.eventually(
        lambda: screen.page.evaluate(ask, asked), lambda found: found["mistakes"] > 1 and found["phases"]
    )
    assert shown["phases"]["opening"]["moves"] == 5
    assert shown["phases"]["opening"]["good"] < 5
    screen.page.evaluate("location.hash = '#learn/gomoku'")
    screen.says(f"Mistakes due today: {shown['due']}", "main [data-key=due]")
    screen.page.click("main [data-key=due]")
    screen.says("you played", ".puzzles .task")
    screen.says("of 5", "orchard-progress .phases")


def test_each_side_has_its_turning_points_under_its_name(screen: Screen) -> None:
    screen.open("#review/gomoku/h8a15h9a14h10a13h7a12o1h11h6?b=human&w=level:2")
    screen.until("orchard.tree.review?.done")
    screen.says("Your turning points", ".panel")
    shown = "(cards) => cards.map((card) => orchard.tree.review.byPly.get(Number(card.dataset.ply)).color)"
    screen.page.evaluate("orchard.view.jump(orchard.tree.root)")
    assert set(screen.page.eval_on_selector_all("article.why", shown)) == {"black"}
    screen.page.locator("[data-key=side-white]").click()
    assert set(screen.page.eval_on_selector_all("article.why", shown)) == {"white"}
    screen.says("Sprout 2: turning points", ".panel")


def test_a_move_without_a_choice_is_called_forced_and_a_solved_value_exact(screen: Screen) -> None:
    screen.open("#review/reversi/h8?s=" + "X" * 62 + "O-_X")  # the last square
    screen.until("orchard.tree.review?.done")
    screen.says("Forced", "article.why[data-ply='1']")
    expect(screen.page.locator(".moves .grade.forced")).to_have_count(1)


def test_a_click_on_the_curve_jumps_there(screen: Screen) -> None:
    screen.open(f"#review/gomoku/{THROWN_AWAY}")
    screen.until("orchard.tree.review?.done")  # until then the curve is drawn anew and again
    screen.page.wait_for_selector(".graph .curve")
    box = screen.page.locator(".graph").bounding_box()
    screen.page.mouse.click(box["x"] + 3, box["y"] + box["height"] / 2)
    assert screen.page.evaluate("orchard.tree.current.ply") == 0
    assert screen.stones().count("-") == 225


def test_the_better_line_can_be_played_through_on_the_board(screen: Screen) -> None:
    screen.open(f"#review/gomoku/{THROWN_AWAY}")
    card = screen.page.locator("article.why[data-ply='9']")
    card.get_by_text("Better line").click()
    screen.until("['h12', 'h7'].includes(orchard.tree.current.move)")
    screen.until("orchard.tree.current.frame.over && document.querySelector('.moves .branch')")


def test_the_game_stays_the_main_line_and_keeps_its_grades_after_a_better_line(screen: Screen) -> None:
    screen.open(f"#review/gomoku/{THROWN_AWAY}")
    screen.until("orchard.tree.review?.done")
    main = "[...document.querySelectorAll('.moves ol > li:not(.branch) button')].map((entry) => entry.innerText)"
    screen.says("★", ".moves")
    before = screen.page.evaluate(main)
    assert len(before) == 9
    screen.page.locator("article.why[data-ply='9']").get_by_text("Better line").click()
    screen.until("document.querySelector('.moves .branch [aria-current]')")
    assert screen.page.evaluate(main) == before


def test_a_branch_is_promoted_by_hand_only(screen: Screen) -> None:
    screen.open("#analyse/reversi/f5d6c3")
    for _ in range(2):
        screen.page.keyboard.press("ArrowLeft")
    screen.play("f4")
    screen.page.wait_for_selector(".moves .branch [aria-current]")
    assert screen.moves() == ["f5", "d6", "f4", "c3"]
    screen.page.get_by_role("button", name="Make this the main line").click()
    screen.until("location.hash.startsWith('#analyse/reversi/f5f4(d6c3)')")
    assert screen.page.get_by_role("button", name="Make this the main line").count() == 0


def test_one_can_try_again_from_a_mistake(screen: Screen) -> None:
    screen.open(f"#review/gomoku/{THROWN_AWAY}?b=human&w=level:1")
    screen.page.locator("article.why[data-ply='9']").get_by_text("Try again").click()
    screen.says("Find a better move than O15", ".task")
    screen.page.get_by_role("button", name="Play from here").click()
    screen.until("orchard.name === 'play'")
    screen.play("h12")
    screen.page.wait_for_selector(".result:not([hidden])")
    screen.says("You won", ".result")


def test_another_try_is_answered_right_or_again(screen: Screen) -> None:
    screen.open(f"#review/gomoku/{THROWN_AWAY}?b=human&w=level:1")
    before = screen.page.evaluate("location.hash.split('?')[0]")
    screen.page.locator("article.why[data-ply='9']").get_by_text("Try again").click()
    screen.play("o15")
    screen.says("O15 is the move that was played. Try another.", ".task")
    screen.play("n14")  # as far away
    screen.says("N14 is no better than O15. Try again.", ".task")
    screen.play("h7")  # five in a row
    screen.says("Right: H7 is a good move.", ".task")
    screen.page.wait_for_selector("main [data-square=h7] .ghost.black")
    assert screen.page.evaluate("location.hash.split('?')[0]") == before  # the game is as it was
    screen.page.keyboard.press("ArrowRight")
    screen.until("document.querySelector('.task').hidden")


def test_another_try_that_is_better_but_not_good_is_close(screen: Screen) -> None:
    screen.open(f"#review/gomoku/{THROWN_AWAY}")
    screen.until("orchard.tree.review?.done")
    screen.page.evaluate("orchard.tree.review.byPly.get(9).loss = 2")  # as if the move had lost more than one can lose
    screen.page.locator("article.why[data-ply='9']").get_by_text("Try again").click()
    screen.play("n14")
    screen.says("Close: N14 is better than O15, but there is a better one.", ".task")


def test_show_rings_what_a_card_speaks_of_and_ghosts_the_better_move(screen: Screen) -> None:
    screen.open("#review/reversi/d3c3b3d2e6b4c4c5b2b1a3d6a4e3c1a1?b=human&w=level:1")  # c1 opens the corner a1
    screen.until("orchard.tree.review?.done")
    screen.page.evaluate("orchard.view.jump(orchard.tree.review.nodes[14])")
    card = screen.page.locator("article.why[data-ply='15']")
    assert "It gave up the corner A1." in card.inner_text()
    card.locator("[data-key=show-15]").click()
    marked = "(cells) => cells.map((cell) => cell.dataset.square)"
    assert "a1" in screen.page.locator("main .cell.ringed").evaluate_all(marked)
    best = screen.page.evaluate("orchard.tree.review.byPly.get(15).best")
    assert screen.page.locator("main .cell:has(.ghost.black)").evaluate_all(marked) == [best]
    assert screen.square(best).get_attribute("aria-label").endswith("better move")


def test_a_forced_move_is_not_offered_to_be_tried_again(screen: Screen) -> None:
    screen.open("#review/tic_tac_toe/b2a1c1a3a2c2b3b1c3?b=human&w=human")  # one square was left for the last move
    screen.says("Forced", "article.why[data-ply='9']")
    expect(screen.page.locator("article.why[data-ply='9'] button")).to_have_count(1)  # Show
    screen.page.keyboard.press("ArrowLeft")
    screen.page.wait_for_selector("article.why[data-ply='8'] [data-key=again-8]")
