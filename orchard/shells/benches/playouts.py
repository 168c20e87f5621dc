"""Random games from the start; every one must have a result, and both sides must win a fair share of them."""

from collections.abc import Iterator
from functools import partial

import orchard
from orchard.core.bench import Row, timed

GAMES = 100_000


def rows(repeat: int) -> Iterator[Row]:
    for name in orchard.games():
        game = orchard.game(name)
        start = game.start()
        wins, draws, losses = game.random_games(start, 10_000, seed=1)
        if wins + draws + losses != 10_000 or min(wins, losses) < 2_500:
            raise AssertionError(f"{name}: 10,000 random games gave {wins} wins, {draws} draws, {losses} losses")
        work = partial(game.random_games, start, GAMES, seed=1)
        yield timed("random games", name, GAMES, work, repeat, "10,000 games, a result each")
