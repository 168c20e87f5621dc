"""Alpha-beta to a fixed depth, plain by default; each enhancement has its own switch.

`negascout` is the same player with everything switched on and the clock instead of a depth.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from orchard.core.game import Game, Position
from orchard.core.player import Option
from orchard.search.lookahead_player import LookaheadPlayer

if TYPE_CHECKING:
    from orchard.core.evaluation import Evaluation
    from orchard.search.lookahead import LookaheadSettings


class AlphaBeta(LookaheadPlayer):
    summary = "minimax that skips what cannot matter; enhancements can be switched on one by one"
    default_seconds: float | None = 1.0
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "depth": Option(6, "plies to look ahead; 0: as deep as the time allows", 0, 64),
        "eval": Option("", "the evaluation, by name: discs, grove, matrix, strategist, ...; the game's own by default"),
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

    def settings(self) -> LookaheadSettings:
        from orchard.games import evaluation as named
        from orchard.search.lookahead import LookaheadSettings

        if self.options["eval"]:
            named(self.options["eval"])  # an unknown name is refused at once
        return LookaheadSettings.switched(
            self.options["scout"], self.options["table"], self.options["history"], self.options["ordering"]
        )

    def evaluation(self, game: Game) -> Evaluation:
        from orchard.games import evaluation as named

        return named(self.options["eval"] or game.evaluation)

    def depth_for(self, position: Position) -> int:
        return int(self.options["depth"])


PLAYER = AlphaBeta
