"""The player that errs like a person."""

from __future__ import annotations

import random

import pytest

import orchard
from orchard import PASS, Limits
from orchard.games.reversi.players.novice import Novice
from orchard.games.reversi.search.first_sight import values_of_moves


def positions(game: str, seed: int) -> list[orchard.Position]:
    dice = random.Random(seed)
    position, found = orchard.game(game).start(), []
    while not position.is_over:
        if position.legal() != [PASS]:
            found.append(position)
        position = position.play(dice.choice(position.legal()))
    return found


@pytest.mark.parametrize("game", Novice.games)
def test_a_glance_one_ply_ahead_finds_what_the_search_finds(game: str) -> None:
    player = orchard.player("novice:depth=1")
    assert isinstance(player, Novice)
    for position in [position for seed in range(3) for position in positions(game, seed)]:
        searched, _, depth = player._search(position, Limits(), 1)
        assert depth == 1
        assert values_of_moves(position) == searched


def test_one_ply_ahead_needs_neither_the_midgame_nor_the_endgame_search() -> None:
    import subprocess
    import sys

    code = """
import sys, orchard
player = orchard.player("level:1")
player.choose(orchard.game("reversi").replay("f5"))
searches = tuple(f"orchard.games.reversi.search.{name}" for name in ("midgame", "endgame"))
print([name for name in sys.modules if name.startswith(searches)])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
