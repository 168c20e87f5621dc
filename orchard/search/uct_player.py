"""What the players that search by UCT share: the rules they search by, and the tree made of them."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from orchard.core.board import Move
from orchard.core.choice import Limits
from orchard.core.game import Color, Game, Position
from orchard.search.tree_player import TreePlayer

if TYPE_CHECKING:
    import numpy as np

    from orchard.search.uct import UctSettings, UctTree


class UctPlayer(TreePlayer):
    """A player that searches a UCT tree. A subclass says with which `settings`, and may search other moves than all."""

    @abstractmethod
    def settings(self, position: Position, limits: Limits) -> UctSettings: ...

    def dynamics(self, game: Game) -> Any:
        return game.dynamics

    def state(self, position: Position) -> np.ndarray[Any, Any]:
        return position.game.state(position)

    def new_game(self) -> None:
        """Load what is compiled now, so that the first move's clock does not pay for it."""
        import orchard.search.uct  # noqa: F401

    def prepare(self, game: Game, color: Color, limits: Limits) -> None:
        """Load the search and the game's compiled rules."""
        import orchard.search.uct  # noqa: F401

        _ = self.dynamics(game).moves

    def tree(self, position: Position, limits: Limits) -> UctTree:
        from orchard.search.uct import UctTree

        settings = self.settings(position, limits)
        return UctTree(self.dynamics(position.game), self.state(position), settings, limits.seed)

    def candidates(self, position: Position) -> list[Move]:
        """The moves it looks at."""
        import numpy as np

        dynamics, moves = self.dynamics(position.game), position.game.board.moves
        squares = np.empty(dynamics.max_moves, np.int16)
        count = dynamics.moves(self.state(position), squares)
        return [moves[int(square)] for square in squares[:count]]

    def first_thought(self, position: Position) -> Move:
        return self.candidates(position)[0]
