"""What the views say: set up, look inside, lists of moves and games, the dialogs."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.studio.browser import Screen

pytestmark = pytest.mark.one_page

# For requests of one kind the page gets a ready answer instead of the server's.
ANSWER = """([kind, answer]) => { const { connection } = orchard; const ask = connection.ask.bind(connection);
    connection.ask = (what, ...rest) => (what === kind ? Promise.resolve(answer) : ask(what, ...rest)); }"""


def node(move: str | None, value: float | None, *children: dict[str, Any], bound: str | None = None) -> dict[str, Any]:
    visits = 1 + sum(child["visits"] for child in children)
    known = {"prior": None, "cut": False, "unsearched": [], "best": children[0]["move"] if children else None}
    return {"move": move, "visits": visits, "value": value, "bound": bound, **known, "children": list(children)}


def depth(n: int, *line: str) -> dict[str, Any]:
    counts = {"nodes": n, "seconds": 0.1, "cuts": 0, "first_cuts": 0, "table_cuts": 0, "branching": None}
    return {"depth": n, "move": line[0], "value": 1.5, "line": list(line), "exact": False, **counts}


# ------------------------------------------------------------------------------------------------ set up


def test_set_up_shows_the_game_that_is_set_up_and_moves_no_other(screen: Screen) -> None:
    screen.open("#analyse/reversi/f5d6")
    screen.page.get_by_role("button", name="Set up").click()
    screen.page.select_option(".panel select", "gomoku")
    screen.says("Gomoku", ".aim h1")
    screen.says("Five in a row wins", ".aim .chip:not(.how-to)")
    expect(screen.page.locator(".steps button")).to_have_count(0)
    expect(screen.page.locator(".steps").first).to_have_text("", use_inner_text=True)
    screen.page.locator("main h1").click()
    screen.page.keyboard.press("ArrowLeft")
    assert screen.page.evaluate("orchard.tree.current.ply") == 2
    expect(screen.page.locator("main .cell")).to_have_count(225)
    screen.page.get_by_role("button", name="Cancel").click()
    screen.says("Reversi", ".aim h1")
    screen.says("Move 2", ".steps")


def test_a_new_game_ends_setting_up_the_old_one(screen: Screen) -> None:
    screen.open("#analyse/reversi/f5d6")
    screen.page.get_by_role("button", name="Set up").click()
    screen.page.evaluate("orchard.newGame({ game: 'gomoku:6', black: 'human', white: 'human' })")
    screen.play("c3")
    screen.page.click("nav a[href='#analyse']")
    screen.says("Gomoku", ".aim h1")
    expect(screen.page.locator("[name=edit-brush]")).to_have_count(0)
    screen.page.get_by_role("button", name="Set up").click()
    assert screen.page.input_value(".panel select") == "gomoku"
    expect(screen.page.locator("main .cell")).to_have_count(36)


# ------------------------------------------------------------------------------------------------ look inside


def test_of_a_level_one_sees_what_it_searches_and_that_it_chose_otherwise(screen: Screen) -> None:
    screen.open("#inside/reversi/f5?b=human&w=level:4")
    screen.page.wait_for_selector(".depths tbody tr")
    expect(screen.page.locator(".inside select")).to_have_count(1)  # the player; a level has its own depth
    answer = {"depths": [depth(1, "f4"), depth(2, "d6", "c3")], "choice": {"move": "f6"}}
    screen.page.evaluate(ANSWER, ["tree", answer])
    screen.page.get_by_role("button", name="Search").click()
    screen.says("White plays F6; the search prefers D6")
    screen.page.select_option("[data-key=player]", "alphabeta")
    expect(screen.page.locator(".inside select")).to_have_count(2)


def test_the_caption_says_which_position_of_a_line_is_shown(screen: Screen) -> None:
    screen.open("#inside/reversi/f5?b=human&w=level:4")
    screen.page.evaluate(ANSWER, ["tree", {"depths": [depth(2, "d6", "c3")], "choice": {"move": "d6"}}])
    screen.page.get_by_role("button", name="Search").click()
    screen.says("White prefers D6")
    screen.says("Move 1 · White to move", ".steps")
    screen.page.locator(".line ol button", has_text="c3").click()
    screen.says("d6 c3 · Move 3 · White to move", ".steps")
    screen.page.locator(".line ol button", has_text="d6").click()
    screen.says("d6 · Move 2 · Black to move", ".steps")


def test_looking_inside_begins_with_the_last_player_of_each_game(screen: Screen) -> None:
    for level in (4, 7):
        screen.open() if level == 4 else screen.page.click("nav a[href='#play']")
        game = {"game": "reversi", "black": "human", "white": f"level:{level}"}
        screen.page.evaluate("(game) => orchard.newGame(game)", game)
        screen.play("f5")
        screen.wait_for_moves(2)
        screen.page.click("nav a[href='#inside']")
        screen.until(f"orchard.view.player === 'level:{level}' && orchard.tree.current.ply === 1")
        assert screen.page.input_value(".inside [data-key=player]") == f"level:{level}"


@pytest.mark.parametrize(
    ("tree", "shown"),
    [
        # chances: the opponent's 0.3 is 0.7 for the side to move at the root, and its lower bound an upper one
        (node(None, 0.4, node("d6", 0.6, node("c3", 0.3, node("c4", 0.8), bound="lower"))), ["60%", "≤70%", "80%"]),
        # differences: below 0 for one side
        (node(None, 2.0, node("d6", 2.0, node("c3", -3.0, node("c4", 2.5)))), ["+2.00", "+3.00", "+2.50"]),
    ],
)
def test_all_values_of_a_tree_are_for_the_side_to_move(screen: Screen, tree: dict[str, Any], shown: list[str]) -> None:
    screen.open("#inside/reversi/f5?b=human&w=uct")
    screen.page.evaluate(ANSWER, ["tree", {"tree": tree}])
    screen.page.get_by_role("button", name="Search").click()
    screen.says("White prefers D6")
    screen.says("White", ".forest p")
    facts = screen.page.eval_on_selector_all(".forest .fact", "(facts) => facts.map((fact) => fact.textContent)")
    assert [fact.split("· ")[-1].strip() for fact in facts[1:]] == shown
    assert facts[0] == "4×"  # the root has visits and no value of its own


# ------------------------------------------------------------------------------------------------ lists


def test_who_won_by_the_opponents_end_is_said(screen: Screen) -> None:
    screen.open("#play/reversi/f5?b=human&w=human")
    screen.page.click("[data-action=resign]")
    screen.page.click("dialog button[value=yes]")
    screen.page.wait_for_selector(".result:not([hidden])")
    kept = "/api/database/games?player=human&limit=1"
    screen.eventually(lambda: screen.served(kept)["games"], lambda games: games and games[0]["verdict"] == "resign")
    screen.page.click("nav a[href='#arena']")
    winner = screen.served(kept)["games"][0]["winner"].capitalize()
    screen.says(f"{winner} won (opponent resigned)", ".database")


def test_games_are_found_by_the_name_of_a_player_and_a_match_is_called_by_its_players(screen: Screen) -> None:
    screen.open("#arena")
    for n, value in ((1, "random"), (2, "greedy"), (3, "2")):
        screen.page.locator(".arena form select").nth(n).select_option(value)
    league = screen.start_a_match()
    assert league["name"].startswith("match ")
    screen.says("Reversi · Greedy – Random", ".arena .two > .panel:last-child h1")
    screen.page.select_option(".database [data-key=player]", label="Greedy")
    screen.eventually(
        lambda: screen.page.eval_on_selector_all(
            ".database tbody tr", "(rows) => rows.map((row) => row.textContent.includes('Greedy'))"
        ),
        lambda found: found and all(found),
    )


def test_moves_are_counted_alike_in_the_list_the_cards_and_the_curve(screen: Screen) -> None:
    screen.open("#review/gomoku/h8a1h9a2h10a3h11a4o15")
    screen.until("orchard.tree.review?.done && document.querySelector('article.why[data-ply=\"9\"]')")
    numbers = screen.page.eval_on_selector_all(".moves .no", "(items) => items.map((item) => item.textContent)")
    assert numbers == ["1", "3", "5", "7", "9"]
    screen.says("9. Black O15", "article.why[data-ply='9'] header")
    tips = screen.page.eval_on_selector_all(".graph title", "(titles) => titles.map((title) => title.textContent)")
    assert any(tip.startswith("9. o15:") for tip in tips)
    screen.says("was better: a win in 1 instead of", "article.why[data-ply='9']")


# ------------------------------------------------------------------------------------------------ boards and dialogs


def test_gomoku_can_be_begun_on_a_board_of_another_width(screen: Screen) -> None:
    screen.open("#play/reversi/?b=human&w=human")
    screen.page.click("[data-action=new]")
    screen.page.check("dialog input[name=mode][value=friend]", force=True)
    screen.page.check("dialog input[name=game][value=tic_tac_toe]", force=True)
    expect(screen.page.locator("dialog [data-key=option]")).to_have_count(0)  # it has one board only
    screen.page.check("dialog input[name=game][value=gomoku]", force=True)
    screen.page.select_option("dialog [data-key=option]", "19")
    screen.page.click("dialog button[value=start]")
    screen.until("orchard.tree.game === 'gomoku:19' && document.querySelectorAll('main .cell').length === 361")
    screen.play("j10")
    screen.until("orchard.tree.current.view?.to_move === 'white'")
    screen.says("Gomoku 19×19", "main h1")
    screen.page.click("nav a[href='#arena']")
    expect(screen.page.locator(".database [data-key=game]").first).to_contain_text("Gomoku 19×19", use_inner_text=True)


@pytest.mark.parametrize(("width", "stars"), [(20, [3.5, 16.5]), (19, [3.5, 9.5, 15.5]), (9, [4.5]), (6, [])])
def test_star_points_lie_on_crossings(screen: Screen, width: int, stars: list[float]) -> None:
    screen.open(f"#play/gomoku:{width}/?b=human&w=human")
    found = screen.page.eval_on_selector_all(
        ".lines-of-board circle", "(dots) => dots.map((dot) => Number(dot.getAttribute('cx')))"
    )
    assert sorted(set(found)) == stars


def test_arrows_walk_the_board_in_play_and_a_list_tells_all_keys(screen: Screen) -> None:
    screen.open("#play/reversi/f5d6?b=human&w=human")
    screen.page.wait_for_selector("main .cell.legal")
    screen.page.keyboard.press("ArrowLeft")
    assert screen.page.evaluate("document.activeElement.className").startswith("cell")
    before = screen.page.evaluate("document.activeElement.dataset.square")
    screen.page.keyboard.press("ArrowLeft")
    assert screen.page.evaluate("document.activeElement.dataset.square") == chr(ord(before[0]) - 1) + before[1]
    assert screen.page.evaluate("orchard.tree.current.ply") == 2
    screen.page.keyboard.press("?")
    screen.says("Walk the board", "dialog.keys")
    for key in ("U", "Y", "H", "N", "R", "P", "T", "Home", "?"):
        assert screen.page.locator("dialog.keys kbd", has_text=key).count() >= 1, key
    screen.page.keyboard.press("Enter")
    screen.page.wait_for_selector("dialog.keys", state="detached")
    screen.page.click("#keys")
    screen.page.wait_for_selector("dialog.keys[open]")


@pytest.mark.parametrize("screen", [{"locale": "pl"}], indirect=True)
def test_a_fraction_of_a_second_has_a_comma_in_polish(screen: Screen) -> None:
    screen.open("#play/reversi/?b=human&w=level:3")
    sub = screen.page.locator(".seat .sub").last
    expect(sub).to_have_attribute("title", sub.inner_text())
    screen.page.click("[data-action=new]")
    screen.page.check("dialog input[name=mode][value=player]", force=True)
    expect(screen.page.locator("dialog [data-key=seconds]").first).to_contain_text("0,5 s/ruch", use_inner_text=True)


def test_the_fields_of_a_gomoku_match_are_wide_enough(screen: Screen) -> None:
    screen.open("#arena")
    screen.page.locator(".arena form select").first.select_option("gomoku")
    widths = screen.page.eval_on_selector_all(
        ".arena .trio select", "(fields) => fields.map((field) => field.getBoundingClientRect().width)"
    )
    assert len(widths) == 3
    assert min(widths) > 130, json.dumps(widths)
