"""Alpha-beta to a fixed depth, plain unless its helps are switched on one by one.

`negascout` is the same player with everything switched on and the clock instead of a depth.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from orchard.core.game import Position
from orchard.core.player import Option
from orchard.players._lookahead import LookaheadPlayer

if TYPE_CHECKING:
    from orchard.evaluate import Evaluation
    from orchard.search.lookahead import Settings


class AlphaBeta(LookaheadPlayer):
    summary = "minimax that skips what cannot matter; its helps can be switched on one by one"
    games = ("reversi", "reversed_reversi")
    default_seconds: float | None = 1.0
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "depth": Option(6, "plies to look ahead; 0: as deep as the time allows", 0, 64),
        "eval": Option("grove", "the evaluation: discs, grove, matrix, strategist or any file in evaluate/"),
        "scout": Option(False, "negascout: ask of later moves only whether they are better"),
        "deepening": Option(False, "search depth 1, 2, 3, ... so that an answer is always there"),
        "table": Option(0.0, "megabytes for positions already searched, shared by threads; 0: none", 0, 4096),
        "history": Option(False, "try first the squares that cut elsewhere"),
        "ordering": Option(False, "order moves by a shallow search"),
    }

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.deepening = self.options["deepening"]
        if self.options["depth"]:
            self.default_seconds = None  # the depth is the limit

    def settings(self) -> Settings:
        from orchard.search.lookahead import Settings

        self.evaluation()  # an unknown name is refused at once
        return Settings.switched(
            self.options["scout"], self.options["table"], self.options["history"], self.options["ordering"]
        )

    def evaluation(self) -> Evaluation:
        from orchard.evaluate import evaluation

        return evaluation(self.options["eval"])

    def depth_for(self, position: Position) -> int:
        return int(self.options["depth"])


PLAYER = AlphaBeta
