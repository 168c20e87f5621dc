"""Side by side, whole trees, proofs, and a bot's own trace, in real Chromium."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

import orchard
from tests.studio.browser import Screen

pytestmark = pytest.mark.one_page

MOVES = "f5d6c3d3c4f4"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
BOT = """class Bot:
    def choose(self, position, limits):
        self.trace = []
        for node, move in enumerate(position.legal(), 1):
            self.trace.append({"node": node, "move": move, "value": node / 10, "visits": node})
            reply = position.play(move).legal()[0]
            self.trace.append({"node": 100 + node, "parent": node, "move": reply})
        return position.legal()[-1]
"""


def inside(screen: Screen, where: str, tool: str) -> None:
    screen.open(f"#inside/{where}?b=human&w=human")
    screen.page.click(f".tool-buttons [data-key={tool}]")


def fits(screen: Screen) -> bool:
    """Nothing sticks out of the card, and the card not out of the screen."""
    card = "document.querySelector('.tool')"
    wide = f"{card}.scrollWidth <= {card}.clientWidth && {card}.getBoundingClientRect().right <= screen.width"
    return bool(screen.page.evaluate(wide))


# ------------------------------------------------------------------------------------------------ a bot's own trace


def test_a_bots_own_search_is_drawn(screen: Screen, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(BOT)
    bot = orchard.player(f"file:{tmp_path / 'bot.py'}")
    trace = bot.trace(orchard.game("tic_tac_toe").replay("b2a1"))
    bot.close()
    (tmp_path / "trace.json").write_text(json.dumps(trace.as_json()))
    screen.open("#inside/reversi/f5?b=human&w=human")
    screen.page.set_input_files("input[data-key=trace]", tmp_path / "trace.json")
    screen.says("Black tries B1. B1 is worth 0.10 to Black. Visited 1 times so far.", ".think .sentence")
    screen.page.wait_for_selector("main [data-square=b1] .disc")
    expect(screen.page.locator("main .cell")).to_have_count(9)  # the trace brought its own game
    screen.page.click(".think [data-key=last]")
    expect(screen.page.locator(".think .try.on b")).to_have_text(trace.choice.move, use_inner_text=True)
    assert screen.page.locator(".forest .node").count() >= 8
    screen.says("A trace of file:", ".status")


def test_a_file_that_holds_no_trace_is_refused(screen: Screen, tmp_path: Path) -> None:
    good = orchard.trace("alphabeta", orchard.game("tic_tac_toe").start(), orchard.Limits(depth=1)).as_json()
    screen.open("#inside/reversi/f5?b=human&w=human")
    for wrong in ([], {**good, "steps": [{"kind": "<img>"}]}, {**good, "game": "chess"}, {**good, "text": "XXXX"}):
        (tmp_path / "trace.json").write_text(json.dumps(wrong))
        screen.page.set_input_files("input[data-key=trace]", tmp_path / "trace.json")
        screen.says("This file holds no trace")
        screen.page.click(".opponent-fields button.primary")
        screen.page.wait_for_function("() => !/no trace/.test(document.querySelector('.status').textContent)")


# ------------------------------------------------------------------------------------------------ side by side


def test_searches_stand_side_by_side_with_what_each_found_and_cost(screen: Screen) -> None:
    inside(screen, f"reversi/{MOVES}", "side")
    screen.page.wait_for_selector(".lane.done")
    position = orchard.game("reversi").replay(MOVES)
    lanes = screen.page.locator(".lane").all_inner_texts()
    for name, text in zip(("minimax", "alphabeta", "uct"), lanes, strict=True):
        limits = orchard.Limits(playouts=200) if name == "uct" else orchard.Limits(depth=3)
        choice = orchard.player(name).choose(position, limits)
        assert f"{choice.nodes:,}\n" in text
        assert f"Black plays {choice.move.upper()}" in text
        assert " ms" in text
    boxes = [lane.bounding_box() for lane in screen.page.locator(".lane").all()]
    assert len({round(box["y"]) for box in boxes}) == 1
    screen.page.click(".side [data-key=first]")  # in step: all of them begin
    sentences = screen.page.locator(".lane .sentence").all_inner_texts()
    assert sentences == ["A search to depth 3 begins."] * 2 + ["Select: the root itself."]
    screen.page.click(".side [data-key=forward]")
    expect(screen.page.locator(".lane .sentence").first).to_have_text("Black tries C2.", use_inner_text=True)
    screen.page.locator(".lane button").first.click()
    screen.page.wait_for_selector("main [data-square=c2] .disc")
    screen.page.select_option("select[data-key=way2]", "")
    screen.page.wait_for_function("() => document.querySelectorAll('.lane').length === 2")


@pytest.mark.parametrize("screen", [PHONE], indirect=True)
def test_on_a_phone_they_stand_below_one_another(screen: Screen) -> None:
    inside(screen, f"reversi/{MOVES}", "side")
    screen.page.wait_for_selector(".lane.done")
    boxes = [lane.bounding_box() for lane in screen.page.locator(".lane").all()]
    assert len({round(box["x"]) for box in boxes}) == 1
    assert fits(screen)


# ------------------------------------------------------------------------------------------------ whole trees


def test_a_small_ending_is_shown_entire(screen: Screen) -> None:
    inside(screen, "tic_tac_toe/a1b2c3a3b1", "whole")
    screen.page.wait_for_selector(".big .item")
    position = orchard.game("tic_tac_toe").replay("a1b2c3a3b1")
    screen.page.uncheck("[data-key=fold]")

    def games(here: orchard.Position) -> int:
        return 1 + sum(games(here.play(move)) for move in here.legal())

    screen.says(f"{games(position)} positions from here", ".whole p")
    screen.page.locator(".whole [data-key=open]").click()
    expect(screen.page.locator(".big .item")).to_have_count(games(position))
    screen.page.locator(".whole [data-key=close]").click()
    expect(screen.page.locator(".big .item")).to_have_count(1)


def test_the_keyboard_walks_the_tree_and_the_board_follows(screen: Screen) -> None:
    inside(screen, "tic_tac_toe/", "whole")
    tree = screen.page.locator(".big svg")
    tree.wait_for()
    line = screen.page.locator(".whole .line button").all_inner_texts()
    assert len(line) == 9  # best play fills the board
    tree.focus()
    active = ".big .item.active"
    screen.page.keyboard.press("ArrowRight")
    expect(screen.page.locator(active)).to_have_attribute("aria-level", "2")
    first = screen.page.locator(active).get_attribute("aria-label")[:2]
    screen.page.wait_for_selector(f"main [data-square={first}] .disc")
    opened = screen.page.locator(".big .item").count()
    screen.page.keyboard.press("ArrowLeft")
    assert screen.page.locator(".big .item").count() < opened  # closed
    screen.page.keyboard.press("ArrowLeft")
    expect(screen.page.locator(active)).to_have_attribute("aria-level", "1")
    screen.page.locator(".whole .line button").last.click()  # loads what is missing on the way
    screen.page.wait_for_function("() => document.querySelector('.big .item.active')?.ariaLevel === '10'")
    expect(screen.page.locator("main .disc")).to_have_count(9)


def test_moves_are_found_in_the_tree(screen: Screen) -> None:
    inside(screen, "tic_tac_toe/", "whole")
    screen.page.wait_for_selector(".big .item")
    screen.page.uncheck("[data-key=fold]")
    screen.says("549,946", ".whole p")
    screen.page.fill("[data-key=find]", "b2 a1 c3 a3")
    screen.page.keyboard.press("Enter")
    screen.says("Found: b2 a1 c3 a3", ".whole [role=status]")
    expect(screen.page.locator(".big .item.active")).to_have_attribute("aria-level", "5")
    screen.page.fill("[data-key=find]", "b2")
    screen.page.keyboard.press("Enter")
    screen.says("b2: 1 of ", ".whole [role=status]")
    assert screen.page.locator(".big .item.found").count() >= 1
    screen.page.fill("[data-key=find]", "b2 b2")
    screen.page.keyboard.press("Enter")
    screen.says("b2 b2 is not in this tree.", ".whole [role=status]")


def test_what_is_too_large_is_said(screen: Screen) -> None:
    inside(screen, "reversi/f5", "whole")
    screen.says("its whole tree is too large")


@pytest.mark.parametrize("screen", [PHONE], indirect=True)
def test_a_whole_tree_and_a_proof_fit_a_phone(screen: Screen) -> None:
    inside(screen, "tic_tac_toe/a1b2", "whole")
    screen.page.wait_for_selector(".big .item")
    assert fits(screen)
    inside(screen, "reversi:4/b1a1a2", "proofs")
    screen.page.wait_for_selector(".whole .claim")
    assert fits(screen)


PAN = """async () => {
    const tree = document.querySelector('.big');
    const frames = [];
    let [down, before] = [1, performance.now()];
    for (const start = before; before - start < 2000; ) {
        tree.scrollTop += 37 * down;
        tree.scrollLeft += 5 * down;
        if (tree.scrollTop <= 0 || tree.scrollTop + tree.clientHeight >= tree.scrollHeight - 1) down = -down;
        const now = await new Promise(requestAnimationFrame);
        frames.push(now - before);
        before = now;
    }
    return frames.length / 2;
}"""


@pytest.mark.timed
def test_two_thousand_open_nodes_pan_at_fifty_frames_a_second(screen: Screen) -> None:
    inside(screen, "tic_tac_toe/", "whole")
    screen.page.wait_for_selector(".big .item")
    screen.page.locator(".whole [data-key=open]").click()
    rows = screen.page.evaluate("document.querySelector('.big').scrollHeight / 26")
    loaded = screen.page.evaluate("orchard.view.tools.shown.tree.entries.length")
    assert loaded >= 2000
    assert rows > 1000
    rate = screen.page.evaluate(PAN)
    print(f"{loaded} open nodes in {rows:.0f} rows: {rate:.1f} frames a second")
    assert rate >= 50


# ------------------------------------------------------------------------------------------------ proofs


def test_a_win_by_fours_is_shown_with_every_answer(screen: Screen) -> None:
    inside(screen, "gomoku/h8h7i8a1j8a15", "proofs")
    screen.says("Black wins, whatever the other side plays.", ".claim")
    labels = [item.get_attribute("aria-label") for item in screen.page.locator(".big .item").all()]
    assert any("any other:" in label for label in labels)
    assert sum("the one move needed" in label for label in labels) >= 1
    screen.page.locator(".big svg").focus()
    screen.page.keyboard.press("ArrowRight")
    screen.page.wait_for_function("() => document.querySelectorAll('main .disc').length === 7")


def test_a_reversi_ending_is_proved_for_both_sides(screen: Screen) -> None:
    position = orchard.game("reversi:4").replay("b1a1a2")
    inside(screen, "reversi:4/b1a1a2", "proofs")
    screen.page.wait_for_selector(".big .item")
    claims = screen.page.locator("select[data-key=proof] option").all_inner_texts()
    assert [claim.split(" gets at least ")[0] for claim in claims] == ["White", "Black"]
    assert len(position.legal()) == 2
    screen.page.select_option("select[data-key=proof]", "1")
    screen.says("Black gets at least", ".claim")
    # black proves it: white's answers are all there
    tree = screen.page.locator(".big .item[aria-level='2']")
    assert sorted(item.get_attribute("aria-label")[:2] for item in tree.all()) == sorted(position.legal())


def test_where_nothing_is_proved_the_page_says_so(screen: Screen) -> None:
    inside(screen, "gomoku/h8h9", "proofs")
    screen.says("nothing was proved here")
