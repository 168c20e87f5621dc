"""Greedy: the move that looks best at once, without looking ahead.

Reversi: the move that turns the most discs. Reversed Reversi: the move that turns the fewest, since there few discs
win. Gomoku: the move that makes the longest line of its own stones. Between equals, one at random.
"""

from __future__ import annotations

import random

from orchard.core.board import Move
from orchard.core.choice import Choice, Limits, MoveStat
from orchard.core.game import Position
from orchard.core.player import Player

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def longest_line(position: Position, move: Move) -> int:
    """The stones in the longest line that a Gomoku move would make, five at most."""
    width, own = position.game.board.width, position.own
    row, column = divmod(move.square, width)
    longest = 1
    for down, right in DIRECTIONS:
        length = 1
        for sign in (1, -1):
            r, c = row + sign * down, column + sign * right
            while 0 <= r < width and 0 <= c < width and own >> (r * width + c) & 1:
                length += 1
                r, c = r + sign * down, c + sign * right
        longest = max(longest, length)
    return min(longest, 5)


def gain(position: Position, move: Move) -> int:
    """What greedy counts: the more the better."""
    if position.game.base_name == "gomoku":
        return longest_line(position, move)
    turned = position.game.after(position, move).flipped_mask.bit_count()
    return -turned if position.game.base_name == "reversed_reversi" else turned


class Greedy(Player):
    summary = "most discs turned (Reversed Reversi: fewest); in Gomoku the longest line"
    games = ("reversi", "reversed_reversi", "gomoku")

    def think(self, position: Position, limits: Limits) -> Choice:
        gains = {move: gain(position, move) for move in position.legal()}
        best = max(gains.values())
        equals = [move for move, value in gains.items() if value == best]
        move = random.Random(f"{limits.seed} {position.text}").choice(equals)
        stats = sorted(
            (MoveStat(m, float(v)) for m, v in gains.items()), key=lambda s: (-(s.value or 0), s.move.square)
        )
        what = "stones in line" if position.game.base_name == "gomoku" else "discs turned"
        return Choice(
            move,
            value=float(best),
            line=(move,),
            moves=tuple(stats),
            nodes=len(gains),
            depth=1,
            note=f"{abs(best)} {what}, as good as any of {len(gains)} moves ({len(equals)} equal)",
        )


PLAYER = Greedy
