"""The matrix player for Reversed Reversi: alpha-beta over a dynamic weight for every square.

Depth by round, the number of the move about to be played (1 at the start, 60 the last): 6 in rounds up to 3 and
from 50 on, 5 up to 5 and from 45 on, else 4. Never more than five seconds a move. `history`, `table` and `ordering`
are what its author wanted next; they change the nodes it needs, never the value it finds.
"""

# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from orchard.core.choice import Choice, Limits
from orchard.core.game import Game, Position
from orchard.core.player import Option
from orchard.core.sight import Sight
from orchard.search.lookahead_player import LookaheadPlayer

if TYPE_CHECKING:
    from orchard.core.evaluation import Evaluation
    from orchard.search.lookahead import LookaheadSettings

MOST_SECONDS = 5.0
TABLE_MB = 4


def depth_in_round(number: int) -> int:
    if number <= 3 or number >= 50:
        return 6
    if number <= 5 or number >= 45:
        return 5
    return 4


class Matrix(LookaheadPlayer):
    summary = "alpha-beta over a dynamic weight for every square, deeper at the start and at the end"
    games = ("reversed_reversi",)
    width = 8
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "history": Option(False, "try first the squares that cut elsewhere"),
        "table": Option(False, "do not search a position twice"),
        "ordering": Option(False, "order moves by a shallow search"),
    }

    def settings(self) -> LookaheadSettings:
        from orchard.search.lookahead import LookaheadSettings

        table_mb = TABLE_MB if self.options["table"] else 0
        return LookaheadSettings.switched(False, table_mb, self.options["history"], self.options["ordering"])

    def evaluation(self, game: Game) -> Evaluation:
        from orchard.games.reversed_reversi.evaluate.matrix import EVALUATION

        return EVALUATION

    def depth_for(self, position: Position) -> int:
        from orchard.games.reversed_reversi.evaluate.matrix import round_of

        return depth_in_round(round_of(position.own, position.enemy))

    def sees(self, position: Position) -> tuple[Sight, ...]:
        """The weight of every square as the corners ask for it now, and the three factors."""
        from orchard.games.reversed_reversi.evaluate.matrix import D, S, W
        from orchard.games.reversi.evaluate.stability import edge_stable

        weights = [int(weight) for weight in self.weights(position)]
        squares = {str(move): float(weights[move.square]) for move in position.game.board.moves}
        sides = (position.own, position.enemy)
        sums = [sum(weight for square, weight in enumerate(weights[:64]) if side >> square & 1) for side in sides]
        discs = [side.bit_count() for side in sides]
        stable = int(edge_stable(*sides)).bit_count()
        return (
            Sight("squares", squares),
            Sight("weights", ours=sums[0], theirs=sums[1], our_weight=-weights[W], their_weight=weights[W]),
            Sight("stable", ours=stable, our_weight=weights[S]),
            Sight("discs", ours=discs[0], theirs=discs[1], our_weight=weights[D], their_weight=-weights[D]),
        )

    def think(self, position: Position, limits: Limits) -> Choice:
        seconds = MOST_SECONDS if limits.seconds is None else min(limits.seconds, MOST_SECONDS)
        return super().think(position, replace(limits, seconds=seconds))


PLAYER = Matrix
