"""Puzzles, mistakes, progress and profiles over the API: one learner's way."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

import orchard
from orchard.study.glicko import START
from tests.studio.conftest import Server
from tests.studio.test_api import refused

GAME = "reversi"


@pytest.fixture(scope="module")
def ann(server: Server) -> Iterator[str]:
    with httpx.Client(base_url=f"{server.address}/api", timeout=60) as api:
        assert api.post("/profile_new", json={"profile": "Ann"}).json() == {"new": True}
        yield "Ann"
        assert api.post("/profile_delete", json={"profile": "Ann"}).json() == {"deleted": True}
        assert "Ann" not in api.post("/profiles", json={}).json()["profiles"]


def ask(api: httpx.Client, what: str, **fields: Any) -> dict[str, Any]:
    answer = api.post(f"/{what}", json=fields)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_puzzle_of_the_right_strength_is_tried_solved_and_rated(api: httpx.Client, ann: str) -> None:
    puzzle = ask(api, "puzzle", game=GAME, profile=ann, kind="last_ten")["puzzle"]
    assert abs(puzzle["rating"] - START) < 50
    position = orchard.game(GAME).parse(puzzle["position"])
    wrong = next(move for move in position.legal() if move not in puzzle["accepted"])
    tried = ask(api, "puzzle_try", game=GAME, puzzle=puzzle["id"], move=wrong)
    assert tried["right"] is False
    assert tried["line"][0] == wrong
    assert tried["solution"][0] == puzzle["accepted"][0]
    scores = []
    for line in (tried["line"], tried["solution"]):
        end = position
        for move in line:
            end = end.play(move)
        assert end.outcome is not None, "best play to the end"
        scores.append(end.outcome.score_for(position.to_move))
    assert scores[1] >= scores[0] + puzzle["number"]
    assert ask(api, "puzzle_try", game=GAME, puzzle=puzzle["id"], move=puzzle["accepted"][0])["right"] is True
    done = {"game": GAME, "profile": ann, "puzzle": puzzle["id"], "attempt": "one", "solved": True}
    rated = ask(api, "puzzle_done", **done)
    assert rated["low"] < START < rated["rating"] < rated["high"]
    assert ask(api, "puzzle_done", **done) == rated, "sent again, it counts once"
    assert ask(api, "puzzle", game=GAME, profile=ann)["puzzle"]["id"] != puzzle["id"]
    again = ask(api, "puzzle", game=GAME, puzzle=puzzle["id"])["puzzle"]
    assert again["rating"] < puzzle["rating"], "it was solved, so it is easier than it seemed"
    assert {**again, "rating": puzzle["rating"]} == puzzle


def test_kinds_and_themes_choose_puzzles(api: httpx.Client) -> None:
    assert ask(api, "puzzle", game="gomoku", kind="defence")["puzzle"]["kind"] == "defence"
    assert "lost_parity" in ask(api, "puzzle", game=GAME, theme="lost_parity")["puzzle"]["tags"]
    assert ask(api, "puzzle", game=GAME, theme="no_such_theme")["puzzle"] is None
    assert "keep_corner" in ask(api, "puzzle", game=GAME)["kinds"]
    assert "keep_corner" not in ask(api, "puzzle", game="reversed_reversi")["kinds"], "it has none of them"


def test_a_lost_defence_is_refuted_by_the_win_it_allows(api: httpx.Client) -> None:
    puzzle = ask(api, "puzzle", game="gomoku", kind="defence")["puzzle"]
    position = orchard.game("gomoku").parse(puzzle["position"])
    wrong = next(move for move in position.legal() if move not in puzzle["accepted"])
    end = position
    for move in ask(api, "puzzle_try", game="gomoku", puzzle=puzzle["id"], move=wrong)["line"]:
        end = end.play(move)
    assert end.outcome is not None
    assert end.outcome.winner != position.to_move


def test_several_at_once_get_the_same_answers_as_one_after_the_other(api: httpx.Client) -> None:
    asked = []
    for game in ("gomoku", GAME) * 3:
        puzzle = ask(api, "puzzle", game=game)["puzzle"]
        asked.append({"game": game, "puzzle": puzzle["id"], "move": puzzle["accepted"][0]})
    one_by_one = [ask(api, "puzzle_try", **each)["line"] for each in asked]
    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(lambda each: ask(api, "puzzle_try", **each)["line"], asked)) == one_by_one


def test_mistakes_of_a_game_become_due_are_repeated_and_count_in_progress(api: httpx.Client, ann: str) -> None:
    game = {"game": GAME, "moves": "d3c3c4e3f3g3c2b2h3c1", "profile": ann}  # white's b2 opens a corner
    added = ask(api, "mistakes_add", **game, color="white")
    assert added["new"] == added["found"] >= 1
    assert ask(api, "mistakes_add", **game, color="white")["new"] == 0
    due = ask(api, "mistakes_due", game=GAME, profile=ann)["due"]
    assert len(due) == added["new"]
    one = next(each for each in due if each["played"] == "b2")
    position = orchard.game(GAME).parse(one["position"])
    assert position == orchard.game(GAME).replay("d3c3c4e3f3g3c2")
    assert one["accepted"]
    assert "b2" not in one["accepted"]
    before = ask(api, "progress", game=GAME, profile=ann)
    assert before["due"] == len(due)
    assert before["themes"]
    assert {theme["theme"] for theme in before["themes"]} <= {fact for each in due for fact in each["tags"]["facts"]}
    later = ask(api, "mistake_done", profile=ann, mistake=one["id"], solved=True)
    assert later["due"] > one["due"]
    assert ask(api, "progress", game=GAME, profile=ann)["due"] == len(due) - 1


def test_the_moves_of_a_reviewed_game_count_once_in_progress(api: httpx.Client, ann: str) -> None:
    game = {"game": GAME, "moves": "d3c3c4e3f3g3c2b2h3c1"}  # white: c3, e3, g3, b2, c1
    moves = ask(api, "review", **game)["moves"]
    assert ask(api, "review_done", **game, profile=ann, color="white") == {"counted": True}
    assert ask(api, "review_done", **game, profile=ann, color="white") == {"counted": False}
    opening = ask(api, "progress", game=GAME, profile=ann)["phases"]["opening"]
    good = [move["grade"] in ("best", "good") for move in moves if move["color"] == "white"]
    assert (opening["moves"], opening["good"]) == (5, sum(good))
    assert not good[3], "b2 opens a corner"
    empty = {"game": GAME, "profile": ann, "color": "white"}
    assert "no move to review" in refused(api.post("/review_done", json=empty))


def test_rated_games_and_puzzles_make_one_rating_with_an_opponent_that_fits(api: httpx.Client, ann: str) -> None:
    for number in range(4):
        done = {"game": GAME, "profile": ann, "attempt": f"game {number}", "level": 3, "score": 0}
        by_games = ask(api, "game_done", **done)
    shown = ask(api, "progress", game=GAME, profile=ann)
    assert shown["ratings"]["game"] == by_games
    assert by_games["rating"] < shown["rating"]["rating"] < shown["ratings"]["puzzle"]["rating"]
    assert 0.45 <= shown["opponent"]["expected"] <= 0.55
    assert [point["source"] for point in shown["curve"]] == ["puzzle", *["game"] * 4]
    assert round(shown["curve"][-1]["rating"]) == shown["rating"]["rating"], (
        "the curve ends at the rating that is shown"
    )
    assert shown["phases"]["end"] == {"tried": 1, "solved": 1, "moves": 0, "good": 0}


def test_lessons_scores_and_openings_are_kept_and_the_best_count(api: httpx.Client, ann: str) -> None:
    marks = [
        {"kind": "lesson", "game": GAME, "name": "corners", "value": 1},
        {"kind": "drill", "game": GAME, "name": "legal", "value": 9},
        {"kind": "drill", "game": GAME, "name": "legal", "value": 7},
    ]
    assert ask(api, "mark", profile=ann, marks=marks)["best"] == [1, 9, 9]
    step = ask(api, "opening_step", game=GAME, moves="f5d6c3d3", line="c4e3f6e6f5")
    assert (step["accepted"], step["name"], step["view"]["to_move"]) == (["c4"], "Tiger", "black")
    wrong = [{"moves": "f5d6c3d3", "played": "c5"}]
    done = {"game": GAME, "profile": ann, "line": "c4e3f6e6f5", "finished": True}
    assert ask(api, "opening_done", **done, wrong=wrong) == {"new": 1, "by_heart": False}
    assert ask(api, "opening_done", **done) == {"new": 0, "by_heart": True}
    kept = ask(api, "marks", game=GAME, profile=ann)
    assert kept == {"lesson": {"corners": 1}, "drill": {"legal": 9}, "opening": {"c4e3f6e6f5": 1}}
    assert ask(api, "progress", game=GAME, profile=ann)["openings"] == {"known": 1, "all": 77}
    one = ask(api, "mistakes_due", game=GAME, profile=ann, limit=1)
    assert (len(one["due"]), one["count"]) == (1, len(ask(api, "mistakes_due", game=GAME, profile=ann)["due"]))
    assert "no opening" in refused(api.post("/opening_step", json={"game": GAME, "line": "a1"}))


def test_a_profile_of_years_comes_back_too(api: httpx.Client, ann: str) -> None:
    exported = ask(api, "profile_export", profile=ann)
    one = exported["attempts"][0]
    exported["attempts"] = [{**one, "id": f"attempt {n}"} for n in range(10_000)]
    assert ask(api, "profile_import", data=exported, profile="Ann of years") == {"profile": "Ann of years"}
    assert len(ask(api, "profile_export", profile="Ann of years")["attempts"]) == 10_000
    ask(api, "profile_delete", profile="Ann of years")


def test_a_profile_goes_out_and_comes_back(api: httpx.Client, ann: str) -> None:
    exported = ask(api, "profile_export", profile=ann)
    assert ask(api, "profile_import", data=exported, profile="Ann 2") == {"profile": "Ann 2"}
    again = ask(api, "profile_export", profile="Ann 2")
    assert {**again, "name": "Ann"} == exported
    assert "already" in refused(api.post("/profile_import", json={"data": exported}))
    for nonsense in ({}, [], "text", None, 7):
        assert "no exported profile" in refused(api.post("/profile_import", json={"data": nonsense}))
    ask(api, "profile_delete", profile="Ann 2")
    assert "no profile" in refused(api.post("/profile_export", json={"profile": "Ann 2"}))
    assert "no puzzles" in refused(api.post("/puzzle", json={"game": "tic_tac_toe"}))
    assert "no puzzle" in refused(api.post("/puzzle", json={"game": GAME, "puzzle": "nothing"}))
