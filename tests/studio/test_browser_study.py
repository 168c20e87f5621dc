"""Analyse, Look inside, Arena and sharing, in real Chromium."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.studio.browser import Screen, newest_game

pytestmark = pytest.mark.one_page


def paste(screen: Screen, text: str, button: str = "Paste") -> None:
    screen.page.get_by_role("button", name=button).click()
    screen.page.fill("#paste-text", text)
    screen.page.click("dialog button.primary")


def test_analysis_puts_values_on_every_legal_square(screen: Screen) -> None:
    screen.open("#analyse/reversi/f5")
    screen.until("document.querySelectorAll('main .cell .value').length === 3")
    squares = screen.page.eval_on_selector_all(
        "main .cell:has(.value)", "(cells) => cells.map((cell) => cell.dataset.square)"
    )
    assert set(squares) == {"d6", "f4", "f6"}
    expect(screen.page.locator(".cell .best-value")).to_have_count(1)


def test_exact_scores_are_marked_as_exact(screen: Screen) -> None:
    # one empty square (h8) and white discs before it: black fills the board and wins 64-0
    screen.open("#analyse/reversi/?s=" + "X" * 62 + "O-_X")
    screen.page.wait_for_selector("main .cell .value.exact")
    expect(screen.page.locator("main [data-square=h8] .value").first).to_have_text("+64", use_inner_text=True)
    screen.says("exact", ".panel")


def test_branches_grow_and_arrow_keys_walk_them(screen: Screen) -> None:
    screen.open("#analyse/reversi/f5d6c3")
    screen.page.wait_for_selector("main .cell.legal")
    screen.page.keyboard.press("ArrowLeft")
    screen.page.keyboard.press("ArrowLeft")
    screen.play("f4")
    assert screen.page.evaluate("location.hash").startswith("#analyse/reversi/f5d6(f4)c3")
    screen.page.keyboard.press("ArrowUp")
    assert screen.page.evaluate("orchard.tree.current.move") == "d6"
    screen.page.keyboard.press("End")
    assert screen.page.evaluate("orchard.tree.current.move") == "c3"


def test_forward_follows_the_game_and_not_the_branch_looked_at_last(screen: Screen) -> None:
    screen.open("#analyse/reversi/f5d6c3")
    for _ in range(2):
        screen.page.keyboard.press("ArrowLeft")
    screen.play("f4")
    screen.until("orchard.tree.current.move === 'f4'")
    screen.page.keyboard.press("ArrowLeft")
    screen.page.get_by_role("button", name="One forward").click()
    screen.until("orchard.tree.current.move === 'd6'")


def test_pasting_finds_out_what_it_is(screen: Screen) -> None:
    screen.open("#analyse/reversi/")
    for text, game, ply in (
        ("f5d6c3", "reversi", 3),
        ("(;GM[4]SZ[15];B[h8];W[i9])", "gomoku", 2),
        ("f5 f6", "gomoku", 2),
    ):
        paste(screen, text)
        screen.page.wait_for_selector("dialog", state="detached")
        screen.until(f"orchard.tree.game === '{game}' && orchard.tree.current.ply === {ply}")


@pytest.mark.parametrize("screen", [{"locale": "pl"}], indirect=True)
def test_a_broken_file_is_explained_without_a_word_of_another_language(screen: Screen) -> None:
    screen.open("#analyse/reversi/")
    paste(screen, "(;GM[2]SZ[8]B[d3];W[", button="Wklej")
    screen.until("document.querySelector('dialog [role=alert]').textContent.length > 10")
    expect(screen.page.locator("dialog [role=alert]")).to_have_text("Nie można odczytać", use_inner_text=True)


def test_nonsense_pasted_is_explained_in_the_dialog(screen: Screen) -> None:
    screen.open("#analyse/reversi/")
    paste(screen, "f5 <b>d9</b>")
    screen.until("document.querySelector('dialog [role=alert]').textContent.length > 10")
    expect(screen.page.locator("dialog [role=alert] b")).to_have_count(0)  # text stays text


def test_a_drag_paints_squares_and_the_position_is_rotated_and_mirrored(screen: Screen) -> None:
    screen.open("#analyse/reversi/")
    screen.page.get_by_role("button", name="Set up").click()
    screen.page.get_by_role("button", name="Clear the board").click()
    for square, act in (("a1", screen.page.mouse.down), ("b1", None), ("c1", None), ("d1", screen.page.mouse.up)):
        box = screen.square(square).bounding_box()
        screen.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
        if act:
            act()
    screen.shows("XXXX" + "-" * 60)
    screen.page.get_by_role("button", name="Mirror").click()
    screen.shows("----XXXX" + "-" * 56)
    screen.page.get_by_role("button", name="Rotate").click()
    screen.shows("-" * 32 + "-------X" * 4)
    screen.square("h8").click(force=True)  # takes away
    screen.square("h8").focus()
    screen.page.keyboard.press("Enter")  # and puts back
    screen.shows("-" * 32 + "-------X" * 4)


def test_a_position_can_be_set_up_by_hand(screen: Screen) -> None:
    screen.open("#analyse/gomoku/")
    screen.page.get_by_role("button", name="Set up").click()
    screen.square("h8").click(force=True)
    screen.page.get_by_label("White").first.check(force=True)
    screen.square("h9").click(force=True)
    screen.page.get_by_role("button", name="Done").click()
    screen.page.wait_for_selector("main .cell.legal")
    assert screen.stones().replace("-", "") == "OX"
    assert "?s=" in screen.page.evaluate("location.hash")


def test_the_address_gives_the_same_view_again(screen: Screen) -> None:
    screen.open("#analyse/reversi/f5d6c3")
    screen.page.wait_for_selector("main .cell.legal")
    screen.page.keyboard.press("ArrowLeft")
    screen.page.wait_for_selector("main .cell.legal")
    screen.play("c5")
    screen.until("orchard.tree.current.move === 'c5' && orchard.tree.current.view")
    address, stones = screen.page.evaluate("location.hash"), screen.stones()
    shape = "JSON.stringify(orchard.tree.nodes().map((node) => [node.ply, node.move]))"
    tree = screen.page.evaluate(shape)
    screen.load(address)
    screen.page.wait_for_selector("main .cell.legal")
    assert (screen.stones(), screen.page.evaluate(shape)) == (stones, tree)
    assert screen.page.evaluate("orchard.tree.current.move") == "c5"


def test_a_made_up_address_is_survived(screen: Screen) -> None:
    for hash in (
        "#nowhere",
        "#play/chess/e4",
        "#play/reversi/a1a1a1",
        "#review/gomoku/zz?at=99",
        "#play/reversi/?b=<x>",
        "#play/reversi/f5?l=77&e=w:resign:99&m=-3&u=x:y&t=1e9",
        "#play/reversi/f5?e=b:magic:1&m=1e9&u=-5:..&t=never",
    ):
        screen.open(hash)
        screen.page.wait_for_selector("main .cell")


def test_a_link_with_something_that_is_no_move_says_so(screen: Screen) -> None:
    screen.open("#play/reversi/f5zz9d6?b=human&w=human")
    screen.until("/no move.*: zz9/.test(document.getElementById('toast').textContent)")
    assert screen.moves() == ["f5", "d6"]


@pytest.mark.parametrize(
    ("screen", "words"),
    [({"locale": "pl"}, "ruch 2, f5: pole f5 jest zajęte"), ({"locale": "zh-CN"}, "第 2 手 f5：f5 已有棋子")],
    indirect=["screen"],
)
def test_what_the_server_refuses_is_explained_in_the_language_of_the_page(screen: Screen, words: str) -> None:
    screen.open("#play/reversi/f5f5?b=human&w=human")
    screen.page.wait_for_function("(words) => document.getElementById('toast').textContent.includes(words)", arg=words)


def test_the_tree_of_uct_is_drawn_and_its_nodes_show_positions(screen: Screen) -> None:
    screen.open("#inside/reversi/f5?b=human&w=uct")
    screen.says("prefers")
    assert screen.page.locator(".forest .node").count() > 10
    child = screen.page.locator(".forest .node").nth(1)
    move = child.locator("text.move").text_content()
    child.dispatch_event("click")
    screen.page.wait_for_selector(f"main .cell.last[data-square={move}]")


def test_the_tree_of_alpha_beta_shows_its_cut_offs(screen: Screen) -> None:
    screen.open("#inside/reversi/f5d6c3?b=human&w=alphabeta")
    screen.says("prefers")
    screen.says("Cut-offs", ".inside table")


def test_a_search_that_deepens_fills_a_table_and_its_line_is_shown_on_the_board(screen: Screen) -> None:
    screen.open("#inside/reversi/f5d6c3?b=human&w=sage")
    screen.says("prefers")
    screen.until("document.querySelectorAll('.depths tbody tr').length === 12")
    rows = screen.page.locator(".depths tbody tr")
    expect(rows.first.locator("th")).to_have_text("1", use_inner_text=True)
    line = screen.page.locator(".inside .line li button")
    assert line.count() >= 3
    line.nth(1).click()
    screen.page.wait_for_selector(f"main .cell.last[data-square={line.nth(1).inner_text()}]")


def test_a_line_can_be_pressed_while_the_engine_writes_new_ones(screen: Screen) -> None:
    screen.open("#analyse/reversi/f5d6c3d3c4")
    screen.until("document.querySelectorAll('.lines button').length >= 3")
    screen.page.locator(".lines button").nth(1).hover()
    screen.page.mouse.down()
    pressed = screen.page.locator(".lines button").nth(1).locator("b").inner_text()
    screen.page.wait_for_timeout(1200)  # several deeper answers come in
    screen.page.mouse.up()
    screen.until("orchard.tree.current.ply === 6")
    assert screen.page.evaluate("orchard.tree.current.move") == pressed


def test_a_level_can_be_looked_into(screen: Screen) -> None:
    for game in ("reversi/f5d6", "gomoku/h8h9"):
        screen.open(f"#inside/{game}?b=human&w=level:8")
        screen.says("prefers")
        assert screen.page.locator(".depths tbody tr").count() >= 1


def play_a_match(screen: Screen) -> None:
    screen.page.locator(".arena form select").nth(1).select_option("random")
    screen.page.locator(".arena form select").nth(2).select_option("greedy")
    screen.page.locator(".arena form select").nth(3).select_option("2")
    screen.start_a_match()


def test_the_arena_is_not_redrawn_under_a_pressed_button_and_keeps_the_focus(screen: Screen) -> None:
    screen.open("#arena")
    leagues = screen.page.locator(".leagues button")
    for _ in range(2):
        play_a_match(screen)
    leagues.nth(1).hover()
    screen.page.mouse.down()
    for _ in range(2):  # the list is asked for every second
        screen.page.wait_for_event("response", lambda answer: answer.url.endswith("/api/leagues"))
    screen.page.mouse.up()
    screen.until("document.querySelectorAll('.leagues button')[1].ariaCurrent === 'true'")
    leagues.nth(0).focus()
    for _ in range(2):
        screen.page.wait_for_event("response", lambda answer: answer.url.endswith("/api/leagues"))
    assert screen.page.evaluate("document.activeElement === document.querySelector('.leagues button')")


def test_a_match_fills_the_table_and_its_games_open_in_review(screen: Screen) -> None:
    screen.open("#arena")
    play_a_match(screen)
    assert screen.page.locator("main table tbody tr").count() >= 2
    screen.page.locator("main table button").first.click()
    screen.until("orchard.name === 'review' && orchard.tree.nodes().length > 10")


def test_a_finished_game_is_in_the_database(screen: Screen) -> None:
    screen.open("#play/gomoku/h8a1h9a2h10a3h11a4?b=human&w=human")
    before = newest_game(screen)
    screen.play("h12")
    screen.page.wait_for_selector(".result:not([hidden])")
    new = screen.eventually(lambda: newest_game(screen), lambda game: game["id"] != before["id"])
    assert (new["winner"], new["moves"]) == ("black", 9)


def test_the_page_of_the_game_can_be_saved_as_files(screen: Screen) -> None:
    screen.open("#play/reversi/f5d6?b=human&w=human")
    for kind, begins in (("transcript", b"f5d6"), ("svg", b"<svg"), ("png", b"\x89PNG"), ("sgf", b"(;")):
        screen.page.get_by_role("button", name="Download").click()
        with screen.page.expect_download() as download:
            screen.page.click(f"dialog button[value={kind}]")
        with open(download.value.path(), "rb") as file:
            assert file.read(10).startswith(begins), kind


@pytest.mark.parametrize("screen", [{"permissions": ["clipboard-read", "clipboard-write"]}], indirect=True)
def test_a_link_of_this_computer_says_so_and_offers_text_and_a_picture(screen: Screen) -> None:
    screen.open("#play/reversi/f5d6?b=human&w=human")
    screen.page.get_by_role("button", name="Copy link").click()
    screen.says("It opens on this computer only.", "dialog")
    clipboard = "navigator.clipboard.readText()"
    assert screen.page.evaluate(clipboard) == screen.page.evaluate("location.href")
    screen.page.click("dialog button[value=text]")
    screen.says("The moves are copied", "#toast")
    assert screen.page.evaluate(clipboard) == "Reversi: f5d6"
    screen.page.get_by_role("button", name="Copy link").click()
    with screen.page.expect_download() as download:
        screen.page.click("dialog button[value=png]")
    with open(download.value.path(), "rb") as file:
        assert file.read(4) == b"\x89PNG"


def test_kept_settings_are_plain_data(screen: Screen) -> None:
    screen.open("#play/reversi/f5?b=human&w=human")
    screen.until("JSON.parse(localStorage.getItem('orchard.address'))?.startsWith('#play/reversi/f5')")
