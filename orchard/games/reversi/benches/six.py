"""6×6 Reversi and Reversed Reversi solved from the start: a wrong score stops it."""

import os
import time
from collections.abc import Iterator

from orchard.core.bench import Row
from orchard.core.game import Position
from orchard.games import game as find_game

SLOW = True
SCORES = {"reversi:6": -4, "reversed_reversi:6": 2}  # for black, as published: white wins 20-16, black by 2
THREADS = min(2, os.cpu_count() or 1)
TABLE_MB = 1024


def rows(repeat: int) -> Iterator[Row]:
    """Each game once, whatever `repeat` says, on two threads; the line is played out to check it."""
    from orchard.games.reversi.search.endgame import Solver

    for name, score in SCORES.items():
        start, solver = find_game(name).start(), Solver(name, TABLE_MB)
        cpu, began = time.process_time(), time.perf_counter()
        solution = solver.solve(start.own, start.enemy, threads=THREADS, with_line=True)
        cpu, seconds = time.process_time() - cpu, time.perf_counter() - began
        end = played(start, solution.line)
        if solution.score != score or end.outcome is None or end.outcome.score != score:
            raise AssertionError(f"{name} is {score:+} for black, not {solution.score} by {end.transcript}")
        yield {
            "what": "solved from the start",
            "game": name,
            "score": score,
            "line": end.transcript,
            "count": solution.nodes,
            "seconds": seconds,
            "cpu_s": cpu,
            "rate": solution.nodes / seconds,
            "proved": "the published score",
        }


def played(position: Position, line: tuple[int, ...]) -> Position:
    for square in line:
        position = position.play("pass" if square < 0 else position.game.board.moves[square])
    return position
