"""Leaves of the game tree, against their published numbers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import orchard
from orchard.shells.benches import Row, timed

# counts published for Reversi; for Gomoku 225·224·223, since nobody can have five yet
LEAVES = (("reversi", 11, 212_258_800), ("reversed_reversi", 11, 212_258_800), ("gomoku", 3, 11_239_200))


def rows(repeat: int) -> Iterator[Row]:
    for name, depth, leaves in LEAVES:
        game = orchard.game(name)
        start = game.start()
        if (counted := game.perft(start, depth)) != leaves:
            raise AssertionError(f"{name} perft {depth} is {counted}, not {leaves}: the rules are broken")
        yield timed(f"perft {depth}", name, leaves, partial(game.perft, start, depth), repeat)
