"""How deep sage looks in a given time, on midgame positions of random games.

    python -m benchmarks.bench_sage reversi --seconds 1

Matches are `benchmarks.duel`, what twice the time is worth `benchmarks.doubling`.
"""

from __future__ import annotations

import argparse
import random
import statistics

import orchard


def midgame(game: orchard.Game, number: int) -> orchard.Position:
    """A position 12 to 32 random moves from the start."""
    dice, position = random.Random(f"opening {number}"), game.start()
    for _ in range(12 + 4 * (number % 6)):
        position = position.play(dice.choice(position.legal()))
    return position


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=("reversi", "reversed_reversi"))
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--positions", type=int, default=12)
    given = parser.parse_args()
    game, player = orchard.game(given.game), orchard.player("sage:solve_from=0")
    reached, nodes, spent = [], 0, 0.0
    for number in range(given.positions):
        position = midgame(game, number)
        player.new_game()
        choice = player.choose(position, orchard.Limits(seconds=given.seconds, book=False))
        reached.append(choice.depth)
        nodes, spent = nodes + choice.nodes, spent + choice.seconds
        print(f"{position.empties} empties: depth {choice.depth}, {choice.nodes:,} nodes", flush=True)
    print(f"median depth {statistics.median(reached)}, {nodes / spent / 1e6:.1f} million nodes/s")


if __name__ == "__main__":
    main()
