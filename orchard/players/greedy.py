"""Greedy: the move that gains most at once, without looking ahead; between equals, one at random.

What a gain is, each game says itself (`Game.gain`): discs turned, stones in line; in any game, a win.
"""

import random

from orchard.core.choice import Choice, Limits, MoveStat
from orchard.core.game import Position
from orchard.core.player import Player


class Greedy(Player):
    summary = "the move that gains most at once: discs turned, stones in line, a win"

    def think(self, position: Position, limits: Limits) -> Choice:
        game = position.game
        gains = {move: 0 if move.is_pass else game.gain(position, move) for move in position.legal()}
        best = max(gains.values())
        equals = [move for move, value in gains.items() if value == best]
        move = random.Random(f"{limits.seed} {position.text}").choice(equals)
        stats = sorted(
            (MoveStat(m, float(v)) for m, v in gains.items()), key=lambda s: (-(s.value or 0), s.move.square)
        )
        return Choice(
            move,
            value=float(best),
            line=(move,),
            moves=tuple(stats),
            nodes=len(gains),
            depth=1,
            note=f"{abs(best)} {game.gain_is}, the most of {len(gains)} moves ({len(equals)} equal)",
        )


PLAYER = Greedy
