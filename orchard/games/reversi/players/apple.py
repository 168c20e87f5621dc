"""Apple chess: Reversi by UCB1, the textbook's first tree search.

    child's value = wins / visits + c * sqrt(2 * ln N / n)      at the computer's own nodes: the largest
                    wins / visits - c * sqrt(2 * ln N / n)      at the opponent's nodes:     the smallest

with `wins` always the computer's: a win counts 1, a loss or a draw 0. The tree keeps every node from the view of the
side that moved there, so an opponent's node holds 1 - wins/visits, and its largest value is the textbook's smallest.
One child is added per playout; the playout is random, cut after 32 plies and judged by the disc count; the move with
the most visits is played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any, ClassVar

from orchard.core.choice import Choice, Limits
from orchard.core.game import Position
from orchard.core.player import Option
from orchard.search.tree_player import UctPlayer

if TYPE_CHECKING:
    from orchard.search.uct import UctSettings

DIFFICULTIES = {"easy": 100, "normal": 500, "hard": 2000}
CUT_PLIES = 32


class Apple(UctPlayer):
    summary = "Reversi by UCB1, its strength the number of playouts"
    games = ("reversi",)
    width = 8
    value_unit = "chance"
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "difficulty": Option("normal", "easy 100, normal 500, hard 2000 playouts", choices=tuple(DIFFICULTIES)),
        "playouts": Option(0, "any other number of playouts; 0: as the difficulty says", low=0),
        "c": Option(0.1, "exploration", low=0, high=100),
    }

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.total_s = 0.0
        self.moves = 0

    def new_game(self) -> None:
        super().new_game()
        self.total_s, self.moves = 0.0, 0

    def playouts(self, limits: Limits) -> int:
        return limits.work or self.options["playouts"] or DIFFICULTIES[self.options["difficulty"]]

    def settings(self, position: Position, limits: Limits) -> UctSettings:
        from orchard.search.uct import UctSettings

        c, max_depth = self.options["c"], limits.depth or 0
        return UctSettings(c=c, win=1.0, draw=0.0, loss=0.0, plies=CUT_PLIES, max_depth=max_depth)

    def think(self, position: Position, limits: Limits) -> Choice:
        began = perf_counter()
        choice = super().think(position, limits)
        seconds = perf_counter() - began
        self.total_s += seconds
        self.moves += 1
        moves = "1 move" if self.moves == 1 else f"{self.moves} moves"
        times = f"this move {seconds:.3f} s, total {self.total_s:.3f} s over {moves}"
        return replace(choice, note=f"{choice.note}; {times}")


PLAYER = Apple
