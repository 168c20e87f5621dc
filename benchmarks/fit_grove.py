"""Where the weights of `grove` come from: games against itself, and a straight line through their results.

Each round plays games with the present weights (a few random opening moves, then depth 3 and a perfect ending), notes
the features of every position with the final score, and fits the fourteen weights by ridge regression.

    python benchmarks/fit_grove.py reversi --games 1000 --rounds 2
"""

from __future__ import annotations

import argparse
import random
from typing import Any

import numpy as np

import orchard
from orchard.games.reversi.evaluate import features, stability
from orchard.games.reversi.evaluate import grove as file

CORNERS = 0x8100000000000081
RIDGE = 50.0


def feature_row(own: int, enemy: int) -> list[float]:
    """The seven features, each split into its early and its late part."""

    def more(count) -> int:
        return int(count(own, enemy)) - int(count(enemy, own))

    empties = 64 - (own | enemy).bit_count()
    found = [
        more(features.moves),
        more(features.potential_moves),
        (own & CORNERS).bit_count() - (enemy & CORNERS).bit_count(),
        more(features.corner_risk),
        int(stability.stable(own, enemy)).bit_count() - int(stability.stable(enemy, own)).bit_count(),
        own.bit_count() - enemy.bit_count(),
        1 if empties % 2 else -1,
    ]
    early = empties / 60
    return [early * f for f in found] + [(1 - early) * f for f in found]


def play(game: orchard.Game, dice: random.Random, player: orchard.Player) -> list[tuple[list[float], int]]:
    position = game.start()
    seen = []
    for _ in range(dice.randrange(6, 16)):
        if not position.is_over:
            position = position.play(dice.choice(position.legal()))
    while not position.is_over:
        seen.append(position)
        limits = orchard.Limits(depth=20 if position.empties <= 9 else 3)
        move = dice.choice(position.legal()) if dice.random() < 0.03 else player.choose(position, limits).move
        position = position.play(move)
    outcome = position.outcome
    assert outcome is not None
    return [(feature_row(p.own, p.enemy), outcome.score_for(p.to_move)) for p in seen if p.empties >= 4]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("game", choices=["reversi", "reversed_reversi"])
    arguments.add_argument("--games", type=int, default=1000)
    arguments.add_argument("--rounds", type=int, default=2)
    chosen = arguments.parse_args()
    game, dice = orchard.game(chosen.game), random.Random(1)
    player: Any = orchard.player("negascout:eval=grove")
    steps = tuple(file.EVALUATION.weights[chosen.game])
    for number in range(1, chosen.rounds + 1):
        present = np.array(steps, dtype=np.int64)
        player.weights = lambda position, present=present: present
        rows = [row for _ in range(chosen.games) for row in play(game, dice, player)]
        x, y = np.array([row for row, _ in rows]), np.array([score for _, score in rows], dtype=float)
        weights = np.linalg.solve(x.T @ x + RIDGE * np.eye(x.shape[1]), x.T @ y)
        error = float(np.sqrt(np.mean((x @ weights - y) ** 2)))
        steps = tuple(round(100 * float(w)) for w in weights)
        print(f"round {number}: {len(rows)} positions, error {error:.1f} discs (results spread {y.std():.1f})")
        for name, early, late in zip(file.FEATURES, steps[:7], steps[7:], strict=True):
            print(f"  {name:10} {early:6} early {late:6} late")
        print(f"  {steps}")


if __name__ == "__main__":
    main()
