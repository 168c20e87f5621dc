"""Alpha-beta to a fixed depth, plain by default; each enhancement has its own switch.

`negascout` is the same player with everything switched on and the clock instead of a depth.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from orchard.core.player import Option
from orchard.players.minimax import Minimax

if TYPE_CHECKING:
    from orchard.search.lookahead import LookaheadSettings


class AlphaBeta(Minimax):
    summary = "minimax that skips what cannot matter; enhancements can be switched on one by one"
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        **Minimax.OPTIONS,
        "depth": Option(6, "plies to look ahead; 0: as deep as the time allows", 0, 64),
        "scout": Option(False, "negascout: ask of later moves only whether they are better"),
        "deepening": Option(False, "search depth 1, 2, 3, ... so that an answer is always there"),
        "table": Option(0.0, "megabytes for positions already searched, shared by threads; 0: none", 0, 4096),
        "history": Option(False, "try first the squares that cut elsewhere"),
        "ordering": Option(False, "order moves by a shallow search"),
    }

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.deepening = self.options["deepening"]
        if not self.options["depth"]:
            self.default_seconds = 1.0

    def settings(self) -> LookaheadSettings:
        from orchard.search.lookahead import LookaheadSettings

        return LookaheadSettings.switched(
            self.options["scout"], self.options["table"], self.options["history"], self.options["ordering"]
        )


PLAYER = AlphaBeta
