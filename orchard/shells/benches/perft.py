"""Leaves of the game tree, against their published numbers."""

from collections.abc import Iterator
from functools import partial

import orchard
from orchard.core.bench import Row, timed

PROVED = "the published number"


def rows(repeat: int) -> Iterator[Row]:
    for name in orchard.games():
        game = orchard.game(name)
        if not game.perft_counts:
            continue
        depth, leaves = max(game.perft_counts.items())
        start = game.start()
        if (counted := game.perft(start, depth)) != leaves:
            raise AssertionError(f"{name} perft {depth} is {counted}, not {leaves}: the rules are broken")
        yield timed(f"perft {depth}", name, leaves, partial(game.perft, start, depth), repeat, PROVED)
