"""Two Gomoku players against each other over the balanced openings, each opening twice, colours swapped.

    python benchmarks/gomoku_bars.py kite lines --seconds 1 --pairs 50 --jobs 16
    python benchmarks/gomoku_bars.py kite kite:threats=no --nodes 40000 --nodes2 40000 --pairs 20

Limits with a 2 are the second player's; without any it has the first player's time, or thinks as it does by default.
Both scores of a pair count as one: ± is 95 % over pairs. Split pairs (one game each) are told apart from pairs won.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial

import orchard
from orchard.play.openings import openings_for


@dataclass(frozen=True)
class Side:
    """A player and what it may use for a move."""

    spec: str
    seconds: float | None = None
    nodes: int | None = None


@dataclass(frozen=True)
class Pair:
    """What came of one opening: points of the first player as black and as white, work of both."""

    opening: str
    as_black: float
    as_white: float
    seconds: tuple[float, float]  # each player's, of the wall clock
    moves: tuple[int, int]
    longest: tuple[float, float]  # seconds of each player's longest move


def play_pair(sides: tuple[Side, Side], task: tuple[int, str]) -> Pair:
    number, moves = task
    game = orchard.game("gomoku")
    players = tuple(orchard.player(side.spec) for side in sides)
    spent, count, longest, points = [0.0, 0.0], [0, 0], [0.0, 0.0], [0.0, 0.0]
    for black in (0, 1):
        position = game.replay(moves)
        for player in players:
            player.new_game()
        while not position.is_over:
            who = black if position.to_move == "black" else 1 - black
            limits = orchard.Limits(
                seed=number * 999 + position.ply, nodes=sides[who].nodes, seconds=sides[who].seconds
            )
            began = time.perf_counter()
            position = position.play(players[who].choose(position, limits).move)
            took = time.perf_counter() - began
            spent[who] += took
            longest[who] = max(longest[who], took)
            count[who] += 1
        winner = position.outcome.winner if position.outcome else None
        points[black] = 0.5 if winner is None else float((winner == "black") == (black == 0))
    for player in players:
        player.close()
    return Pair(moves, *points, tuple(spent), tuple(count), tuple(longest))  # type: ignore[arg-type]


def play_pairs(first: Side, second: Side, pairs: int, seed: int = 9, jobs: int = 1) -> list[Pair]:
    """So many openings, in `jobs` processes."""
    openings = openings_for(orchard.game("gomoku"), None, pairs, seed)
    tasks = [(number, opening.moves) for number, opening in enumerate(openings)]
    work = partial(play_pair, (first, second))
    if jobs == 1:
        return [work(task) for task in tasks]
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        return pool.map(work, tasks, chunksize=1)


def score(pairs: Sequence[Pair]) -> tuple[float, float]:
    """The first player's share of points, and half of its 95 % interval."""
    shares = [(pair.as_black + pair.as_white) / 2 for pair in pairs]
    mean = sum(shares) / len(shares)
    variance = max(sum((share - mean) ** 2 for share in shares), 0.25) / max(len(shares) - 1, 1)
    return mean, 1.96 * math.sqrt(variance / len(shares))


def elo(share: float) -> float:
    share = min(max(share, 0.005), 0.995)
    return 400 * math.log10(share / (1 - share))


def summary(first: Side, second: Side, pairs: Sequence[Pair]) -> dict[str, object]:
    mean, error = score(pairs)
    points = [pair.as_black + pair.as_white for pair in pairs]
    return {
        "first": asdict(first),
        "second": asdict(second),
        "games": 2 * len(pairs),
        "score": mean,
        "error": error,
        "elo": [elo(mean), elo(mean - error), elo(mean + error)],
        "pairs_won": sum(point > 1 for point in points),
        "pairs_split": sum(point == 1 for point in points),
        "pairs_lost": sum(point < 1 for point in points),
        "seconds_a_move": [
            sum(pair.seconds[who] for pair in pairs) / max(sum(pair.moves[who] for pair in pairs), 1) for who in (0, 1)
        ],
        "longest_move_s": [max(pair.longest[who] for pair in pairs) for who in (0, 1)],
    }


def sentence(found: dict[str, object]) -> str:
    middle, low, high = found["elo"]  # type: ignore[misc]
    spent, longest = found["seconds_a_move"], found["longest_move_s"]
    return (
        f"{found['score']:.1%} ± {found['error']:.1%} of {found['games']} games"
        f" ({middle:+.0f} Elo, {low:+.0f} to {high:+.0f});"
        f" pairs {found['pairs_won']} won, {found['pairs_split']} split, {found['pairs_lost']} lost;"
        f" seconds a move {spent[0]:.3f} and {spent[1]:.3f}, at most {longest[0]:.3f} and {longest[1]:.3f}"  # type: ignore[index]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--seconds2", type=float)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--nodes2", type=int)
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    first = Side(options.first, options.seconds, options.nodes)
    own_limit = options.seconds2 is not None or options.nodes2 is not None
    second = Side(options.second, options.seconds2 if own_limit else options.seconds, options.nodes2)
    found = summary(first, second, play_pairs(first, second, options.pairs, options.seed, options.jobs))
    print(json.dumps(found) if options.json else f"{first.spec} against {second.spec}: {sentence(found)}")


if __name__ == "__main__":
    main()
