"""The ten levels of Gomoku: each plays some other player's moves, and the low ones slip.

A slip is a human one: not any move, but one that the player itself held for second best or so, or a point beside the
stones. How strong the levels are is for leagues to say, not for this table.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from orchard.core.board import Move
from orchard.core.choice import Choice, Limits, MoveStat
from orchard.core.game import Position
from orchard.core.player import Player


@dataclass(frozen=True, slots=True)
class Rung:
    """One level: who thinks, how often the move is a slip, and for how long at most."""

    spec: str
    slip: float = 0.0
    seconds: float | None = None


LADDER = (
    Rung("greedy", slip=0.3),
    Rung("greedy"),
    Rung("uct:candidates=lines,playouts=20", slip=0.2),
    Rung("uct:candidates=lines,playouts=50"),
    Rung("uct:candidates=lines,playouts=300"),
    Rung("kite:depth=1,threats=no", slip=0.2),
    Rung("kite:depth=1"),
    Rung("kite:depth=2"),
    Rung("kite:depth=4"),
    Rung("kite", seconds=2.0),
)


class GomokuLevel:
    """The player of one level, made when it is first asked."""

    def __init__(self, number: int) -> None:
        self.rung = LADDER[number - 1]
        self._player: Player | None = None

    @property
    def player(self) -> Player:
        from orchard.players import player

        if self._player is None:
            self._player = player(self.rung.spec)
        return self._player

    def think(self, position: Position, limits: Limits) -> Choice:
        choice = self.player.choose(position, _within(limits, self.rung.seconds))
        dice = random.Random(f"{limits.seed} {position.text}")
        if dice.random() >= self.rung.slip:
            return choice
        slip = _slip(position, choice, dice)
        return replace(choice, move=slip, line=(slip,), value=None, note=f"a slip: it meant {choice.move}")

    def new_game(self) -> None:
        if self._player is not None:
            self._player.new_game()

    def close(self) -> None:
        if self._player is not None:
            self._player.close()
            self._player = None


def _within(limits: Limits, seconds: float | None) -> Limits:
    """The same limits, with no more time than that."""
    if seconds is None or (limits.seconds is not None and limits.seconds <= seconds):
        return limits
    return replace(limits, seconds=seconds)


def _slip(position: Position, choice: Choice, dice: random.Random) -> Move:
    """A move other than the chosen one: from the better half of those the player looked at, or any."""
    looked_at = [stat for stat in choice.moves if stat.move != choice.move and (stat.visits or stat.value is not None)]
    if looked_at:
        looked_at.sort(key=_merit, reverse=True)
        return dice.choice(looked_at[: max(1, len(looked_at) // 2)]).move
    others = [move for move in position.legal() if move != choice.move]
    others = [move for move in others if _beside_a_stone(position, move)] or others
    return dice.choice(others) if others else choice.move


def _beside_a_stone(position: Position, move: Move) -> bool:
    width, stones = position.game.board.width, position.black | position.white
    if move.is_pass:
        return False
    row, column = divmod(move.square, width)
    return any(
        stones >> (r * width + c) & 1
        for r in range(max(0, row - 1), min(width, row + 2))
        for c in range(max(0, column - 1), min(width, column + 2))
    )


def _merit(stat: MoveStat) -> tuple[float, int]:
    return (stat.value if stat.value is not None else -1e9, stat.visits)
