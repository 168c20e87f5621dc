"""A tiny evaluation that learns from its own games, small enough to be watched: the weights of six kinds of squares.

    python -m orchard.games.reversi.training.sprout        ten seconds; writes weights/sprout.json

On the board of 6×6 squares every square is of one of six kinds, by symmetry. A position is worth the sum of the weights
under the own discs less that under the opponent's. Generation 0 knows nothing: all weights are 0, so its games are
random. After the games of a generation the weights move half the way to those that fit their results best (least
squares). `weights/sprout.json` keeps the weights of every generation, in discs.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from orchard.core.game import Game, Position
from orchard.games.reversi.rules import with_option

if TYPE_CHECKING:
    import numpy as np

KINDS = ("corner", "beside", "edge", "diagonal", "second", "middle")
WIDTH = 6
GENERATIONS = 10
GAMES = 300  # of a generation
STRAY = 0.1  # moves at random, so that games differ
RATE = 0.5  # of the way to the weights that fit best
FIRST_PLY = 8  # before it nearly all positions are even
RIDGE = 20.0  # pulls weights to 0 that few positions speak for
FILE = Path(__file__).parents[1] / "weights" / "sprout.json"


def kind_of(row: int, column: int) -> int:
    """Which of `KINDS` a square is."""
    near, far = sorted((min(row, WIDTH - 1 - row), min(column, WIDTH - 1 - column)))
    return {(0, 0): 0, (0, 1): 1, (0, 2): 2, (1, 1): 3, (1, 2): 4, (2, 2): 5}[near, far]


MASKS = [sum(1 << n for n in range(WIDTH * WIDTH) if kind_of(*divmod(n, WIDTH)) == kind) for kind in range(len(KINDS))]


def features(own: int, enemy: int) -> list[int]:
    """How many more squares of each kind one side has than the other."""
    return [(own & mask).bit_count() - (enemy & mask).bit_count() for mask in MASKS]


def one_game(game: Game, weights: list[float], rng: random.Random) -> Iterator[tuple[list[int], int]]:
    """The positions of a game as their features, each with how the game ended, both for the side that had moved."""
    position, met = game.start(), []
    while not position.is_over:
        position = _chosen(position, weights, rng)
        if position.ply >= FIRST_PLY:
            met.append((features(position.enemy, position.own), position.to_move))
    assert position.outcome is not None
    score = position.outcome.score  # black's
    return ((seen, -score if to_move == "black" else score) for seen, to_move in met)


def _chosen(position: Position, weights: list[float], rng: random.Random) -> Position:
    moves = position.legal()
    if len(moves) == 1 or rng.random() < STRAY or not any(weights):
        return position.play(rng.choice(moves))
    after = [position.play(move) for move in moves]
    worth = [sum(w * f for w, f in zip(weights, features(one.enemy, one.own), strict=True)) for one in after]
    best = max(worth)
    return rng.choice([one for one, value in zip(after, worth, strict=True) if value == best])


def next_weights(weights: list[float], number: int, games: int = GAMES) -> list[float]:
    """The weights of generation `number`, learned from games with those of the one before it."""
    import numpy as np

    game = with_option(str(WIDTH))
    rows: list[list[int]] = []
    scores: list[int] = []
    for n in range(games):
        for seen, score in one_game(game, weights, random.Random(f"sprout {number} {n}")):
            rows.append(seen)
            scores.append(score)
    fitted = _least_squares(np.array(rows, float), np.array(scores, float))
    return [round(old + RATE * (float(new) - old), 2) for old, new in zip(weights, fitted, strict=True)]


def _least_squares(rows: np.ndarray[Any, Any], scores: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    import numpy as np

    found: np.ndarray[Any, Any] = np.linalg.solve(rows.T @ rows + RIDGE * np.eye(rows.shape[1]), rows.T @ scores)
    return found


def generations() -> list[list[float]]:
    """The shipped weights of every generation, the first of them all 0."""
    found: list[list[float]] = json.loads(FILE.read_text(encoding="utf-8"))["generations"]
    return found


def main() -> None:
    weights = [[0.0] * len(KINDS)]
    for number in range(1, GENERATIONS + 1):
        weights.append(next_weights(weights[-1], number))
        print(number, dict(zip(KINDS, weights[-1], strict=True)), flush=True)
    about = "python -m orchard.games.reversi.training.sprout"
    rows = ",\n".join(f"  {json.dumps(row)}" for row in weights)
    made = f'{{\n"made_by": "{about}",\n"kinds": {json.dumps(KINDS)},\n"generations": [\n{rows}\n]\n}}\n'
    FILE.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
