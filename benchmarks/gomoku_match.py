"""Two settings of the Gomoku engine against each other: paired openings, colours swapped, bounded by nodes.

    python benchmarks/gomoku_match.py "pass_cut=0" "" --nodes 4000 --pairs 40

Each setting is a list of fields of `search.gomoku.Style` that differ from the default, and `weights=guess|trained`. A
game ends when one side proves its win. The Elo difference comes with a 95 % interval over pairs.
"""

from __future__ import annotations

import argparse
import math
import random
import time

import orchard
from orchard.core.game import BLACK, Position
from orchard.evaluate.gomoku import weights
from orchard.evaluate.lines import tables
from orchard.search.gomoku import Style
from orchard.search.gomoku_engine import Engine


def engine_of(text: str) -> Engine:
    fields = dict(part.split("=") for part in text.split(",") if part)
    chosen = fields.pop("weights", None)
    style = Style()._replace(**{name: int(value) for name, value in fields.items()})
    return Engine(tables(*weights(chosen)), style, table_mb=2)


def openings(count: int, seed: int, judge: Engine) -> list[Position]:
    """Openings that a shallow search calls nearly even."""
    dice, found = random.Random(seed), list[Position]()
    board = orchard.game("gomoku").board
    while len(found) < count:
        squares = dice.sample([r * 15 + c for r in range(5, 10) for c in range(5, 10)], dice.choice([4, 5, 6]))
        position = orchard.game("gomoku").start()
        for square in squares:
            position = position.play(board.moves[square])
        value = think(judge, position, 1500)[1]
        if abs(value) < 400:
            found.append(position)
    return found


def think(engine: Engine, position: Position, nodes: int) -> tuple[int, int, int]:
    """(square, value, depth) of a search of so many nodes."""
    engine.begin(position, 1, nodes)
    found = None
    for depth in range(1, 40):
        deeper = engine.run(depth, found)
        if deeper is None:
            break
        found = deeper
        if found.wins_in or not found.complete:
            break
    if found is None:
        return engine.policy()[0][0], 0, 0
    return found.line[0], found.value, found.depth


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--nodes", type=int, default=4000)
    parser.add_argument("--nodes2", type=int, default=0, help="nodes of the second, if not the same")
    parser.add_argument("--pairs", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    first, second = engine_of(options.first), engine_of(options.second)
    spent = {id(first): 0.0, id(second): 0.0}
    limits = {id(first): options.nodes, id(second): options.nodes2 or options.nodes}
    scores = []
    for start in openings(options.pairs, options.seed, engine_of("weights=guess")):
        result = 0.0
        for black, white, sign in ((first, second, 1), (second, first, -1)):
            result += (1 + sign * play(black, white, start, limits, spent)) / 2
        scores.append(result / 2)
    mean = sum(scores) / len(scores)
    error = 1.96 * math.sqrt(max(sum((s - mean) ** 2 for s in scores), 0.25) / len(scores) / max(len(scores) - 1, 1))
    low, middle, high = (elo(min(max(s, 0.01), 0.99)) for s in (mean - error, mean, mean + error))
    print(
        f"{options.first or 'default'} against {options.second or 'default'}: {mean:.1%} ± {error:.1%} of "
        f"{2 * len(scores)} games, {middle:+.0f} Elo ({low:+.0f} to {high:+.0f}); processor time "
        f"{spent[id(first)]:.1f} and {spent[id(second)]:.1f} s"
    )


def play(black: Engine, white: Engine, start: Position, limits: dict[int, int], spent: dict[int, float]) -> int:
    position = start
    while not position.is_over:
        mover = black if position.to_move == BLACK else white
        began = time.process_time()
        square, value, _ = think(mover, position, limits[id(mover)])
        spent[id(mover)] += time.process_time() - began
        if value > 29_000:
            return 1 if position.to_move == BLACK else -1
        position = position.game.after(position, position.game.board.moves[square])
    return position.outcome.score if position.outcome else 0


def elo(score: float) -> float:
    return 400 * math.log10(score / (1 - score))


if __name__ == "__main__":
    main()
