"""What holds for every view: it fits every window, survives every address, and keeps the keyboard's focus."""

from __future__ import annotations

import pytest

from tests.studio.browser import Screen

pytestmark = pytest.mark.one_page

WIDTHS = (320, 400, 401, 760, 761, 880, 1020, 1021, 1100, 1101, 1920)
NARROW = (320, 761, 1021, 1101)  # the least room that each layout gets
VIEWS = (
    "#play/gomoku/h8i9?b=human&w=level:9",
    "#analyse/reversi/f5d6c3",
    "#review/reversi/f5d6c3d3c4?b=human&w=level:1",
    "#inside/reversi/f5?b=human&w=level:4",
    "#arena",
    "#library",
)
BLUNDERS = "d3c3c4e3f3g3c2b2h3c1c5e2f1e1f4g1f2g2f6g4"  # three moves that cost much, and a list of cards below them
PHONE = {"viewport": {"width": 360, "height": 640}}
FOCUS = """() => { const { id, dataset, name, value, localName } = document.activeElement;
    return id || dataset.key || (name ? `${name}=${value}` : localName); }"""


# ------------------------------------------------------------------------------------------------ sizes


@pytest.mark.parametrize("hash", VIEWS)
def test_no_view_scrolls_sideways_at_any_width(screen: Screen, hash: str) -> None:
    screen.open(hash)
    for code, widths in (("en", NARROW), ("zh-Hans", NARROW), ("pl", WIDTHS)):
        screen.page.select_option("#language", code)
        screen.until(f"document.documentElement.lang === '{code}'")
        for width in widths:
            screen.resize(width, 900)
            assert screen.page.evaluate("document.documentElement.scrollWidth") <= width, (code, width)
            assert screen.page.evaluate("document.querySelector('#theme').getBoundingClientRect().right") <= width


def test_a_board_with_its_panel_is_as_tall_as_the_window(screen: Screen) -> None:
    for view in ("play", "review"):
        screen.open(f"#{view}/reversi/f5d6?b=human&w=human")
        for width, height in ((1280, 800), (1920, 1080), (900, 700)):
            screen.resize(width, height)
            side = screen.page.locator(".board-side").bounding_box()
            assert side["y"] + side["height"] + 24 <= height, (view, width)  # 24 below it


def test_an_upright_tablet_has_a_large_board(screen: Screen) -> None:
    screen.page.set_viewport_size({"width": 768, "height": 1024})
    screen.open("#play/reversi/f5d6?b=human&w=human")
    assert screen.page.locator("orchard-board").bounding_box()["width"] > 700


@pytest.mark.parametrize("screen", [PHONE, {"viewport": {"width": 1024, "height": 600}}], indirect=True)
def test_a_new_game_can_be_started_without_scrolling(screen: Screen) -> None:
    screen.open("#play/reversi/?b=human&w=human")
    screen.page.click("[data-action=new]")
    screen.page.check("dialog input[name=game][value=gomoku]", force=True)
    start = screen.page.locator("dialog button[value=start]").bounding_box()
    assert start["y"] + start["height"] <= screen.page.viewport_size["height"]


@pytest.mark.parametrize("screen", [PHONE], indirect=True)
def test_on_a_phone_the_choices_of_swap2_lie_above_the_bar_and_a_message_has_room(screen: Screen) -> None:
    screen.open("#play/gomoku/h8i9j10?o=3&b=level:1&w=human")
    choice = screen.page.locator(".swap2-choice").bounding_box()
    assert choice["y"] + choice["height"] <= screen.page.locator("#nav").bounding_box()["y"]
    screen.square("a1").click(force=True)
    screen.says("First choose a colour", "#toast")
    assert screen.page.locator("#toast").bounding_box()["width"] > 300


# ------------------------------------------------------------------------------------------------ addresses


@pytest.mark.parametrize(
    ("hash", "game"),
    [
        ("#play/gomoku:99/", "gomoku"),
        ("#play/gomoku:25/h8", "gomoku"),
        ("#play/gomoku:abc/", "gomoku"),
        ("#play/gomoku:1e9/", "gomoku"),
        ("#play/gomoku:4/", "gomoku"),
        ("#play/gomoku:6/c3", "gomoku:6"),
        ("#play/gomoku:15/", "gomoku"),
        ("#play/reversi:7/", "reversi"),
        ("#play/reversi/%zz", "reversi"),
        ("#play/%zz/", "reversi"),
        ("#play/reversi/?s=nonsense", "reversi"),
        ("#constructor/reversi/", "reversi"),
    ],
)
def test_a_bad_address_gives_a_board(screen: Screen, hash: str, game: str) -> None:
    screen.open(hash)
    screen.page.wait_for_selector("main .cell.legal")
    assert screen.page.evaluate("orchard.tree.game") == game


@pytest.mark.parametrize(
    ("hash", "game"), [("#play/gomoku:abc/", "gomoku"), ("#play/%zz/", "reversi"), ("#constructor/reversi/", "reversi")]
)
def test_after_a_bad_address_the_plain_page_gives_a_board(screen: Screen, hash: str, game: str) -> None:
    screen.open()  # which forgets what tests before this one chose
    for address in (hash, ""):
        screen.load(address)
        screen.page.wait_for_selector("main .cell.legal")
        assert screen.page.evaluate("orchard.tree.game") == game


def test_what_of_an_address_cannot_be_played_is_said_and_the_rest_stays(screen: Screen) -> None:
    shape = "orchard.tree.nodes().map((node) => node.move).join(' ').trim()"
    screen.open("#analyse/reversi/f5d6(a1)(f4e3)c3")
    assert screen.page.evaluate(shape) == "f5 d6 c3 f4 e3"
    screen.says("move 2, a1", "#toast")
    screen.open("#analyse/reversi/f5d6c3a1d3")
    assert screen.page.evaluate(shape) == "f5 d6 c3"
    screen.says("move 4, a1", "#toast")


