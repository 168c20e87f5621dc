"""Minimax: every line to a fixed depth. Slow, simple, and what all the others must agree with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from orchard.core.game import Game, Position
from orchard.core.player import Option
from orchard.games import evaluation as evaluation_named
from orchard.search.lookahead_player import LookaheadPlayer

if TYPE_CHECKING:
    from orchard.core.evaluation import Evaluation
    from orchard.search.lookahead import LookaheadSettings


class Minimax(LookaheadPlayer):
    summary = "every line to a fixed depth"
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "depth": Option(4, "plies to look ahead", 1, 64),
        "eval": Option("", "the evaluation, by name: discs, grove, matrix, strategist, ...; the game's own by default"),
    }

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        if self.options["eval"]:
            evaluation_named(self.options["eval"])  # an unknown name is refused at once

    def settings(self) -> LookaheadSettings:
        from orchard.search.lookahead import LookaheadSettings

        return LookaheadSettings("minimax")

    def evaluation(self, game: Game) -> Evaluation:
        return evaluation_named(self.options["eval"] or game.evaluation)

    def depth_for(self, position: Position) -> int:
        return int(self.options["depth"])


PLAYER = Minimax
