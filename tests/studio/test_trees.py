"""Searches side by side, whole trees and proofs, as the server sends them."""

from __future__ import annotations

import httpx
import pytest

import orchard
from orchard.study.proofs import proofs

MOVES = "f5d6c3d3c4f4"


def test_searches_side_by_side_are_those_of_the_players(api: httpx.Client) -> None:
    players = ["minimax", "alphabeta", "uct"]
    ask = {"game": "reversi", "moves": MOVES, "players": players, "search_depth": 3, "playouts": 40}
    searches = api.post("/compare", json=ask).json()["searches"]
    position = orchard.game("reversi").replay(MOVES)
    for name, found in zip(players, searches, strict=True):
        limits = orchard.Limits(playouts=40) if name == "uct" else orchard.Limits(depth=3)
        choice = orchard.player(name).choose(position, limits)
        assert (found["player"], found["move"], found["value"], found["nodes"]) == (
            name,
            choice.move,
            choice.value,
            choice.nodes,
        )
        assert 0 < found["seconds"] < 10
        assert found["steps"][-1]["kind"] == "play"
        assert len(found["steps"]) <= 2200
    minimax, alphabeta, _ = searches
    assert (minimax["move"], minimax["value"]) == (alphabeta["move"], alphabeta["value"])
    assert alphabeta["nodes"] < minimax["nodes"]


def test_a_comparison_is_bounded(api: httpx.Client) -> None:
    ask = {"game": "reversi", "moves": MOVES, "players": ["minimax", "uct"], "search_depth": 8}
    late = api.post("/compare", json={**ask, "seconds": 0.05})
    assert (late.status_code, late.json()["reason"]["kind"]) == (422, "slow")
    for players in (["uct"], ["uct"] * 4, ["uct", "file:bot.py"], ["uct", "greedy"]):
        assert api.post("/compare", json={**ask, "players": players}).status_code == 422


def test_a_whole_tree_opens_further_down(api: httpx.Client) -> None:
    ask = {"game": "tic_tac_toe", "plies": 2, "fold": False}
    answer = api.post("/whole", json=ask).json()
    tree = answer["tree"]
    drawn = orchard.game("tic_tac_toe").replay("".join(answer["line"]))
    assert drawn.outcome is not None  # best play goes to the end, and is a draw
    assert drawn.outcome.score == 0
    assert (tree["size"], len(tree["children"])) == (549_946, 9)
    centre = next(child for child in tree["children"] if child["move"] == "b2")
    assert all(child["hidden"] == 7 for child in centre["children"])
    below = api.post("/whole", json={**ask, "moves": "b2a1", "plies": 9, "fold": True}).json()["tree"]
    assert below["size"] == next(child["size"] for child in centre["children"] if child["move"] == "a1")
    assert below["children"][0]["same"]  # the diagonal mirrors it
    refused = api.post("/whole", json={"game": "reversi"})
    assert (refused.status_code, refused.json()["reason"]["kind"]) == (422, "too_many_empties")


@pytest.mark.parametrize(("game", "moves"), [("tic_tac_toe", "a1b2b1"), ("gomoku", "h8h7i8a1j8a15")])
def test_a_proof_is_that_of_the_library(api: httpx.Client, game: str, moves: str) -> None:
    answer = api.post("/proof", json={"game": game, "moves": moves}).json()["proofs"]
    assert answer == [proof.as_json() for proof in proofs(orchard.game(game).replay(moves))]
    refused = api.post("/proof", json={"game": "reversi", "moves": MOVES})
    assert (refused.status_code, refused.json()["reason"]["kind"]) == (422, "no_proof")
