"""Stage 4 for Gomoku: new weights play a match against the best so far, and replace them only if they win it."""

from __future__ import annotations

import json
import math
import shutil
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from orchard.core.files import written_whole
from orchard.core.game import BLACK, Position
from orchard.games import game as find_game
from orchard.games.gomoku.search.alphabeta import SURE
from orchard.games.gomoku.search.engine import KiteEngine
from orchard.play.openings import openings_for
from orchard.training.gomoku_selfplay import deepen, engine_for


@dataclass(frozen=True, slots=True)
class Result:
    games: int
    score: float  # of the first engine, 0 to 1
    error: float  # half of a 95 % interval, over pairs
    seconds: tuple[float, float]  # processor time each used

    def elo(self) -> tuple[float, float, float]:
        """The difference, and the ends of its 95 % interval."""
        shares = (self.score, self.score - self.error, self.score + self.error)
        middle, low, high = (400 * math.log10(s / (1 - s)) for s in (min(max(x, 0.005), 0.995) for x in shares))
        return middle, low, high

    def __str__(self) -> str:
        middle, low, high = self.elo()
        return (
            f"{self.score:.1%} ± {self.error:.1%} of {self.games} games, {middle:+.0f} Elo ({low:+.0f} to {high:+.0f});"
            f" processor time {self.seconds[0]:.1f} and {self.seconds[1]:.1f} s"
        )


@dataclass(frozen=True)
class Gate:
    """How the match is played."""

    pairs: int = 300  # about as many as there are openings; turned forms of one are nearly the same games
    nodes: int = 4000
    seed: int = 20
    confidence: float = 1.645  # standard errors above one half that the new weights must reach


def gate(settings: Gate, new: str, best: Path, threads: int = 1) -> dict[str, Any]:
    """Match new weights against the best so far (none: common sense) and promote them if they pass."""
    old = str(best) if best.is_file() else "guess"
    starts = openings(settings.pairs, settings.seed)

    def part(number: int) -> list[float]:
        mine = starts[number::threads]
        return pairs(engine_for(new, 2), engine_for(old, 2), mine, (settings.nodes, settings.nodes), [0.0, 0.0])

    engine_for(new)  # complains about weights before any thread begins
    best.parent.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(threads) as pool:
        scores = [score for scored in pool.map(part, range(threads)) for score in scored]
    result = _result(scores, (0.0, 0.0))
    standard_error = result.error / 1.96
    found = {
        "settings": asdict(settings),
        "new": new,
        "old": old,
        "share": round(result.score, 4),
        "standard_error": round(standard_error, 4),
        "elo": [round(number) for number in result.elo()],
        "passed": result.score - 0.5 > settings.confidence * standard_error,
    }
    if found["passed"]:
        with written_whole(best) as partial:
            shutil.copyfile(new, partial)
    with best.with_suffix(".gates.jsonl").open("a") as log:
        log.write(json.dumps(found) + "\n")
    return found


def openings(count: int, seed: int) -> list[Position]:
    """Even ones, as in every match."""
    game = find_game("gomoku")
    return [game.replay(opening.moves) for opening in openings_for(game, None, count, seed)]


def match(first: KiteEngine, second: KiteEngine, starts: Iterable[Position], nodes: tuple[int, int]) -> Result:
    """Each opening twice, colours swapped; so many nodes a move for the first and for the second engine."""
    spent = [0.0, 0.0]
    return _result(pairs(first, second, starts, nodes, spent), (spent[0], spent[1]))


def pairs(
    first: KiteEngine, second: KiteEngine, starts: Iterable[Position], nodes: tuple[int, int], spent: list[float]
) -> list[float]:
    """The first engine's share of the points of each opening."""
    scores = []
    for start in starts:
        winners = [play_game((first, second), nodes, black, start, spent) for black in (0, 1)]
        scores.append(sum(0.5 if winner is None else float(winner == 0) for winner in winners) / 2)
    return scores


def _result(scores: list[float], spent: tuple[float, float]) -> Result:
    mean = sum(scores) / len(scores)
    variance = max(sum((score - mean) ** 2 for score in scores), 0.25) / max(len(scores) - 1, 1)
    return Result(2 * len(scores), mean, 1.96 * math.sqrt(variance / len(scores)), spent)


def play_game(
    engines: tuple[KiteEngine, KiteEngine], nodes: tuple[int, int], black: int, start: Position, spent: list[float]
) -> int | None:
    """Which engine wins (None: neither); a side that has proved its win has won."""
    position = start
    while not position.is_over:
        mover = black if position.to_move == BLACK else 1 - black
        began = time.process_time()
        found = deepen(engines[mover], position, nodes[mover])
        square = engines[mover].policy()[0][0] if found is None else found.line[0]
        spent[mover] += time.process_time() - began
        if found is not None and found.value > SURE:
            return mover
        position = position.game.after(position, position.game.board.moves[square])
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return None
    return black if outcome.winner == BLACK else 1 - black
