"""What the server tells of lessons and drills."""

from __future__ import annotations

import httpx

import orchard


def test_every_game_says_what_there_is_to_learn(api: httpx.Client) -> None:
    for name in orchard.games():
        told = api.get(f"/learn/{name}").json()
        assert told["lessons"], name
        assert "coordinates" in told["drills"]
    step = api.get("/learn/reversi").json()["lessons"][2]["steps"][1]
    assert (step["kind"], step["accepted"], step["refuted"]["g2"]) == ("choose", ["a8"], "h8")
    assert api.get("/learn/gomoku:9").json()["lessons"] == []  # they are for the usual board


def test_a_drill_asks_as_many_questions_as_wanted_and_the_same_for_the_same_seed(api: httpx.Client) -> None:
    ask = {"game": "reversi", "drill": "turns", "count": 3, "seed": 5}
    first, again = (api.post("/drill", json=ask).json()["questions"] for _ in range(2))
    assert len(first) == 3
    assert first == again
    assert first != api.post("/drill", json={**ask, "seed": 6}).json()["questions"]


def test_an_unknown_game_or_drill_is_refused_with_the_reason(api: httpx.Client) -> None:
    assert api.get("/learn/chess").status_code == 422
    refused = api.post("/drill", json={"game": "gomoku", "drill": "turns"})
    assert refused.status_code == 422
    assert "there are coordinates" in refused.json()["message"]
    assert api.post("/drill", json={"game": "gomoku", "drill": "coordinates", "count": 31}).status_code == 422
