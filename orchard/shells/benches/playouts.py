"""Random games from the start; every one must have a result, and none but Reversi and full boards may be drawn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import orchard
from orchard.shells.benches import Row, timed

GAMES = (("reversi", 200_000), ("reversed_reversi", 200_000), ("gomoku", 100_000))


def rows(repeat: int) -> Iterator[Row]:
    for name, games in GAMES:
        game = orchard.game(name)
        start = game.start()
        wins, draws, losses = game.random_games(start, 10_000, seed=1)
        if wins + draws + losses != 10_000 or not (3_000 < wins < 7_000 and 3_000 < losses < 7_000):
            raise AssertionError(f"{name}: 10,000 random games gave {wins} wins, {draws} draws, {losses} losses")
        yield timed("random games", name, games, partial(game.random_games, start, games, seed=1), repeat)
