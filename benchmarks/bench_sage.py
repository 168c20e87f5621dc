"""sage against the other players, against itself with more time, and its depth in a second.

    python -m benchmarks.bench_sage match reversi --seconds 0.1 --pairs 5 strategist matrix apple
    python -m benchmarks.bench_sage doubling reversi --pairs 20
    python -m benchmarks.bench_sage depth reversi --seconds 1
    python -m benchmarks.bench_sage levels reversi --pairs 24

Matches use paired openings: eight random moves, each opening played by both sides. An opponent plays at its own
setting; `--opponent-seconds` gives it a clock instead. The error is the standard error over pairs.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics

import orchard
from orchard.core.game import other


def opening(game: orchard.Game, number: int, plies: int = 8) -> orchard.Position:
    dice = random.Random(f"opening {number}")
    position = game.start()
    for _ in range(plies):
        position = position.play(dice.choice(position.legal()))
    return position


def play(
    start: orchard.Position,
    first: orchard.Player,
    second: orchard.Player,
    limits: tuple[orchard.Limits, orchard.Limits],
) -> int:
    """The score of `first`, which has the move."""
    position, side = start, start.to_move
    for player, color, limit in ((first, side, limits[0]), (second, other(side), limits[1])):
        player.prepare(start.game, color, limit)
        player.new_game()
    while not position.is_over:
        mine = position.to_move == side
        player, limit = (first, limits[0]) if mine else (second, limits[1])
        position = position.play(player.choose(position, limit).move)
    assert position.outcome is not None
    return position.outcome.score_for(side)


def match(
    game: orchard.Game, a: orchard.Player, b: orchard.Player, limits: tuple[orchard.Limits, orchard.Limits], pairs: int
) -> tuple[float, float, float]:
    """The points of `a` (1 win, ½ draw), their standard error, and its mean score."""
    points, scores = [], []
    for number in range(pairs):
        start = opening(game, number)
        both = play(start, a, b, limits), -play(start, b, a, limits[::-1])
        points.append(sum(1.0 if s > 0 else 0.5 if s == 0 else 0.0 for s in both) / 2)
        scores += both
    error = statistics.stdev(points) / math.sqrt(pairs) if pairs > 1 else float("nan")
    return statistics.mean(points), error, statistics.mean(scores)


def matches(given: argparse.Namespace) -> None:
    game = orchard.game(given.game)
    limits = orchard.Limits(seconds=given.seconds), orchard.Limits(seconds=given.opponent_seconds)
    for spec in given.opponents:
        share, error, discs = match(game, orchard.player(given.player), orchard.player(spec), limits, given.pairs)
        print(
            f"{given.player} at {given.seconds} s against {spec}: {100 * share:.1f} % ± {100 * error:.1f} "
            f"of {2 * given.pairs} games, {discs:+.1f} discs",
            flush=True,
        )


def doubling(given: argparse.Namespace) -> None:
    game = orchard.game(given.game)
    for seconds in given.times:
        limits = orchard.Limits(seconds=2 * seconds), orchard.Limits(seconds=seconds)
        share, error, discs = match(game, orchard.player("sage"), orchard.player("sage"), limits, given.pairs)
        elo = -400 * math.log10(1 / min(max(share, 0.01), 0.99) - 1)
        print(
            f"{2 * seconds} s against {seconds} s: {100 * share:.1f} % ± {100 * error:.1f} ({elo:+.0f} Elo), "
            f"{discs:+.1f} discs",
            flush=True,
        )


def depth(given: argparse.Namespace) -> None:
    game = orchard.game(given.game)
    reached, nodes, spent = [], 0, 0.0
    player = orchard.player("sage:solve_from=0")
    for number in range(given.positions):
        start = opening(game, number, 12 + 4 * (number % 6))
        player.new_game()
        choice = player.choose(start, orchard.Limits(seconds=given.seconds))
        reached.append(choice.depth)
        nodes, spent = nodes + choice.nodes, spent + choice.seconds
        print(f"{start.empties} empties: depth {choice.depth}, {choice.nodes:,} nodes", flush=True)
    print(f"median depth {statistics.median(reached)}, {nodes / spent / 1e6:.1f} million nodes/s")


def levels(given: argparse.Namespace) -> None:
    """Each level against the one below; level 10 gets `--seconds`, the others stop by themselves."""
    game = orchard.game(given.game)
    limits = orchard.Limits(seconds=given.seconds), orchard.Limits()
    for level in range(2, 11):
        players = orchard.player(f"level:{level}"), orchard.player(f"level:{level - 1}")
        share, error, discs = match(game, *players, limits, given.pairs)
        print(
            f"level {level} against {level - 1}: {100 * share:.1f} % ± {100 * error:.1f}, {discs:+.1f} discs",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(required=True)
    one = kinds.add_parser("match")
    one.set_defaults(run=matches)
    one.add_argument("game")
    one.add_argument("opponents", nargs="+")
    one.add_argument("--player", default="sage")
    one.add_argument("--seconds", type=float, default=1.0)
    one.add_argument("--opponent-seconds", type=float)
    one.add_argument("--pairs", type=int, default=10)
    two = kinds.add_parser("doubling")
    two.set_defaults(run=doubling)
    two.add_argument("game")
    two.add_argument("--pairs", type=int, default=20)
    two.add_argument("--times", type=float, nargs="+", default=[0.1, 0.2, 0.4])
    three = kinds.add_parser("depth")
    three.set_defaults(run=depth)
    three.add_argument("game")
    three.add_argument("--seconds", type=float, default=1.0)
    three.add_argument("--positions", type=int, default=12)
    four = kinds.add_parser("levels")
    four.set_defaults(run=levels)
    four.add_argument("game")
    four.add_argument("--seconds", type=float, default=0.1)
    four.add_argument("--pairs", type=int, default=24)
    given = parser.parse_args()
    given.run(given)


if __name__ == "__main__":
    main()
