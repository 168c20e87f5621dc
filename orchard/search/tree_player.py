"""What the players that search a tree of counts and means share: forced moves, the clock, and what they say of it.

`TreePlayer` grows any such tree; `UctPlayer` one that plays out random games.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from orchard.core.board import Move
from orchard.core.choice import Choice, Limits, MoveStat
from orchard.core.clock import Deadline, Pace
from orchard.core.game import Color, Game, Position
from orchard.core.player import Player
from orchard.core.trace import Trace
from orchard.core.tree import TreeNode

if TYPE_CHECKING:
    import numpy as np

    from orchard.search.tree import SearchTree
    from orchard.search.uct import UctSettings, UctTree

MARGIN_S = 0.001  # what is needed after the search to put the answer together
SHOWN_PLAYOUTS = 500  # how many a search for showing has, where neither the player nor the limits say
SHARED_FROM_S = 0.05  # starting threads takes too long for less


class TreePlayer(Player):
    """A player that grows a tree, playout by playout. A subclass says which tree, how many playouts, how long."""

    default_seconds: float | None = None  # a move's time when nothing bounds time or playouts
    spare_s = MARGIN_S  # the time to keep for what comes after the search

    @abstractmethod
    def tree(self, position: Position, limits: Limits) -> SearchTree:
        """The tree to grow."""

    def playouts(self, limits: Limits) -> int | None:
        """How many playouts to run; None: until the time is up."""
        return limits.work

    def threads(self, limits: Limits) -> int:
        return limits.threads

    def spare_seconds(self, limits: Limits) -> float:
        return self.spare_s

    def after_search(self, position: Position, tree: Any) -> None:
        """A place to keep or write down what was found."""

    def forced(self, position: Position) -> Choice | None:
        """The choice where there is nothing to search for; None where there is."""
        legal = position.legal()
        return only_choice(legal[0], "the only legal move") if len(legal) == 1 else None

    def first_thought(self, position: Position) -> Move:
        """A legal move when there was no time to search."""
        return position.legal()[0]

    # ----------------------------------------------------------------- choosing

    def think(self, position: Position, limits: Limits) -> Choice:
        if forced := self.forced(position):
            return forced
        tree, done, deadline = self.searched(position, limits)
        self.after_search(position, tree)
        return self._answer(position, tree, done, deadline)

    def _answer(self, position: Position, tree: SearchTree, done: int, deadline: Deadline) -> Choice:
        best = tree.best()
        if best is None:
            note = "no time for a single playout: the first move that came to mind"
            return Choice(self.first_thought(position), note=note)
        board = position.game.board
        move, line = tree.move(best, board), tree.line(board)
        return Choice(
            move=move,
            value=tree.mean(best),
            line=line or (move,),
            moves=tree.statistics(board),
            nodes=done,
            depth=len(line),
            note=self.note(tree, done, deadline.elapsed()),
        )

    def searched(self, position: Position, limits: Limits) -> tuple[SearchTree, int, Deadline]:
        """A tree grown from the position, how many playouts it took, and the clock it ran under."""
        self.prepare(position.game, position.to_move, limits)  # loading is not thinking: the clock starts after it
        playouts = self.playouts(limits)
        default_seconds = self.default_seconds if playouts is None else None  # enough is bounded without a clock
        deadline = Deadline(limits, default_seconds, self.spare_seconds(limits))
        tree = self.tree(position, limits)
        threads = 1 if deadline.remaining() < SHARED_FROM_S else self.threads(limits)
        done = tree.grow(playouts, limits.stop.flag, lambda: Pace(deadline), threads)
        return tree, done, deadline

    def trace(self, position: Position, limits: Limits | None = None, plies: int = 64, most: int = 5000) -> Trace:
        """The playouts one by one; how many is bounded by work, and by no clock, which would give other steps every
        time. A tree kept from the last move is not used: the steps begin with nothing."""
        from orchard.search.traced_playouts import traced_playouts

        self.check_can_search(position)
        limits = replace(limits or Limits(), threads=1, seconds=None)
        if forced := self.forced(position):
            return Trace.of(self.spec, "playouts", position, (), forced)
        limits = replace(limits, playouts=self.playouts(limits) or SHOWN_PLAYOUTS, nodes=None)
        self.prepare(position.game, position.to_move, limits)
        tree, deadline, playouts = self.tree(position, limits), Deadline(limits), limits.playouts or 1
        steps, done = traced_playouts(tree, position.game.board, playouts, most, limits.stop.flag)
        return Trace.of(self.spec, "playouts", position, steps, self._answer(position, tree, done, deadline), tree.c)

    def note(self, tree: SearchTree, done: int, seconds: float) -> str:
        rate = f", {done / seconds:,.0f} playouts/s" if seconds > 0 else ""
        full = "; the tree reached its memory bound and stopped growing" if tree.full else ""
        return f"{done:,} playouts in {seconds:.3f} s{rate}, {tree.used:,} nodes{full}"

    def search_tree(self, position: Position, limits: Limits | None = None, depth: int = 3) -> TreeNode:
        self.check_game(position.game)
        tree, _, _ = self.searched(position, limits or Limits())
        return tree.picture(position.game.board, depth)


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


def only_choice(move: Move, note: str) -> Choice:
    """A move that needs no search."""
    return Choice(move, line=(move,), moves=(MoveStat(move),), note=note)
