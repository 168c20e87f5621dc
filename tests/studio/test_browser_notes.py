"""Comments, marked squares, arrows and branches in Analyse."""

from __future__ import annotations

import pytest

from tests.studio.browser import Screen

pytestmark = pytest.mark.one_page

GAME = "#analyse/reversi/f5d6c3"


def drag(screen: Screen, start: str, end: str, button: str = "right") -> None:
    for square, act in ((start, screen.page.mouse.down), (end, screen.page.mouse.up)):
        box = screen.square(square).bounding_box()
        screen.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        act(button=button)


def shapes(screen: Screen) -> dict[str, int]:
    return {kind: screen.page.locator(f".drawings {kind}.ink").count() for kind in ("circle", "path")}


def test_the_right_button_marks_and_draws_and_a_reload_keeps_it(screen: Screen) -> None:
    screen.open(GAME)
    drag(screen, "c4", "c4")
    drag(screen, "e3", "g6")
    screen.eventually(lambda: shapes(screen), lambda seen: seen == {"circle": 1, "path": 1})
    assert "arrow to G6" in str(screen.square("e3").get_attribute("aria-label"))
    assert screen.moves() == ["f5", "d6", "c3"]  # nothing was played
    screen.page.fill("[data-key=comment]", "Black is fine here")
    screen.says("Black is fine here", ".moves .comment")
    screen.until("location.hash.includes('fine')")
    screen.page.reload()
    screen.page.wait_for_selector(".drawings path.ink")
    screen.eventually(lambda: shapes(screen), lambda seen: seen == {"circle": 1, "path": 1})
    assert screen.page.input_value("[data-key=comment]") == "Black is fine here"
    screen.page.keyboard.press("ArrowLeft")
    screen.until("document.querySelector('.drawings').childElementCount === 0")
    assert screen.page.input_value("[data-key=comment]") == ""


def test_the_keyboard_marks_and_draws(screen: Screen) -> None:
    screen.open(GAME)
    screen.page.wait_for_selector("main .cell.legal")
    screen.square("c4").focus()
    screen.page.keyboard.press("m")
    screen.page.keyboard.press("a")
    screen.page.keyboard.press("ArrowRight")
    screen.page.keyboard.press("a")
    assert screen.page.evaluate("orchard.tree.current.note") == {"text": "", "marks": ["c4"], "arrows": [["c4", "d4"]]}


@pytest.mark.parametrize("screen", [{"viewport": {"width": 390, "height": 844}, "has_touch": True}], indirect=True)
def test_a_finger_draws_in_the_drawing_mode_and_plays_outside_it(screen: Screen) -> None:
    screen.open(GAME)
    screen.page.wait_for_selector("main .cell.legal[data-square=d3]")
    screen.page.locator("[data-key=draw]").tap()
    screen.page.wait_for_selector("orchard-board.drawing")
    screen.square("d3").tap()
    screen.eventually(lambda: shapes(screen), lambda seen: seen == {"circle": 1, "path": 0})
    assert len(screen.moves()) == 3
    screen.page.locator("[data-key=draw]").tap()
    screen.square("d3").tap()
    screen.until("orchard.tree.current.move === 'd3'")


def test_a_branch_is_deleted_after_a_question(screen: Screen) -> None:
    screen.open("#analyse/reversi/f5d6(f4e3)c3?at=5")
    screen.page.locator("[data-key=remove_branch]").click()
    screen.page.locator("dialog button.primary").click()
    screen.until("orchard.tree.current.move === 'f5'")
    assert screen.moves() == ["f5", "d6", "c3"]
    assert "(" not in screen.page.evaluate("location.hash")


def test_notes_go_into_a_downloaded_sgf_and_come_back_when_it_is_pasted(screen: Screen) -> None:
    screen.open("#analyse/reversi/f5d6(f4)c3?n=2:c4.e3-g6:Black+is+fine+here&n=4::Also+%5Bplayed%5D")
    screen.page.wait_for_selector("main .cell.legal")
    before = screen.page.evaluate("orchard.tree.nodes().map((node) => node.note)")
    assert sum(note is not None for note in before) == 2
    screen.page.get_by_role("button", name="Download").click()
    with screen.page.expect_download() as kept:
        screen.page.click("dialog[open] button[value=sgf]")
    text = kept.value.path().read_text(encoding="utf-8")
    assert "C[Black is fine here]CR[c4]AR[e3:g6]" in text
    screen.open("#analyse/reversi/")
    screen.page.wait_for_selector("main .cell.legal")
    screen.page.click("[data-key=paste]")
    screen.page.fill("#paste-text", text)
    screen.page.click("dialog[open] button.primary")
    screen.page.wait_for_selector("dialog", state="detached")
    assert screen.page.evaluate("orchard.tree.nodes().map((node) => node.note)") == before
