"""Gomoku in real Chromium: the threat overlay, proved wins, reasons with lines, and swap2 openings."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.studio.browser import Screen, newest_game

pytestmark = pytest.mark.one_page

THREE = "h8a1h9o1h10a15"  # black has an open three and is to move
MISSED = THREE + "o15"  # and looks away
SMALL = {"viewport": {"width": 360, "height": 740}}


def badges(screen: Screen) -> dict[str, str]:
    """The badges on the board: point -> classes, of one side after the other."""
    found: dict[str, str] = screen.page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('main .cell:has(.threat)')].map((cell) =>
            [cell.dataset.square, [...cell.querySelectorAll('.threat')].map((mark) =>
                mark.className.replace('threat ', '')).join(', ')]))"""
    )
    return found


@pytest.mark.parametrize("screen", [{}, SMALL, {**SMALL, "color_scheme": "dark"}], indirect=True)
def test_threats_are_shown_when_asked_for_and_remembered(screen: Screen) -> None:
    screen.open(f"#play/gomoku/{THREE}?b=human&w=human")
    button = screen.page.locator("main .threat-toggle")
    expect(button).to_have_attribute("aria-pressed", "false")
    assert not badges(screen)
    button.click()
    screen.until("document.querySelectorAll('main .cell .threat').length === 4")
    assert badges(screen) == {
        "h7": "black open_four",
        "h11": "black open_four",
        "h6": "black four",
        "h12": "black four",
    }
    assert "Black: open or double four" in screen.square("h11").get_attribute("aria-label")
    screen.says("open three", ".threat-legend")
    assert screen.page.evaluate("document.documentElement.scrollWidth") <= screen.page.viewport_size["width"]
    for view in ("analyse", "review"):
        screen.load(f"#{view}/gomoku/{THREE}")
        screen.until("document.querySelectorAll('main .cell .threat').length === 4")
        expect(screen.page.locator("main .threat-toggle")).to_have_attribute("aria-pressed", "true")
    screen.page.keyboard.press("t")
    screen.until("document.querySelectorAll('main .cell .threat').length === 0")


def test_threats_follow_the_game_and_belong_to_gomoku_alone(screen: Screen) -> None:
    screen.open(f"#play/gomoku/{THREE}?b=human&w=human")
    screen.page.keyboard.press("t")
    screen.until("document.querySelectorAll('main .cell .threat').length === 4")
    screen.play("h11")
    screen.until("document.querySelectorAll('main .cell .threat.five').length === 2")
    # one step further out a stone still makes a four, with a gap
    assert badges(screen) == {"h7": "black five", "h12": "black five", "h6": "black four", "h13": "black four"}
    screen.open("#play/reversi/f5?b=human&w=human")
    expect(screen.page.locator("main .threat-toggle")).to_be_hidden()
    screen.page.keyboard.press("t")
    assert not badges(screen)


def test_the_arena_offers_swap2_for_gomoku_alone_and_opens_by_it(screen: Screen) -> None:
    screen.open("#arena")
    opening = screen.page.locator(".arena form label", has_text="Opening").locator("select")
    expect(opening).to_have_count(0)
    screen.page.locator(".arena form select").nth(0).select_option("gomoku")
    screen.page.locator(".arena form select").nth(1).select_option("random")
    screen.page.locator(".arena form select").nth(2).select_option("greedy")
    screen.page.locator(".arena form select").nth(3).select_option("2")
    opening.select_option("swap2")
    league = screen.start_a_match()
    game = screen.served(f"/api/leagues/{league['id']}")["latest"][0]["id"]
    assert len(screen.served(f"/api/database/games/{game}")["swap2"]["placed_by_first"]) == 3


def test_a_proved_win_stands_on_the_point_and_in_the_panel(screen: Screen) -> None:
    screen.open(f"#analyse/gomoku/{THREE}")
    screen.says("Black wins in 2", ".panel")
    best = screen.page.locator("main .cell:has(.best-value)")
    expect(best.locator(".value")).to_have_text("✓2", use_inner_text=True)
    assert "wins in 2" in best.get_attribute("aria-label")
    screen.page.locator(".lines button").first.click()
    screen.until("orchard.tree.current.ply === 7")
    screen.page.keyboard.press("End")
    screen.until("orchard.tree.current.frame.over || orchard.tree.current.view?.over")
    assert screen.page.evaluate("orchard.tree.current.ply") == 6 + 3


def test_points_without_a_value_say_nothing(screen: Screen) -> None:
    screen.open("#analyse/gomoku/h8i9g7")
    screen.until("document.querySelectorAll('main .cell .value').length >= 6")
    expect(screen.page.locator("main [data-square=a15] .value")).to_have_count(0)
    expect(screen.square("a15")).to_have_attribute("aria-label", "A15, empty, can be played")
    texts = screen.page.eval_on_selector_all("main .cell .value", "(all) => all.map((one) => one.textContent)")
    assert all(text.lstrip("≤").isdecimal() and 0 < int(text.lstrip("≤")) < 100 for text in texts), texts


