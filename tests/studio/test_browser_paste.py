"""Pasting games, in real Chromium: what becomes of the game in play, of names, and of typing errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.studio.browser import Screen

pytestmark = pytest.mark.one_page

START = "-" * 27 + "O*" + "-" * 6 + "*O" + "-" * 27
GGF = f"(;GM[Othello]PC[GGS/os]PB[saio]PW[edax]TY[8]BO[8 {START} *]B[F5]W[D6]B[C3];)"


def paste(screen: Screen, text: str) -> None:
    screen.page.get_by_role("button", name="Paste").click()
    screen.page.fill("#paste-text", text)
    screen.page.click("dialog button.primary")


def downloaded(screen: Screen, kind: str) -> str:
    screen.page.get_by_role("button", name="Download").click()
    with screen.page.expect_download() as download:
        screen.page.click(f"dialog button[value={kind}]")
    return Path(download.value.path()).read_text()


def test_a_pasted_game_leaves_the_game_in_play_where_it_is(screen: Screen) -> None:
    screen.open("#play/reversi/f5f6e6?b=human&w=human")
    screen.page.click("#nav [data-key=analyse]")
    screen.until("orchard.name === 'analyse'")
    paste(screen, "f5d6c3d3c4")
    screen.until("orchard.tree.current.ply === 5 && document.querySelector('main .cell.legal')")
    screen.says("Your game waits under Play", "#toast")
    screen.load(screen.page.evaluate("location.hash"))  # it waits for longer than the page lives
    assert screen.page.evaluate("orchard.tree.current.ply") == 5
    screen.page.click("#nav [data-key=play]")
    screen.until("orchard.name === 'play' && orchard.tree.current.ply === 3")
    assert screen.moves() == ["f5", "f6", "e6"]
    screen.page.go_back()  # to what was pasted
    screen.until("orchard.name === 'analyse' && orchard.tree.current.ply === 5")


def test_a_pasted_game_keeps_the_names_of_its_players(screen: Screen) -> None:
    screen.open("#analyse/reversi/")
    paste(screen, GGF)
    screen.says("Black: saio · White: edax", ".names")
    screen.open(screen.page.evaluate("location.hash"))  # also in its address
    screen.says("Black: saio · White: edax", ".names")
    assert "PB[saio]PW[edax]" in downloaded(screen, "ggf")
    screen.page.click("#nav [data-key=review]")
    screen.says("saio: turning points", ".panel")
    screen.says("White · edax", ".panel [data-key=side-white]")


def test_a_typing_error_is_explained_and_does_not_change_the_game(screen: Screen) -> None:
    screen.open("#analyse/reversi/")
    paste(screen, "f5d6c3d3c4a1")
    screen.says("move 6, a1: a1 turns no disc", "dialog [role=alert]")
    assert screen.page.evaluate("orchard.tree.game") == "reversi"
    screen.page.get_by_role("button", name="Open it as Gomoku").click()
    screen.until("orchard.tree.game === 'gomoku' && orchard.tree.current.ply === 6")


def test_what_is_right_after_a_typing_error_is_opened(screen: Screen) -> None:
    screen.open("#analyse/reversi/")
    paste(screen, "f5d6c3d3c4a1")
    screen.says("move 6", "dialog [role=alert]")
    screen.page.fill("#paste-text", "f5d6c3d3c4f4")
    screen.page.click("dialog button.primary")
    screen.until("orchard.tree.game === 'reversi' && orchard.tree.current.ply === 6")


def test_a_board_without_a_side_says_which_side_was_taken(screen: Screen) -> None:
    screen.open("#analyse/reversi/")
    paste(screen, START)
    screen.says("The text does not say who is to move: Black assumed", "#toast")
    screen.until("orchard.tree.root.frame.to_move === 'black'")


def test_a_pasted_link_opens_its_game_with_its_branches(screen: Screen) -> None:
    screen.open("#analyse/reversi/")
    paste(screen, "http://127.0.0.1:9999/#play/reversi/f5d6(f4e3)c3?pb=Ann&pw=Bob")
    screen.says("Black: Ann · White: Bob", ".names")
    screen.until("orchard.tree.current.ply === 3")
    assert "f5d6(f4e3)c3" in screen.page.evaluate("location.hash")


def test_a_numbered_list_is_read(screen: Screen) -> None:
    screen.open("#analyse/reversi/")
    paste(screen, "1. F5 d6\n2. c3 d3\n3. c4")
    screen.until("orchard.tree.current.ply === 5")
    paste(screen, "f5d6\n" * 3)
    screen.says("First of 3 games", "#toast")


def test_a_downloaded_sgf_keeps_branches_and_what_the_review_found(screen: Screen) -> None:
    screen.open("#review/reversi/f5d6c3(c7)d3c4f4c2?b=human&w=human")
    screen.until("orchard.tree.review?.done")
    bad = (
        "[...orchard.tree.review.byPly.values()].filter((m) => ['inaccuracy', 'mistake', 'blunder'].includes(m.grade))"
    )
    judged = screen.page.evaluate(f"{bad}.map((move) => move.best.toUpperCase())")
    text = downloaded(screen, "sgf")
    assert "(;B[c7])" in text
    assert judged
    for best in judged:
        assert f"{best} was better" in text
