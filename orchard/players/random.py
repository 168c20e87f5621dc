"""Any legal move with equal probability: the baseline that every other player must beat."""

from hashlib import blake2b

from orchard.core.choice import Choice, Limits
from orchard.core.game import Position
from orchard.core.player import Player


class Random(Player):
    summary = "any legal move, with equal probability"

    def think(self, position: Position, limits: Limits) -> Choice:
        moves = position.legal()
        dice = blake2b(f"{limits.seed} {position.text}".encode(), digest_size=8)  # the same question, the same answer
        at = int.from_bytes(dice.digest()) * len(moves) >> 64
        return Choice(moves[at], nodes=1, note=f"one of {len(moves)} legal moves, at random")


PLAYER = Random
