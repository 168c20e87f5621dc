"""Ten opponents from beatable-by-a-child to full strength: `level:1` … `level:10`.

A weak level errs like a person, never by throwing dice over the moves. It looks few plies ahead; it overlooks quiet
moves (a corner or the move that turns most discs catches everyone's eye); it likes to turn many discs, as beginners do
(in Reversed Reversi: few); and its judgement of each move is off by some discs. Level 10 is `sage` itself.
The levels of Gomoku are those of `_gomoku_levels.py`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from orchard.core.board import PASS
from orchard.core.choice import Choice, Limits, MoveStat
from orchard.core.game import Color, Game, Position
from orchard.core.player import Option, Player
from orchard.players._gomoku_levels import GomokuLevel

CORNERS = (0, 7, 56, 63)
FULL_STRENGTH = 10


@dataclass(frozen=True)
class Habits:
    """Plies looked ahead, share of quiet moves overlooked, misjudgement in discs, love of turning in discs."""

    depth: int
    overlooks: float
    misjudges: float
    greed: float


HABITS = {
    1: Habits(1, 0.50, 14.0, 3.0),
    2: Habits(1, 0.34, 8.2, 1.1),
    3: Habits(1, 0.18, 4.5, 0.2),
    4: Habits(2, 0.11, 3.9, 0.0),
    5: Habits(2, 0.04, 2.0, 0.0),
    6: Habits(3, 0.0, 1.3, 0.0),
    7: Habits(4, 0.0, 0.9, 0.0),
    8: Habits(6, 0.0, 0.6, 0.0),
    9: Habits(8, 0.0, 0.0, 0.0),
}


class Level(Player):
    summary = "ten levels, from beatable-by-a-child to full strength: level:1 ... level:10"
    games = ("reversi", "reversed_reversi", "gomoku")
    main_option = "strength"
    OPTIONS: ClassVar[Mapping[str, Option]] = {"strength": Option(5, "1 the weakest, 10 full strength", 1, 10)}

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        from orchard.players.sage import Sage

        Sage.name = "sage"
        self.strength: int = self.options["strength"]
        self.spec = f"level:{self.strength}"
        self._sage = Sage(table=64 if self.strength == FULL_STRENGTH else 8)
        self._gomoku = GomokuLevel(self.strength)

    def prepare(self, game: Game, color: Color, limits: Limits) -> None:
        if game.base_name == "gomoku":
            self._gomoku.player.prepare(game, color, limits)
        else:
            self._sage.prepare(game, color, limits)

    def new_game(self) -> None:
        self._sage.new_game()
        self._gomoku.new_game()

    def close(self) -> None:
        self._sage.close()
        self._gomoku.close()

    def think(self, position: Position, limits: Limits) -> Choice:
        if position.game.base_name == "gomoku":
            return self._gomoku.think(position, limits)
        if position.legal() == [PASS]:
            return Choice(PASS, line=(PASS,), moves=(MoveStat(PASS),), note="the only legal move")
        if self.strength == FULL_STRENGTH:
            return self._sage.think(position, limits)
        return self._like_a_person(position, limits, HABITS[self.strength])

    def _like_a_person(self, position: Position, limits: Limits, habits: Habits) -> Choice:
        midgame, _ = self._sage.engine(position.game.base_name)
        midgame.forget()  # the same position and seed, the same move
        depth = min(habits.depth, limits.depth or habits.depth)
        report = midgame.search(position.own, position.enemy, replace(limits, depth=depth, threads=1), lines=64)
        dice = random.Random(f"{limits.seed} {position.text} {self.strength}")
        board = position.game.board
        values = {line.square: line.value / 100 for line in report.lines}
        turns = {square: position.play(board.moves[square]).flipped_mask.bit_count() for square in sorted(values)}
        reversed_game = position.game.base_name == "reversed_reversi"
        liking = -1 if reversed_game else 1
        scale = 0.5 if reversed_game else 1.0  # its games are decided by half as many discs
        loudest = max(liking * count for count in turns.values())
        thoughts: dict[int, float] = {}
        for square in sorted(values):
            chance, misjudged = dice.random(), dice.gauss(0, 1)
            loud = square in CORNERS or liking * turns[square] == loudest
            if loud or chance >= habits.overlooks:
                thoughts[square] = values[square] + scale * (
                    habits.misjudges * misjudged + habits.greed * liking * turns[square]
                )
        chosen = max(thoughts, key=lambda square: thoughts[square])
        ranked = sorted(values, key=lambda square: (square != chosen, -thoughts.get(square, -1000.0)))
        stats = tuple(MoveStat(board.moves[square], thoughts.get(square)) for square in ranked)
        missed = len(values) - len(thoughts)
        note = f"level {self.strength}: {depth} plies ahead" + (f", overlooked {missed} moves" if missed else "")
        move = board.moves[chosen]
        return Choice(move, thoughts[chosen], (move,), stats, report.nodes, report.depth, note=note)


PLAYER = Level
