"""Ten empty squares, solved by brute force beforehand: players that look far enough must not lose a disc of value."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import orchard
from tests.tactics import generate_last_ten

ENTRIES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "last_ten.json").read_text())
DEEP = ("negascout", "negascout:table=0", "alphabeta:depth=16", "alphabeta:depth=16,table=4,history=yes,ordering=yes")


def entries(game: str) -> list[dict[str, Any]]:
    return [entry for entry in ENTRIES if entry["game"] == game]


def sign(value: float) -> int:
    return (value > 0) - (value < 0)


def test_there_are_positions_of_both_games_and_the_choice_matters_in_each() -> None:
    for game in ("reversi", "reversed_reversi"):
        assert len(entries(game)) == 16
    for entry in ENTRIES:
        position = orchard.game(entry["game"]).parse(entry["text"])
        assert position.empties == 10
        assert sorted(entry["values"]) == sorted(position.legal())
        assert min(entry["values"].values()) <= 0 < max(entry["values"].values())


@pytest.mark.parametrize("game", ["reversi", "reversed_reversi"])
def test_the_file_says_what_brute_force_finds(game: str) -> None:
    entry = min(entries(game), key=lambda e: len(e["values"]))
    assert generate_last_ten.values(entry["text"], game) == entry["values"]


@pytest.mark.parametrize("spec", DEEP)
@pytest.mark.parametrize("game", ["reversi", "reversed_reversi"])
def test_deep_players_play_the_last_ten_without_losing_value(spec: str, game: str) -> None:
    player = orchard.player(spec)
    for entry in entries(game):
        position = orchard.game(game).parse(entry["text"])
        choice = player.choose(position, orchard.Limits(seconds=20))
        best = max(entry["values"].values())
        assert entry["values"][choice.move] == best, entry["text"]
        assert choice.value == sign(best) * 100 + best, entry["text"]  # a certain result: ±100 and the score
        assert choice.note == "searched to the end of the game"


def test_minimax_itself_finds_them() -> None:
    player = orchard.player("minimax:depth=16,eval=discs")
    for game in ("reversi", "reversed_reversi"):
        entry = min(entries(game), key=lambda e: len(e["values"]))
        choice = player.choose(orchard.game(game).parse(entry["text"]), orchard.Limits(seconds=30))
        assert {stat.move: stat.value for stat in choice.moves} == entry["values"]


def test_a_strategist_that_looks_to_the_end_keeps_the_win() -> None:
    player = orchard.player("strategist:depth=16")
    for entry in entries("reversi"):
        choice = player.choose(orchard.game("reversi").parse(entry["text"]), orchard.Limits(seconds=20))
        best = max(entry["values"].values())
        assert choice.value == 640 * sign(best)
        assert sign(entry["values"][choice.move]) == sign(best)


@pytest.mark.parametrize("spec", DEEP[:1])
def test_playing_on_from_there_reaches_exactly_the_solved_score(spec: str) -> None:
    player = orchard.player(spec)
    for entry in ENTRIES[::4]:
        position = orchard.game(entry["game"]).parse(entry["text"])
        mover = position.to_move
        while not position.is_over:
            position = position.play(player.choose(position, orchard.Limits(seconds=20)).move)
        assert position.outcome is not None
        assert position.outcome.score_for(mover) == max(entry["values"].values())
