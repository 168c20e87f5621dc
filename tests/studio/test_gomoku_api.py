"""What the API says about Gomoku: threats, proved wins, and the swap2 opening."""

from __future__ import annotations

import time

import httpx
import pytest

THREE = "h8a1h9o1h10a15"  # black has an open three and is to move


def test_threats_are_listed_for_both_sides(api: httpx.Client) -> None:
    found = api.post("/threats", json={"game": "gomoku", "moves": THREE}).json()
    assert set(found) == {"black", "white"}
    assert set(found["black"]["open_four"]) == {"h7", "h11"}
    assert found["white"] == {"five": [], "open_four": [], "four": [], "three": []}


@pytest.mark.timed
def test_threats_come_without_a_visible_delay(api: httpx.Client) -> None:
    """The best of five counts: other programs may hold up any single one."""
    api.post("/threats", json={"game": "gomoku", "moves": THREE})
    took = []
    for move in ("h7", "h11", "o15", "b2", "c3"):
        began = time.perf_counter()
        assert api.post("/threats", json={"game": "gomoku", "moves": THREE + move}).status_code == 200
        took.append(time.perf_counter() - began)
    assert min(took) < 0.1


def test_threats_of_another_game_are_refused_with_a_reason(api: httpx.Client) -> None:
    answer = api.post("/threats", json={"game": "reversi"})
    assert answer.status_code == 422
    assert "Reversi has no threats" in answer.json()["message"]


def test_an_analysis_says_in_how_many_moves_and_by_which_line(api: httpx.Client) -> None:
    found = api.post("/analyse", json={"game": "gomoku", "moves": THREE, "seconds": 0.5}).json()
    assert (found["wins_in"], found["exact"], len(found["line"])) == (2, True, 3)
    best = found["moves"][0]
    assert (best["move"], best["wins_in"]) == (found["best"], 2)


def test_a_player_announces_a_win_that_is_proved(api: httpx.Client) -> None:
    ask = {"game": "gomoku", "moves": THREE, "player": "kite", "seconds": 0.2}
    choice = api.post("/move", json=ask).json()["choice"]
    assert choice["move"] in ("h7", "h11")
    assert choice["wins_in"] == 2
    quiet = api.post("/move", json={**ask, "moves": "h8i9"}).json()["choice"]
    assert quiet["wins_in"] is None


def test_a_player_does_its_part_in_swap2(api: httpx.Client) -> None:
    ask = {"game": "gomoku", "player": "level:4", "seconds": 0.3, "seed": 5}
    opened = api.post("/swap2", json=ask).json()
    assert len(set(opened["stones"])) == 3
    assert opened["takes"] is None
    chosen = api.post("/swap2", json={**ask, "moves": "h8a1h9"}).json()  # black is far ahead
    assert chosen == {"stones": [], "takes": "black", "seed": 5}
    chosen = api.post("/swap2", json={**ask, "moves": "a1h8o15h9o1"}).json()  # white is
    assert chosen["takes"] == "white"


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"game": "reversi"}, "Reversi is not opened by swap2"),
        ({"game": "gomoku", "moves": "h8h9"}, "0, 3 or 5 stones"),
        ({"game": "gomoku", "start": "X" + "-" * 224 + " O"}, "empty board"),
        ({"game": "gomoku", "player": "sage"}, "does not play gomoku"),
    ],
)
def test_swap2_where_it_has_no_place_is_refused(api: httpx.Client, fields: dict[str, str], reason: str) -> None:
    answer = api.post("/swap2", json={"player": "random", **fields})
    assert answer.status_code == 422
    assert reason in answer.json()["message"]


def test_a_game_opened_by_swap2_is_kept_as_one(api: httpx.Client) -> None:
    moves = "h8a1h9a2h10a3h11a4h12"
    ask = {"game": "gomoku", "moves": moves, "black": "human", "white": "level:1"}
    id = api.post("/database/games", json={**ask, "swap2": {"first": "white", "stones": 3}}).json()["id"]
    kept = api.get(f"/database/games/{id}").json()
    assert kept["transcript"] == moves
    assert kept["swap2"] == {
        "first": "white",
        "placed_by_first": ["h8", "a1", "h9"],
        "placed_by_second": [],
        "chosen_by": "second",
        "chosen": "black",
    }
    short = api.post("/database/games", json={**ask, "moves": "h8", "swap2": {"first": "white", "stones": 3}})
    assert short.status_code == 422
