"""Ten opponents from beatable-by-a-child to full strength: `level:1` … `level:10`.

Each level is some other player with its settings: the game's own levels, or tree search with more and more playouts.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from orchard.core.choice import Choice, Limits
from orchard.core.game import Color, Game, Position
from orchard.core.offers import Rung
from orchard.core.player import Option, Player
from orchard.core.sight import Sight
from orchard.core.trace import Trace
from orchard.core.tree import TreeNode
from orchard.games import offer

LEVELS = range(1, 11)
PLAYOUTS = (2, 6, 15, 40, 100, 250, 600, 1500, 4000)  # of tree search, for a game without levels of its own


def ladder(game: Game) -> tuple[Rung, ...]:
    """The levels of a game: its own, or tree search with more and more playouts."""
    offered = offer(game.base_name, "levels")
    own: tuple[Rung, ...] = offered.levels(game) if offered is not None else ()
    return own or (*(Rung(f"uct:playouts={number}") for number in PLAYOUTS), Rung("uct", seconds=2.0))


def rung(game: Game, number: int) -> Rung:
    """What a level is in a game."""
    return ladder(game)[number - 1]


class Level(Player):
    summary = "ten levels, from beatable-by-a-child to full strength: level:1 ... level:10"
    shows_depths = True
    OPTIONS: ClassVar[Mapping[str, Option]] = {"number": Option(3, "1 is the easiest, 10 the hardest", low=1, high=10)}
    MAIN_OPTION = "number"

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.spec = f"level:{self.options['number']}"
        self._inner: dict[str, Player] = {}

    def _player(self, game: Game) -> tuple[Player, Rung]:
        from orchard.players import player

        level = rung(game, self.options["number"])
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

    def trace(self, position: Position, limits: Limits | None = None, plies: int = 64, most: int = 5000) -> Trace:
        return self._player(position.game)[0].trace(position, limits, plies, most)

    def sees(self, position: Position) -> tuple[Sight, ...]:
        return self._player(position.game)[0].sees(position)

    def evaluate(self, boards: Any, game: Game) -> Any:
        return self._player(game)[0].evaluate(boards, game)

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