def test_a_value_that_is_only_bounded_says_at_most_and_bars_are_drawn_against_the_best(screen: Screen) -> None:
    screen.open(f"#analyse/gomoku/{THREE}a1")  # white is to move and has little left
    screen.until("orchard.view.found?.moves.filter((entry) => entry.value !== null).length > 3")
    screen.page.get_by_role("button", name="Engine").click()  # it rests: what stands there stays
    moves = [
        {"move": "h7", "value": 0.08, "bound": None, "exact": False, "line": [], "wins_in": None},
        {"move": "h6", "value": 0.04, "bound": "upper", "exact": False, "line": [], "wins_in": None},
    ]
    answer = {"best": "h7", "value": 0.08, "unit": "chance", "moves": moves, "line": ["h7"], "exact": False, "depth": 3}
    answer |= {"nodes": 9, "seconds": 1, "by": "kite", "wins_in": None}
    screen.page.evaluate(
        """(answer) => { orchard.connection.ask = async (what) => what === 'analyse' ? answer : {};
            orchard.view.thinking = true; orchard.view.think(); }""",
        answer,
    )
    screen.until("document.querySelectorAll('.lines button').length === 2")
    assert screen.page.locator(".lines .value").all_inner_texts() == ["8%", "at most 4%"]
    bars = screen.page.locator(".lines .bar i").evaluate_all("(bars) => bars.map((bar) => bar.style.width)")
    assert bars == ["100%", "50%"]


def test_a_hint_and_the_opponent_say_that_a_win_is_proved(screen: Screen) -> None:
    screen.open(f"#play/gomoku/{THREE}?b=human&w=human")
    screen.page.wait_for_selector("main .cell.legal")
    screen.page.keyboard.press("h")
    screen.says("You can make an open four.")
    screen.page.keyboard.press("h")
    screen.says("you win in 2")
    screen.open(f"#play/gomoku/{THREE}?b=kite&w=human")
    screen.says("Kite announces a win in 2")


def test_a_review_names_the_missed_win_and_plays_its_line(screen: Screen) -> None:
    screen.open(f"#review/gomoku/{MISSED}")
    card = screen.page.locator("article.why[data-ply='7']")
    card.wait_for()
    assert "An open four could be made at" in card.inner_text()
    assert "a win in 2" in card.inner_text()
    card.locator(".show-line").first.click()
    screen.until("['h7', 'h11'].includes(orchard.tree.current.move)")
    screen.page.keyboard.press("End")
    screen.until("orchard.tree.current.frame.over")
    assert screen.page.evaluate("orchard.tree.current.frame.winner") == "black"


def test_a_review_names_what_was_overlooked_and_plays_it_from_after_the_move(screen: Screen) -> None:
    screen.open("#review/gomoku/h8i9i8k9j9i10j10h7o1o15")  # white looks away from a double three at j8
    screen.page.locator("[data-key=side-white]").click()  # one's own turning points come first
    card = screen.page.locator("article.why[data-ply='10']")
    card.wait_for()
    assert "Overlooked: Black wins in 3 by J8" in card.inner_text()
    card.locator(".show-line").first.click()
    screen.until("orchard.tree.current.move === 'j8' && orchard.tree.current.parent.move === 'o15'")


# ------------------------------------------------------------------------------------------------ swap2


def new_game(screen: Screen, mode: str, first: bool) -> None:
    screen.open("#play/gomoku/?b=human&w=human")
    screen.page.click("[data-action=new]")
    for name, value in (("game", "gomoku"), ("mode", mode)):
        screen.page.check(f"dialog input[name={name}][value={value}]", force=True)
    screen.page.select_option("dialog select[data-key=opening]", "swap2")
    if mode == "level":
        screen.page.check("dialog input[name=level][value='1']", force=True)
        screen.page.check(f"dialog input[name=color][value={'black' if first else 'white'}]", force=True)
    screen.page.click("dialog button[value=start]")
    screen.until("orchard.tree.swap2 && !document.querySelector('dialog')")


@pytest.mark.parametrize("screen", [{}, SMALL], indirect=True)
def test_a_person_opens_by_swap2_and_a_level_chooses(screen: Screen) -> None:
    new_game(screen, "level", first=True)
    before = newest_game(screen)
    screen.says("Place three stones: black, white, black. Now: Black")
    screen.play("h8")
    screen.says("Now: White")
    screen.play("h9")
    screen.play("i8")
    screen.until("orchard.tree.swap2.done")
    assert screen.page.evaluate("document.documentElement.scrollWidth") <= screen.page.viewport_size["width"]
    seats = screen.page.evaluate("orchard.seats")
    assert sorted(seats.values()) == ["human", "level:1"]
    ours = "black" if seats["black"] == "human" else "white"
    assert screen.page.evaluate("orchard.tree.swap2.first") == ours
    if ours == "black":
        screen.wait_for_moves(4)  # white, the level, moves
    assert f"o=3{ours[0]}" in screen.page.evaluate("location.hash")
    screen.page.wait_for_selector("main .cell.legal")
    expect(screen.page.locator("[data-action=undo]")).to_be_disabled()  # there is no way back into the opening
    ours_played = screen.play_to_the_end()
    assert ours_played >= 1
    new = screen.eventually(lambda: newest_game(screen), lambda game: game["id"] != before["id"])
    kept = screen.served(f"/api/database/games/{new['id']}")["swap2"]
    assert (kept["placed_by_first"], kept["first"]) == (["h8", "h9", "i8"], ours)


