"""What the players that search by UCT share: forced moves, the clock, the tree, and what they say of it."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from orchard.core.choice import Choice, Limits, MoveStat
from orchard.core.clock import Deadline, Pace
from orchard.core.game import Color, Game, Position
from orchard.core.player import Player
from orchard.core.tree import TreeNode

if TYPE_CHECKING:
    import numpy as np

    from orchard.search.uct import Settings, Tree

MARGIN_S = 0.001  # what is needed after the search to put the answer together
SHARED_FROM_S = 0.05  # starting threads takes too long for less


class TreePlayer(Player):
    """A player that searches a UCT tree. A subclass says with which `settings`, how many playouts, how long."""

    default_seconds: float | None = None  # a move's time when the limits name neither time nor work
    value_is: str = "wins"  # how the note names the value

    @abstractmethod
    def settings(self, position: Position, limits: Limits) -> Settings: ...

    def playouts(self, limits: Limits) -> int | None:
        """How many playouts to run; None: until the time is up."""
        return limits.work

    def dynamics(self, game: Game) -> Any:
        return game.dynamics

    def state(self, position: Position) -> np.ndarray[Any, Any]:
        return position.game.state(position)

    def threads(self, limits: Limits) -> int:
        return limits.threads

    def spare_seconds(self, limits: Limits) -> float:
        """The time to keep for what comes after the search."""
        return MARGIN_S

    def new_game(self) -> None:
        """Load what is compiled now, so that the first move's clock does not pay for it."""
        import orchard.search.uct  # noqa: F401

    def prepare(self, game: Game, color: Color, limits: Limits) -> None:
        """Load the game's compiled rules."""
        _ = self.dynamics(game).moves

    # ----------------------------------------------------------------- choosing

    def think(self, position: Position, limits: Limits) -> Choice:
        legal = position.legal()
        if len(legal) == 1:
            return Choice(legal[0], line=(legal[0],), moves=(MoveStat(legal[0]),), note="the only legal move")
        tree, done, deadline = self.searched(position, limits)
        self.after_search(position, tree)
        best = tree.best()
        if best is None:
            move = self.first_thought(position, tree)
            return Choice(move, note="no time for a single playout: the first move that came to mind")
        board = position.game.board
        line = tree.line(board)
        return Choice(
            move=tree.move(best, board),
            value=tree.mean(best),
            line=line,
            moves=tree.statistics(board),
            nodes=done,
            depth=len(line),
            note=self.note(tree, done, deadline.elapsed()),
        )

    def searched(self, position: Position, limits: Limits) -> tuple[Tree, int, Deadline]:
        """A tree grown from the position, how many playouts it took, and the clock it ran under."""
        import orchard.search.uct  # noqa: F401 - loading is not thinking: the clock starts after it

        deadline = Deadline(limits, self.default_seconds, self.spare_seconds(limits))
        tree = self.tree(position, limits)
        threads = 1 if deadline.remaining() < SHARED_FROM_S else self.threads(limits)
        done = tree.grow(self.playouts(limits), limits.stop.flag, lambda: Pace(deadline), threads)
        return tree, done, deadline

    def tree(self, position: Position, limits: Limits) -> Tree:
        from orchard.search.uct import Tree

        settings = self.settings(position, limits)
        return Tree(self.dynamics(position.game), self.state(position), settings, limits.seed)

    def first_thought(self, position: Position, tree: Tree) -> Any:
        """A legal move when there was no time to search."""
        import numpy as np

        squares = np.empty(tree.dynamics.max_moves, np.int16)
        tree.dynamics.moves(tree.root, squares)
        return position.game.board.moves[int(squares[0])]

    def after_search(self, position: Position, tree: Tree) -> None:
        """A place to keep or write down what was found."""

    def note(self, tree: Tree, done: int, seconds: float) -> str:
        rate = f", {done / seconds:,.0f} playouts/s" if seconds > 0 else ""
        full = "; the tree reached its memory bound and stopped growing" if tree.full else ""
        return f"{done:,} playouts in {seconds:.3f} s{rate}, {tree.used:,} nodes{full}"

    def search_tree(self, position: Position, limits: Limits | None = None, depth: int = 3) -> TreeNode:
        self.check_game(position.game)
        tree, _, _ = self.searched(position, limits or Limits())
        return tree.picture(position.game.board, depth)
