"""Lines: Gomoku by UCT over the points where lines are being built.

    child's value = mean + 2 * 1.44 * sqrt(2 * ln N / n),   5000 iterations

with a win counting 1, a loss -1 and a full board 0. Only the candidates of `evaluate/candidates.py` are searched: the
points with the highest and the second highest score, the ends of every three, and the ends of a four before
everything. A four is what one more stone makes five: of XXXX the ends are at its sides, of the broken XX-XX and X-XXX
in the gap (`fours=runs` leaves these out). The ends of a three are there because points where short lines cross
outscore them, and an open three must be answered (`threes=no` leaves them to their score). Playouts draw from the same
candidates. One child is added per iteration; the most visited move is played.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from orchard.core.choice import Choice, Limits
from orchard.core.game import Game, Position
from orchard.core.player import Option
from orchard.core.sight import Sight
from orchard.search.tree_player import UctPlayer, only_choice

if TYPE_CHECKING:
    import numpy as np

    from orchard.search.uct import UctSettings


class Lines(UctPlayer):
    summary = "Gomoku by UCT over the points where lines are being built"
    games = ("gomoku",)
    even_value = 0.0
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "iterations": Option(5000, "playouts per move", low=1),
        "fours": Option(
            "any", "which fours come before everything: any, or unbroken runs only", choices=("any", "runs")
        ),
        "threes": Option("yes", "search the ends of a run of three beside the highest scores", choices=("yes", "no")),
        "scores": Option(2, "how many of the highest scores are searched", low=1, high=400),
        "c": Option(2 * 1.44, "exploration", low=0, high=100),
    }

    def playouts(self, limits: Limits) -> int:
        return int(limits.work or self.options["iterations"])

    def dynamics(self, game: Game) -> Any:
        from orchard.games.gomoku.evaluate.candidates import SCORED_GOMOKU

        return SCORED_GOMOKU

    def state(self, position: Position) -> np.ndarray[Any, Any]:
        from orchard.games.gomoku.evaluate.candidates import scored

        options = self.options
        return scored(
            position.game.state(position), options["fours"] == "any", options["scores"], options["threes"] == "yes"
        )

    def settings(self, position: Position, limits: Limits) -> UctSettings:
        from orchard.search.uct import UctSettings

        return UctSettings(c=self.options["c"], win=1.0, draw=0.0, loss=-1.0, max_depth=limits.depth or 0)

    def sees(self, position: Position) -> tuple[Sight, ...]:
        """The score of every empty point near stones, and the candidates among them."""
        from orchard.games.gomoku.evaluate.candidates import score_matrix

        scores = score_matrix(position.game.state(position)).ravel()
        near = {str(move): float(scores[move.square]) for move in position.game.board.moves if scores[move.square]}
        candidates = {str(move): float(scores[move.square]) for move in self.candidates(position)}
        return tuple(Sight(name, found) for name, found in (("scores", near), ("candidates", candidates)) if found)

    def forced(self, position: Position) -> Choice | None:
        candidates = self.candidates(position)
        return only_choice(candidates[0], "the only candidate") if len(candidates) == 1 else None


PLAYER = Lines
