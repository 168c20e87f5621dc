"""UCT with every choice open: any game, any reward, any way to select, expand and decide.

    child's value = mean + c * sqrt(2 * ln N / n)

The mean is that of wins (1, a draw 1/2, a loss 0) or of scores in discs; c is in the same unit. With `reuse` the part
of the tree below the moves that were played is kept for the next move.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from orchard.core.choice import Limits
from orchard.core.errors import OptionError
from orchard.core.game import Game, Position
from orchard.core.player import Option
from orchard.core.worth import Unit
from orchard.games import offer
from orchard.search.tree_player import UctPlayer

if TYPE_CHECKING:
    import numpy as np

    from orchard.search.uct import UctSettings, UctTree


class Uct(UctPlayer):
    summary = "UCT for every game, with every choice open"
    default_seconds = 1.0
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "playouts": Option(0, "playouts for a move; 0: until the time is up, 1 s without a limit", low=0),
        "c": Option(0.5, "exploration, in the unit of the reward", low=0, high=1000),
        "reward": Option("win", "what a playout counts: won or lost, or by how much", choices=("win", "discs")),
        "plies": Option(0, "length of a playout; 0: to the end of the game", low=0, high=1000),
        "epsilon": Option(0.0, "chance of a random child", low=0, high=1),
        "decay": Option(0.999, "epsilon's factor at every selection step", low=0, high=1),
        "expand": Option("one", "add one child at a time, or all at once", choices=("one", "all")),
        "after": Option(0, "visits a node must have had before it gets children", low=0),
        "final": Option("visits", "play the move with most visits or best mean", choices=("visits", "mean")),
        "candidates": Option("all", "moves to search: all, or a choice of moves that the game offers"),
        "reuse": Option(True, "keep the tree between the moves of a game"),
        "memory_mb": Option(256, "the tree stops growing there", low=1, high=65536),
        "threads": Option(1, "threads that search the same tree", low=1, high=256),
    }

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._kept: tuple[Position, UctTree] | None = None

    def new_game(self) -> None:
        super().new_game()
        self._kept = None

    def close(self) -> None:
        self._kept = None

    def check_game(self, game: Game) -> None:
        super().check_game(game)
        wanted = self.options["candidates"]
        if wanted != "all" and wanted not in self._offered(game):
            there = ", ".join(["all", *self._offered(game)])
            raise OptionError(f"candidates={wanted} is not offered by {game.base_name}; there is: {there}")

    def _offered(self, game: Game) -> Any:
        """The choices of moves that a game offers, by name: (dynamics, state of a position)."""
        offered = offer(game.base_name, "candidates")
        return {} if offered is None else offered.CANDIDATES

    @property
    def value_unit(self) -> Unit | None:  # type: ignore[override]
        return "chance" if self.options["reward"] == "win" else None

    def playouts(self, limits: Limits) -> int | None:
        return limits.work or self.options["playouts"] or None

    def threads(self, limits: Limits) -> int:
        return max(limits.threads, int(self.options["threads"]))

    def dynamics(self, game: Game) -> Any:
        if self.options["candidates"] == "all":
            return game.dynamics
        return self._offered(game)[self.options["candidates"]].dynamics()

    def state(self, position: Position) -> np.ndarray[Any, Any]:
        if self.options["candidates"] == "all":
            return position.game.state(position)
        state: np.ndarray[Any, Any] = self._offered(position.game)[self.options["candidates"]].state(position)
        return state

    def settings(self, position: Position, limits: Limits) -> UctSettings:
        from orchard.search.uct import UctSettings

        options = self.options
        return UctSettings(
            c=options["c"],
            reward="win" if options["reward"] == "win" else "score",
            epsilon=options["epsilon"],
            decay=options["decay"],
            expand_all=options["expand"] == "all",
            expand_after=options["after"],
            plies=options["plies"] or position.game.max_plies,
            max_depth=limits.depth or 0,
            final=options["final"],
            memory_mb=options["memory_mb"],
            worst_score=-float(position.game.max_score),
        )

    def tree(self, position: Position, limits: Limits) -> UctTree:
        tree = self._kept_tree(position) if limits.work is None else None  # the same work, the same answer
        if tree is None:
            tree = super().tree(position, limits)
        else:
            tree.use(self.settings(position, limits))
            tree.reseed(limits.seed)
        self._kept = (position, tree) if self.options["reuse"] else None
        return tree

    def _kept_tree(self, position: Position) -> UctTree | None:
        """The tree of the last search, cut down to what is below `position`; None if that is not in it."""
        if self._kept is None:
            return None
        before, tree = self._kept
        made = len(before.moves_made)
        if position.game != before.game or position.moves_made[:made] != before.moves_made:
            return None
        since = [move.square for move in position.moves_made[made:]]
        # the very same position is searched afresh, so that the same question gets the same answer
        return tree if since and tree.descend(since, self.state(position)) else None


PLAYER = Uct