def test_a_level_opens_and_a_person_chooses_by_keyboard(screen: Screen) -> None:
    new_game(screen, "level", first=False)
    screen.until("document.querySelectorAll('main .disc').length === 3")
    screen.page.wait_for_selector("[data-swap2=black]")
    screen.says("Choose: black, white, or place two more.")
    screen.until("document.activeElement.dataset.swap2 === 'black'")  # ready for the keyboard
    screen.page.keyboard.press("Enter")
    screen.until("orchard.tree.swap2.done && orchard.seats.black === 'human'")
    screen.wait_for_moves(4)  # the level plays white's move
    screen.page.wait_for_selector("main .cell.legal")
    screen.says("Your move")


def test_two_people_place_two_more_and_the_first_chooses(screen: Screen) -> None:
    new_game(screen, "friend", first=True)
    screen.says("First player · Place three stones")
    for point in ("h8", "h9", "i8"):
        screen.play(point)
    screen.page.click("[data-swap2=more]")
    screen.says("Second player · Place two stones: white, black. Now: White")
    screen.play("j8")
    screen.play("g8")
    screen.page.wait_for_selector("[data-swap2=white]")
    screen.says("First player · Choose: black or white.")
    expect(screen.page.locator("[data-swap2=more]")).to_have_count(0)
    screen.square("a1").click(force=True)  # not before a colour is chosen
    assert screen.stones().count("-") == 220
    address = screen.page.evaluate("location.hash")
    screen.open(address)  # the address keeps where the opening stands
    screen.page.click("[data-swap2=white]")
    screen.until("orchard.tree.swap2.first === 'white'")
    screen.says("White to move")
    screen.play("a1")
    assert screen.moves()[-1] == "a1"


def test_a_stone_of_the_opening_can_be_taken_back_until_a_colour_is_chosen(screen: Screen) -> None:
    new_game(screen, "friend", first=True)
    screen.play("h8")
    screen.play("h9")
    screen.page.click("[data-action=undo]")
    screen.until("document.querySelectorAll('main .disc').length === 1")
    screen.play("i9")
    screen.play("i8")
    screen.page.click("[data-swap2=more]")
    screen.page.click("[data-action=undo]")
    screen.until("orchard.tree.current.ply === 2 && !orchard.tree.swap2.more")


def test_swap2_is_said_in_every_language(screen: Screen) -> None:
    screen.open("#play/gomoku/h8h9i8?b=human&w=human&o=3")
    for code, word in (("zh-Hans", "再放两颗"), ("zh-Hant", "再放兩顆"), ("pl", "Jeszcze dwa"), ("en", "Two more")):
        screen.page.select_option("#language", code)
        screen.until(f"document.querySelector('[data-swap2=more]')?.textContent === '{word}'")


def test_a_made_up_opening_in_the_address_is_survived(screen: Screen) -> None:
    for hash in ("#play/gomoku/h8?o=9", "#play/reversi/f5?o=3b", "#play/gomoku/?o=5w&b=human&w=human"):
        screen.open(hash)
        screen.page.wait_for_selector("main .cell")


@pytest.mark.parametrize("screen", [{"viewport": {"width": 390, "height": 844}, "has_touch": True}], indirect=True)
def test_on_small_points_a_second_tap_plays(screen: Screen) -> None:
    screen.open("#play/gomoku/h8i9?b=human&w=human")
    screen.page.wait_for_selector("main .cell.legal")
    screen.square("g9").tap()
    screen.square("g8").tap()  # the finger meant another point
    expect(screen.page.locator("main .cell.picked")).to_have_attribute("data-square", "g8")
    assert screen.moves() == ["h8", "i9"]
    screen.square("g8").tap()
    screen.until("orchard.tree.current.move === 'g8'")
    expect(screen.page.locator("main .cell.picked")).to_have_count(0)
    screen.page.locator("#looks").tap()
    screen.page.locator("dialog input[name=confirm]").uncheck()
    screen.page.locator("dialog button.primary").tap()
    screen.page.wait_for_selector("main .cell.legal[data-square=g7]")
    screen.square("g7").tap()
    screen.until("orchard.tree.current.move === 'g7'")


@pytest.mark.parametrize("screen", [{"viewport": {"width": 390, "height": 844}, "has_touch": True}], indirect=True)
def test_on_squares_as_large_as_a_finger_one_tap_plays(screen: Screen) -> None:
    screen.open("#play/reversi/?b=human&w=human")
    screen.page.wait_for_selector("main .cell.legal[data-square=f5]")
    screen.square("f5").tap()
    screen.until("orchard.tree.current.move === 'f5'")
