"""Ten levels for people, `level:1` to `level:10`: each plays some other player's moves, and the low ones slip.

The table below is all there is to it. A slip is a human one: not any move, but one that the player itself held for
second best or so. How strong the levels really are is for leagues to say, not for this table.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from orchard.core.board import Move
from orchard.core.choice import Choice, Limits, MoveStat
from orchard.core.game import Position
from orchard.core.player import Option, Player
from orchard.core.tree import TreeNode

LEVELS = range(1, 11)
FALLBACK = "random"


@dataclass(frozen=True, slots=True)
class Rung:
    """One level: who thinks, how often the move is a slip, and for how long at most."""

    spec: str
    slip: float = 0.0
    seconds: float | None = None


REVERSI = (
    Rung("uct:playouts=10", slip=0.5),
    Rung("uct:playouts=20", slip=0.3),
    Rung("uct:playouts=50", slip=0.15),
    Rung("uct:playouts=100"),
    Rung("uct:playouts=500"),
    Rung("negascout:depth=2"),
    Rung("negascout:depth=4"),
    Rung("negascout:depth=6"),
    Rung("negascout:depth=9"),
    Rung("sage:table=32", seconds=2.0),
)
GOMOKU = (
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
LADDERS: dict[str, tuple[Rung, ...]] = {"reversi": REVERSI, "reversed_reversi": REVERSI, "gomoku": GOMOKU}


def rung(game: str, number: int) -> Rung:
    """The rung of a level in a game (base name); a player that is not there is replaced by the plainest one."""
    from orchard.players import players

    found = LADDERS[game][number - 1]
    return found if found.spec.partition(":")[0] in players() else replace(found, spec=FALLBACK)


class Level(Player):
    summary = "an opponent of level 1 to 10, from a beginner's up"
    games = ("reversi", "reversed_reversi", "gomoku")
    OPTIONS: ClassVar = {"number": Option(3, "1 is the easiest, 10 the hardest", low=LEVELS[0], high=LEVELS[-1])}
    MAIN_OPTION = "number"

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.spec = f"{self.name}:{self.options['number']}"
        self._inner: dict[str, Player] = {}

    def _player(self, spec: str) -> Player:
        from orchard.players import player

        if spec not in self._inner:
            self._inner[spec] = player(spec)
        return self._inner[spec]

    def think(self, position: Position, limits: Limits) -> Choice:
        level = rung(position.game.base_name, self.options["number"])
        choice = self._player(level.spec).choose(position, _within(limits, level.seconds))
        dice = random.Random(f"{limits.seed} {position.text}")
        if dice.random() >= level.slip:
            return choice
        slip = _slip(position, choice, dice)
        return replace(choice, move=slip, line=(slip,), value=None, note=f"a slip: it meant {choice.move}")

    def search_tree(self, position: Position, limits: Limits | None = None, depth: int = 3) -> TreeNode:
        level = rung(position.game.base_name, self.options["number"])
        return self._player(level.spec).search_tree(position, _within(limits or Limits(), level.seconds), depth)

    def new_game(self) -> None:
        for player in self._inner.values():
            player.new_game()

    def close(self) -> None:
        for player in self._inner.values():
            player.close()
        self._inner.clear()


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


PLAYER = Level
