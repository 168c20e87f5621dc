"""A Reversi player that errs like a person, never by throwing dice over the moves.

It looks few plies ahead with sage's judgement; it overlooks quiet moves (a corner or the move that turns most discs
catches everyone's eye); it likes to turn many discs, as beginners do (in Reversed Reversi: few); and its judgement of
each move is off by some discs. The weak levels of `level` are made of it.
"""

import random
from collections.abc import Mapping
from typing import Any, ClassVar

from orchard.core.board import PASS
from orchard.core.choice import Choice, DepthLog, Limits, MoveStat
from orchard.core.clock import Deadline
from orchard.core.game import Color, Game, Position
from orchard.core.player import Option, Player
from orchard.core.watch import Watch
from orchard.games.reversi.players.sage import Sage

CORNERS = (0, 7, 56, 63)


class Novice(Player):
    summary = "errs like a person: looks few plies ahead, overlooks quiet moves, misjudges, likes to turn discs"
    games = ("reversi", "reversed_reversi")
    width = 8
    value_unit = "discs"
    shows_depths = True
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "depth": Option(1, "plies to look ahead", 1, 20),
        "overlooks": Option(0.3, "the share of quiet moves that escape it", 0, 1),
        "misjudges": Option(6.0, "how far off its judgement of a move is, in discs (standard deviation)", 0, 64),
        "greed": Option(1.0, "what turning a disc is worth to it, in discs", 0, 64),
    }

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._sage = Sage(table=8)
        self._sage.corrected = False  # levels were rated without

    def prepare(self, game: Game, color: Color, limits: Limits) -> None:
        if self.options["depth"] > 1:
            self._sage.prepare(game, color, limits)

    def new_game(self) -> None:
        self._sage.new_game()

    def close(self) -> None:
        self._sage.close()

    def think(self, position: Position, limits: Limits) -> Choice:
        if position.legal() == [PASS]:
            return Choice(PASS, line=(PASS,), moves=(MoveStat(PASS),), note="the only legal move")
        depth = min(self.options["depth"], limits.depth or self.options["depth"])
        if depth == 1:
            from orchard.games.reversi.search.first_sight import values_of_moves  # a new process waits for little else

            values = values_of_moves(position)
            nodes = len(values)
            best = max(values, key=lambda square: values[square])
            DepthLog(limits).add(1, values[best], (position.game.board.moves[best],), [nodes])
        else:
            values, nodes, depth = self._search(position, limits, depth)
        dice = random.Random(f"{limits.seed} {position.text} {self.spec}")
        board = position.game.board
        turns = {square: position.play(board.moves[square]).flipped_mask.bit_count() for square in sorted(values)}
        reversed_game = position.game.base_name == "reversed_reversi"
        liking = -1 if reversed_game else 1
        scale = 0.5 if reversed_game else 1.0  # its games are decided by half as many discs
        loudest = max(liking * count for count in turns.values())
        thoughts: dict[int, float] = {}
        for square in sorted(values):
            chance, misjudged = dice.random(), dice.gauss(0, 1)
            loud = square in CORNERS or liking * turns[square] == loudest
            if loud or chance >= self.options["overlooks"]:
                thoughts[square] = values[square] + scale * (
                    self.options["misjudges"] * misjudged + self.options["greed"] * liking * turns[square]
                )
        chosen = max(thoughts, key=lambda square: thoughts[square])
        ranked = sorted(values, key=lambda square: (square != chosen, -thoughts.get(square, -1000.0)))
        stats = tuple(MoveStat(board.moves[square], thoughts.get(square)) for square in ranked)
        missed = len(values) - len(thoughts)
        note = f"{depth} plies ahead" + (f", overlooked {missed} moves" if missed else "")
        move = board.moves[chosen]
        return Choice(move, thoughts[chosen], (move,), stats, nodes, depth, note=note)

    def _search(self, position: Position, limits: Limits, depth: int) -> tuple[dict[int, float], int, int]:
        """What each square is worth in discs, the nodes it took and the depth reached."""
        midgame, _ = self._sage.engine(position.game.base_name)
        midgame.forget()  # the same position and seed, the same move
        watch = Watch(midgame.halt)
        self._sage.log_depths(position, limits, midgame, watch)
        watch.part(Deadline(limits).remaining)
        report = watch.run(
            lambda: midgame.search(position.own, position.enemy, depth=depth, nodes=limits.work, lines=64)
        )
        return {line.square: line.value / 100 for line in report.lines}, report.nodes, report.depth


PLAYER = Novice
