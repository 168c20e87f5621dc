"""Minimax: every line to a fixed depth. Slow, simple, and what all the others must agree with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from orchard.core.game import Position
from orchard.core.player import Option
from orchard.players._lookahead import LookaheadPlayer

if TYPE_CHECKING:
    from orchard.evaluate import Evaluation
    from orchard.search.lookahead import Settings


class Minimax(LookaheadPlayer):
    summary = "every line to a fixed depth"
    games = ("reversi", "reversed_reversi")
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "depth": Option(4, "plies to look ahead", 1, 64),
        "eval": Option("grove", "the evaluation: discs, grove, matrix, strategist or any file in evaluate/"),
    }

    def settings(self) -> Settings:
        from orchard.search.lookahead import Settings

        self.evaluation()  # an unknown name is refused at once
        return Settings("minimax")

    def evaluation(self) -> Evaluation:
        from orchard.evaluate import evaluation

        return evaluation(self.options["eval"])

    def depth_for(self, position: Position) -> int:
        return int(self.options["depth"])


PLAYER = Minimax
