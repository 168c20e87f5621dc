"""Any legal move, each as likely: the floor that every other player must leave far below."""

from __future__ import annotations

import random

from orchard.core.choice import Choice, Limits
from orchard.core.game import Position
from orchard.core.player import Player


class Random(Player):
    summary = "any legal move, each as likely"
    games = ("reversi", "reversed_reversi", "gomoku")

    def think(self, position: Position, limits: Limits) -> Choice:
        moves = position.legal()
        dice = random.Random(f"{limits.seed} {position.text}")  # the same position and seed, the same move
        return Choice(dice.choice(moves), nodes=1, note=f"one of {len(moves)} legal moves, at random")


PLAYER = Random
