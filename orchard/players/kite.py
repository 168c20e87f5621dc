"""Gomoku by threats: alpha-beta on line patterns, with wins by fours proved at the leaves.

How it thinks is in docs/PLAYERS.md; the search is `search/gomoku.py`, the patterns `evaluate/lines.py`.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from orchard.core.choice import Choice, Limits, MoveStat
from orchard.core.game import Position
from orchard.core.player import Option, Player
from orchard.players._clock import Deadline

if TYPE_CHECKING:
    from orchard.search.gomoku_engine import Engine, Found

MAX_DEPTH = 60
LOGIT_UNIT = 1000.0  # the evaluation counts in thousandths of a logit


class Kite(Player):
    summary = "sees threats: alpha-beta on line patterns, proves wins by fours"
    games = ("gomoku",)
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "depth": Option(0, "plies to look ahead; 0: as deep as the time allows", 0, MAX_DEPTH),
        "threats": Option(True, "answer threats at once and look for wins by fours"),
        "candidates": Option(24, "how many points are tried where nothing forces", 1, 225),
        "memory_mb": Option(32.0, "memory for positions already searched", 1, 4096),
    }

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._engine = self._fresh_engine()  # here, so that the first move does not pay for loading

    def _fresh_engine(self) -> Engine:
        from orchard.evaluate.gomoku import first_guess
        from orchard.evaluate.lines import tables
        from orchard.search.gomoku import Style
        from orchard.search.gomoku_engine import Engine

        style = Style(candidates=self.options["candidates"])
        if not self.options["threats"]:
            style = style._replace(vcf_leaf=0, vcf_inner=0, threats_off=1)
        return Engine(tables(*first_guess()), style, self.options["memory_mb"])

    def new_game(self) -> None:
        self._engine = self._fresh_engine()

    def think(self, position: Position, limits: Limits) -> Choice:
        board = position.game.board
        if not position.black | position.white:
            return Choice(board.moves[board.size // 2], note="the centre of an empty board")
        deadline = Deadline(limits, 1.0)
        engine = self._engine
        engine.begin(position, limits.threads, limits.work)
        deepest = limits.depth or self.options["depth"] or MAX_DEPTH
        found: Found | None = None
        for depth in range(1, deepest + 1):
            deeper = self._search(engine, depth, limits, deadline)
            if deeper is None:
                break
            found = deeper
            if found.wins_in or deadline.remaining() < deadline.elapsed() / 2:
                break
        return self._answer(position, engine, found)

    def _search(self, engine: Engine, depth: int, limits: Limits, deadline: Deadline) -> Found | None:
        """One depth in threads of their own, while this one watches the clock and the stop flag."""
        done = threading.Event()
        result: list[Found | BaseException | None] = []

        def lead() -> None:
            try:
                result.append(engine.run(depth))
            except BaseException as error:  # carried over to the thread that asked
                result.append(error)
            finally:
                engine.halt[0] = 1
                done.set()

        engine.halt[0] = 0
        workers = [threading.Thread(target=lead, daemon=True)]
        workers += [
            threading.Thread(target=engine.run, args=(depth + n % 2, n), daemon=True) for n in range(1, limits.threads)
        ]
        for worker in workers:
            worker.start()
        try:
            while not done.wait(min(max(deadline.remaining(), 0.0), 0.005)):
                if deadline.expired():
                    break
        finally:
            engine.halt[0] = 1
            for worker in workers:
                worker.join()
        if isinstance(result[0], BaseException):
            raise result[0]
        return result[0]

    def _answer(self, position: Position, engine: Engine, found: Found | None) -> Choice:
        board = position.game.board
        if found is None or not found.line:
            square = engine.best_looking()
            return Choice(
                board.moves[square], nodes=engine.nodes(), note="no time to search: the best by the look of it"
            )
        value = chances(found)
        line = tuple(board.moves[square] for square in found.line)
        return Choice(
            line[0],
            value,
            line,
            (MoveStat(line[0], value, 0, None, "exact" if found.wins_in else None),),
            engine.nodes(),
            found.depth,
            note=standing(found),
        )


def chances(found: Found) -> float:
    """The value as winning chances of the side to move, 0 to 1."""
    if found.wins_in:
        return 1.0 if found.wins_in > 0 else 0.0
    return 1.0 / (1.0 + math.exp(-found.value / LOGIT_UNIT))


def standing(found: Found) -> str:
    if found.wins_in > 0:
        return f"wins in {(found.wins_in + 1) // 2}"
    if found.wins_in < 0:
        return f"loses in {-found.wins_in // 2}"
    return f"depth {found.depth}, winning chances {chances(found):.0%}"


PLAYER = Kite
