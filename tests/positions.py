"""Positions from random games, the same ones for the same seed."""

from __future__ import annotations

import random

import orchard


def random_positions(
    count: int, seed: str, game: str = "reversi", low: int = 0, high: int = 60
) -> list[orchard.Position]:
    """Positions of games that go on, `low` to `high` - 1 plies from the start."""
    dice, found = random.Random(seed), []
    while len(found) < count:
        position = orchard.game(game).start()
        for _ in range(dice.randrange(low, high)):
            if position.is_over:
                break
            position = position.play(dice.choice(position.legal()))
        if not position.is_over:
            found.append(position)
    return found
