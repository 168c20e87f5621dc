"""The strategist: minimax or alpha-beta, four plies deep, over five features and their opposites.

Each weight is an option, for our feature and for the opponent's, so that two styles can meet:
`strategist:stable=20` against `strategist:moves=8,their_moves=-8`.
"""

# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from orchard.core.game import Game, Position
from orchard.core.player import Option
from orchard.core.sight import Sight
from orchard.search.lookahead_player import LookaheadPlayer

if TYPE_CHECKING:
    from orchard.core.evaluation import Evaluation
    from orchard.search.lookahead import LookaheadSettings

# name, weight, what it counts
FEATURES = (
    ("discs", 1.0, "discs"),
    ("stable", 5.0, "discs that can never be turned"),
    ("risk", -6.0, "discs next to an empty corner, the diagonal one twice"),
    ("moves", 4.0, "legal moves"),
    ("safe", 2.0, "legal moves that are not legal for the other side"),
)


class Strategist(LookaheadPlayer):
    summary = "four plies over five features and their opposites"
    games = ("reversi",)
    width = 8
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "depth": Option(4, "plies to look ahead", 1, 64),
        "algorithm": Option("alphabeta", "how to look ahead", choices=("minimax", "alphabeta")),
        **{name: Option(weight, f"weight of our {what}", -100, 100) for name, weight, what in FEATURES},
        **{f"their_{name}": Option(-weight, f"weight of their {what}", -100, 100) for name, weight, what in FEATURES},
    }

    def settings(self) -> LookaheadSettings:
        from orchard.search.lookahead import LookaheadSettings

        return LookaheadSettings(self.options["algorithm"])

    def evaluation(self, game: Game) -> Evaluation:
        from orchard.games.reversi.evaluate.strategist import EVALUATION

        return EVALUATION

    def weights(self, position: Position) -> Any:
        import numpy as np

        from orchard.games.reversi.evaluate.strategist import in_steps

        ours = tuple(self.options[name] for name, _, _ in FEATURES)
        theirs = tuple(self.options[f"their_{name}"] for name, _, _ in FEATURES)
        return np.array(in_steps(ours, theirs), dtype=np.int64)

    def sees(self, position: Position) -> tuple[Sight, ...]:
        """The five features of both sides with their weights."""
        from orchard.games.reversi.bits import legal_mask
        from orchard.games.reversi.evaluate.features import corner_risk
        from orchard.games.reversi.evaluate.stability import stable

        def counted(own: int, enemy: int) -> tuple[int, ...]:
            moves, replies = int(legal_mask(own, enemy)), int(legal_mask(enemy, own))
            safe = (moves & ~replies).bit_count()
            sure = int(stable(own, enemy)).bit_count()
            return own.bit_count(), sure, int(corner_risk(own, enemy)), moves.bit_count(), safe

        ours, theirs = counted(position.own, position.enemy), counted(position.enemy, position.own)
        options = self.options
        return tuple(
            Sight(name, {}, mine, others, options[name], options[f"their_{name}"])
            for (name, _, _), mine, others in zip(FEATURES, ours, theirs, strict=True)
        )

    def depth_for(self, position: Position) -> int:
        return int(self.options["depth"])


PLAYER = Strategist