def test_back_and_forward_walk_the_views_of_one_game(screen: Screen) -> None:
    screen.open("#play/reversi/f5?b=human&w=human")
    screen.play("d6")
    screen.page.click("nav a[href='#analyse']")
    screen.until("orchard.name === 'analyse'")
    screen.page.evaluate("orchard.tree.stamp = 'the same game'")
    screen.page.click("nav a[href='#arena']")
    screen.until("orchard.name === 'arena'")
    for go, view in (("back", "analyse"), ("back", "play"), ("forward", "analyse"), ("back", "play")):
        screen.page.evaluate(f"history.{go}()")
        screen.until(f"orchard.name === '{view}' && location.hash.startsWith('#{view}/reversi/f5d6')")
    assert screen.page.evaluate("orchard.tree.stamp") == "the same game"
    screen.page.evaluate("location.hash = '#analyse/gomoku/h8'")
    screen.until("orchard.tree.game === 'gomoku' && orchard.name === 'analyse'")
    screen.page.evaluate("history.back()")
    screen.until("orchard.name === 'play' && orchard.tree.game === 'reversi' && orchard.tree.current.ply === 2")


@pytest.mark.parametrize("wait_ms", [0, 5, 20, 60])
def test_who_goes_back_while_a_game_is_loaded_is_back(screen: Screen, wait_ms: int) -> None:
    """Whether the other game has come by then or not."""
    screen.load("#play/reversi/f5d6?b=human&w=human")
    leave = "location.hash = '#analyse/gomoku/h8'"
    screen.page.evaluate(f"() => {{ {leave}; setTimeout(() => history.back(), {wait_ms}); }}")
    screen.until("location.hash.startsWith('#play/reversi/f5d6') && orchard.name === 'play'")
    screen.page.evaluate("fetch('/api/games')")  # what was on its way has come, too
    screen.until("orchard.name === 'play' && orchard.tree.game === 'reversi' && location.hash.startsWith('#play/')")


# ------------------------------------------------------------------------------------------------ focus


def test_what_the_keyboard_changes_keeps_the_focus(screen: Screen) -> None:
    def press(selector: str, key: str, then: str, focus: str) -> None:
        screen.page.locator(selector).first.focus()
        screen.page.keyboard.press(key)
        screen.until(then)
        assert screen.page.evaluate(FOCUS) == focus, selector

    screen.open("#play/reversi/f5d6?b=human&w=human")
    press("nav a[href='#analyse']", "Enter", "orchard.name === 'analyse'", "view")
    press("#theme", "Enter", "document.documentElement.dataset.theme === 'dark'", "theme")
    press("#sound", "Enter", "document.querySelector('#sound').ariaPressed === 'true'", "sound")
    press("#language", "End", "document.documentElement.lang === 'pl'", "language")
    press("#language", "Home", "document.documentElement.lang === 'en'", "language")

    press("[data-key=edit]", "Enter", "document.querySelector('[name=edit-brush]')", "game")
    press(
        "[name=edit-brush]",
        "ArrowRight",
        "document.querySelector('[name=edit-brush]:checked').value === 'O'",
        "edit-brush=O",
    )
    press("[data-key=game]", "End", "document.querySelectorAll('main .cell').length !== 64", "game")
    press(".row.end .quiet", "Enter", "!document.querySelector('[name=edit-brush]')", "edit")

    screen.page.click("nav a[href='#arena']")
    form = "document.querySelector('.arena form')"
    press(".arena form [data-key=game]", "End", "orchard.view.choice.game !== 'reversi'", "game")
    press(".arena form [data-key=player-0]", "End", "orchard.view.choice.players[0] === 'uct'", "player-0")
    press(".arena form [data-key=add]", "Enter", f"{form}.querySelector('[data-key=player-2]')", "add")

    screen.open("#inside/reversi/f5d6?b=human&w=level:4")
    press(".inside [data-key=player]", "Home", "orchard.view.player === 'alphabeta'", "player")
    press(".inside [data-key=depth]", "Home", "orchard.view.depth === 1", "depth")


def test_show_in_a_review_keeps_the_focus_and_the_board_in_sight(screen: Screen) -> None:
    screen.open(f"#review/reversi/{BLUNDERS}?b=human&w=level:1")
    screen.until("orchard.tree.review?.done")
    screen.page.set_viewport_size({"width": 1280, "height": 500})
    card = screen.page.locator("article.why").last
    ply = int(card.get_attribute("data-ply"))
    nodes = screen.page.evaluate("orchard.tree.nodes().length")
    card.get_by_text("Show", exact=True).focus()
    for _ in range(2):
        screen.page.keyboard.press("Enter")
        screen.until(f"orchard.tree.current.ply === {ply}")
        assert screen.page.evaluate(FOCUS) == f"show-{ply}"
    assert screen.page.evaluate("orchard.tree.nodes().length") == nodes
    assert screen.page.evaluate("scrollY") > 0
    board = screen.page.locator("orchard-board").bounding_box()
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= 500


@pytest.mark.parametrize("screen", [PHONE], indirect=True)
def test_on_a_phone_the_card_buttons_of_a_review_show_the_board(screen: Screen) -> None:
    screen.open(f"#review/reversi/{BLUNDERS}?b=human&w=level:1")
    screen.until("orchard.tree.review?.done")
    for name in ("Show", "Better line"):
        screen.page.locator("article.why").last.get_by_text(name, exact=True).click()
        board = screen.page.locator("orchard-board").bounding_box()
        assert board["y"] >= 0, name
        assert board["y"] + board["height"] <= 640, name
