"""What becomes of a game while one looks at it elsewhere, goes back, gives up, or loads the page again."""

from __future__ import annotations

from tests.studio.browser import Screen


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
