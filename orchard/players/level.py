"""Ten opponents from beatable-by-a-child to full strength: `level:1` … `level:10`.

The tables below are all there is to it: each level is some other player with its settings. Weak levels err like people,
by overlooking and misjudging, never by throwing dice over the moves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from orchard.core.choice import Choice, Limits
from orchard.core.game import Color, Game, Position
from orchard.core.player import Option, Player
from orchard.core.tree import TreeNode

LEVELS = range(1, 11)


@dataclass(frozen=True, slots=True)
class Rung:
    """One level: who thinks, and for how long at most."""

    spec: str
    seconds: float | None = None


REVERSI = (
    Rung("novice:depth=1,overlooks=0.46,misjudges=12.5,greed=2.5"),
    Rung("novice:depth=1,overlooks=0.28,misjudges=6.7,greed=0.7"),
    Rung("novice:depth=1,overlooks=0.15,misjudges=4,greed=0.1"),
    Rung("novice:depth=2,overlooks=0.11,misjudges=3.9,greed=0"),
    Rung("novice:depth=2,overlooks=0.04,misjudges=2,greed=0"),
    Rung("novice:depth=3,overlooks=0,misjudges=1.3,greed=0"),
    Rung("novice:depth=4,overlooks=0,misjudges=0.9,greed=0"),
    Rung("novice:depth=6,overlooks=0,misjudges=0.7,greed=0"),
    Rung("novice:depth=8,overlooks=0,misjudges=0,greed=0"),
    Rung("sage", seconds=2.0),
)
REVERSED_REVERSI = (
    Rung("novice:depth=1,overlooks=0.5,misjudges=14,greed=3"),
    Rung("novice:depth=1,overlooks=0.26,misjudges=6,greed=0.6"),
    Rung("novice:depth=2,overlooks=0.2,misjudges=6.5,greed=0"),
    Rung("novice:depth=2,overlooks=0.11,misjudges=3.9,greed=0"),
    Rung("novice:depth=2,overlooks=0,misjudges=1,greed=0"),
    Rung("novice:depth=3,overlooks=0,misjudges=1.3,greed=0"),
    Rung("novice:depth=4,overlooks=0,misjudges=1.2,greed=0"),
    Rung("novice:depth=6,overlooks=0,misjudges=0.8,greed=0"),
    Rung("novice:depth=8,overlooks=0,misjudges=0,greed=0"),
    Rung("sage", seconds=2.0),
)
GOMOKU = (
    Rung("kite:depth=1,threats=no,oversight=0.8"),
    Rung("kite:depth=2,threats=no,oversight=0.5"),
    Rung("kite:depth=1,oversight=0.8"),
    Rung("kite:depth=1,oversight=0.25"),
    Rung("kite:depth=1"),
    Rung("kite:depth=3"),
    Rung("kite:depth=5"),
    Rung("kite:depth=7"),
    Rung("kite:depth=9", seconds=2.0),
    Rung("kite", seconds=2.0),
)
LADDERS: Mapping[str, tuple[Rung, ...]] = {"reversi": REVERSI, "reversed_reversi": REVERSED_REVERSI, "gomoku": GOMOKU}


def rung(game: str, number: int) -> Rung:
    """What a level is in a game (base name)."""
    return LADDERS[game][number - 1]


class Level(Player):
    summary = "ten levels, from beatable-by-a-child to full strength: level:1 ... level:10"
    games = tuple(LADDERS)
    shows_depths = True
    OPTIONS: ClassVar[Mapping[str, Option]] = {"number": Option(3, "1 is the easiest, 10 the hardest", low=1, high=10)}
    MAIN_OPTION = "number"

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.spec = f"level:{self.options['number']}"
        self._inner: dict[str, Player] = {}

    def _player(self, game: Game) -> tuple[Player, Rung]:
        from orchard.players import player

        level = rung(game.base_name, self.options["number"])
        if level.spec not in self._inner:
            self._inner[level.spec] = player(level.spec)
        return self._inner[level.spec], level

    def player_for(self, game: Game) -> Player:
        """Who plays that game at this level."""
        return self._player(game)[0]

    def think(self, position: Position, limits: Limits) -> Choice:
        player, level = self._player(position.game)
        return player.choose(position, _within(limits, level.seconds))

    def search_tree(self, position: Position, limits: Limits | None = None, depth: int = 3) -> TreeNode:
        player, level = self._player(position.game)
        return player.search_tree(position, _within(limits or Limits(), level.seconds), depth)

    def prepare(self, game: Game, color: Color, limits: Limits) -> None:
        player, level = self._player(game)
        player.prepare(game, color, _within(limits, level.seconds))

    def new_game(self) -> None:
        for player in self._inner.values():
            player.new_game()

    def close(self) -> None:
        for player in self._inner.values():
            player.close()
        self._inner.clear()


def _within(limits: Limits, seconds: float | None) -> Limits:
    """The same limits, with no more time than that; a bound on work is left as it is."""
    if seconds is None or limits.work is not None or (limits.seconds is not None and limits.seconds <= seconds):
        return limits
    return replace(limits, seconds=seconds)


PLAYER = Level
