"""An analysis as its reader wants it: which engine, how many moves, how long, on how many threads."""

from __future__ import annotations

import httpx
import pytest

import orchard
from tests.studio.browser import Screen

MIDDLE = {
    "reversi": "f5d6c3d3c4f4f6",
    "reversed_reversi": "f5d6c3d3c4f4f6",
    "gomoku": "h8i9j8g9",
    "connect_four": "d1d2c1",
    "tic_tac_toe": "b2",
}
SOLVERS = {"perfect"}  # has no value where it cannot solve in time


@pytest.mark.parametrize("game", orchard.games())
def test_every_engine_offered_gives_as_many_lines_as_asked_for(api: httpx.Client, game: str) -> None:
    engines = api.get(f"/games/{game}").json()["engines"]
    assert engines
    legal = set(orchard.game(game).replay(MIDDLE[game]).legal())
    for engine in engines:
        for lines in (1, 3):
            ask = {"game": game, "moves": MIDDLE[game], "player": engine, "lines": lines, "threads": 2}
            for seconds in (0.1, 2.0, 8.0):  # on a busy machine the second line takes its time
                found = api.post("/analyse", json={**ask, "seconds": seconds}).json()
                if engine in SOLVERS or [entry["value"] is None for entry in found["moves"]].count(False) == lines:
                    break
            assert len(found["moves"]) == lines, (engine, found)
            assert found["moves"][0]["move"] == found["best"] in legal
            if engine not in SOLVERS:
                assert all(entry["value"] is not None for entry in found["moves"]), (engine, found)
            assert found["by"].split(":")[0] == engine


def test_without_a_number_of_lines_every_move_gets_a_value_as_before(api: httpx.Client) -> None:
    ask = {"game": "reversi", "moves": MIDDLE["reversi"], "seconds": 0.3}
    found = api.post("/analyse", json=ask).json()
    assert {entry["move"] for entry in found["moves"]} == set(orchard.game("reversi").replay(MIDDLE["reversi"]).legal())


@pytest.mark.parametrize("wrong", [{"lines": 0}, {"lines": 500}, {"threads": 0}, {"threads": 1000}])
def test_settings_out_of_bounds_are_refused(api: httpx.Client, wrong: dict[str, int]) -> None:
    assert api.post("/analyse", json={"game": "reversi", "seconds": 0.1, **wrong}).status_code == 422


def test_the_engine_its_lines_and_its_time_are_chosen_in_analyse_and_remembered(screen: Screen) -> None:
    screen.open("#analyse/reversi/f5d6c3d3c4")
    screen.page.locator(".engine-settings summary").click()
    screen.page.select_option("[data-key=engine]", "uct")
    screen.page.select_option("[data-key=lines]", "2")
    screen.page.select_option("[data-key=seconds]", "5")
    screen.until("/UCT/.test(document.querySelector('.engine-card').textContent)")
    screen.until("document.querySelectorAll('.lines button').length === 2")
    assert screen.page.locator("main .cell .value").count() == 2
    screen.open("#analyse/reversi/f5d6c3d3c4")
    screen.until("/UCT/.test(document.querySelector('.engine-card').textContent)")
    screen.until("document.querySelectorAll('.lines button').length === 2")
