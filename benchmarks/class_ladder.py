"""How far the ratings of a ladder can be trusted: the students of a simulated day, in one process.

    python -m benchmarks.class_ladder --classes 4 --pairs 350 700 1100 1800 3000

The true ratings are those of the same ladder after many more games (`--truth`). For such players Elo does not add up,
so that what is true depends on who meets whom: this is where the ratings of the ladder are going. Printed for each
number of pairs, on average over the classes: how many true ratings are in their intervals (95 % should be), how far the
ratings are off, and how many of the students whose intervals are apart are in the true order.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any

import orchard
from benchmarks.class_bots import same_player
from orchard.classroom.ladder import Strength, choose_pairs, opening_of, strengths
from orchard.classroom.ratings import class_ratings
from orchard.classroom.results import Snapshot
from orchard.play.openings import Opening, even_openings
from orchard.play.rating import Rating, pentanomial_of

GAME = orchard.game("reversi")
AT_ONCE = 8  # pairs that are chosen together
RATED_AGAIN = 1.02  # times as many pairs as when the ladder was rated last
Chooser = Callable[[orchard.Position], str]


def skills(students: int) -> list[float]:
    """Evenly from -1 to 1."""
    return [round(2 * number / max(1, students - 1) - 1, 3) for number in range(students)]


def name_of(student: int) -> str:
    return f"student {student:04}"


def played_ladder(
    known: Sequence[float], references: Sequence[str], openings: Sequence[Opening], pairs: Iterable[int], seed: int
) -> list[dict[str, Rating]]:
    """Students of known skill and the references on a ladder: the ratings after so many pairs of games each time."""
    dice = random.Random(seed)
    players: dict[str, Chooser] = {name_of(n): same_player(skill, dice) for n, skill in enumerate(known)}
    players |= {spec: _chooser(spec, dice) for spec in references}
    points: dict[tuple[str, str], list[float]] = defaultdict(list)
    strength = {name: Strength() for name in players}
    played, rated_at, found = 0, 0.0, []
    for enough in pairs:
        ratings: dict[str, Rating] = {}
        while not ratings or played < enough:
            for one, other in choose_pairs(strength, {two: len(p) for two, p in points.items()}, references, AT_ONCE):
                opening = opening_of(openings, one, other, len(points[one, other]))
                points[one, other].append(_pair(players[one], players[other], opening))
                played += 1
            if played >= min(rated_at, enough):
                rated_at = played * RATED_AGAIN
                counts = {two: pentanomial_of(gained) for two, gained in points.items()}
                ratings = {rating.player: rating for rating in class_ratings(counts)}
                snapshot = {name: rating.estimate.as_json() for name, rating in ratings.items()}
                strength = strengths(list(players), Snapshot(played, 0.0, snapshot))
        found.append(ratings)
    return found


def _pair(one: Chooser, other: Chooser, opening: Opening) -> float:
    """The points of the first of two games from an opening with colours swapped."""
    gained = 0.0
    for black, white in ((one, other), (other, one)):
        position = GAME.replay(opening.moves)
        while not position.is_over:
            position = position.play((black if position.to_move == "black" else white)(position))
        assert position.outcome is not None
        winner = {"black": black, "white": white}.get(position.outcome.winner or "")
        gained += 0.5 if winner is None else float(winner is one)
    return gained


def _chooser(spec: str, dice: random.Random) -> Chooser:
    player = orchard.player(spec)
    return lambda position: str(player.choose(position, orchard.Limits(seed=dice.randrange(2**31))).move)


# ------------------------------------------------------------------------------- beside the truth


def order(rows: list[dict[str, Any]], skill: dict[str, float]) -> dict[str, float]:
    """How the standings agree with the true order: of all pairs, and of those whose intervals are apart."""
    rated = [row for row in rows if row["elo"] is not None and row["team_name"] in skill]
    right = apart = right_apart = pairs = 0
    for one, other in combinations(rated, 2):
        if skill[one["team_name"]] == skill[other["team_name"]]:
            continue
        pairs += 1
        agrees = (one["elo"] > other["elo"]) == (skill[one["team_name"]] > skill[other["team_name"]])
        right += agrees
        if one["low"] > other["high"] or other["low"] > one["high"]:
            apart += 1
            right_apart += agrees
    places = sorted((skill[row["team_name"]] for row in rated), reverse=True)
    inside = 0
    for row in rated:
        best = 1 + sum(other["low"] > row["high"] for other in rated)
        worst_place = len(rated) - sum(other["high"] < row["low"] for other in rated)
        inside += best <= 1 + places.index(skill[row["team_name"]]) <= worst_place
    widths = [(row["high"] - row["low"]) / 2 for row in rated]
    return {
        "rated": len(rated),
        "pairs in the true order": round(right / max(1, pairs), 4),
        "pairs with intervals apart": apart,
        "of these in the true order": round(right_apart / max(1, apart), 4),
        "true place among those that the intervals leave open": round(inside / max(1, len(rated)), 4),
        "mean half interval, Elo": round(sum(widths) / max(1, len(widths)), 1),
    }


def coverage(rows: list[dict[str, Any]], truth: dict[str, float]) -> dict[str, Any]:
    """The share of students whose true rating lies in their interval, which should be 95 %. Only differences of ratings
    mean anything, so the truth is moved to where it fits best, each student weighing by what is known of them. Ratings
    from few games are cautious and lie nearer together than the truth, so the same is told for the truth drawn to their
    scale."""
    rated = [
        (truth[row["team_name"]], row["elo"], row["low"], row["high"])
        for row in rows
        if row["elo"] is not None and row["team_name"] in truth
    ]
    if not rated:
        return {}
    weights = [1 / (high - low) ** 2 for _, _, low, high in rated]

    def mean(values: Iterable[float]) -> float:
        return sum(w * value for w, value in zip(weights, values, strict=True)) / sum(weights)

    middle, middle_elo = mean(true for true, *_ in rated), mean(elo for _, elo, *_ in rated)
    spread = mean((true - middle) ** 2 for true, *_ in rated)
    scale = mean((true - middle) * (elo - middle_elo) for true, elo, *_ in rated) / spread if spread else 1.0

    def at(true: float, scale: float) -> float:
        return middle_elo + scale * (true - middle)

    def inside(scale: float) -> float:
        return round(sum(low <= at(true, scale) <= high for true, _, low, high in rated) / len(rated), 3)

    return {
        "true rating in the interval": inside(1.0),
        "mean error, Elo": round(sum(abs(elo - at(true, 1.0)) for true, elo, *_ in rated) / len(rated), 1),
        "scale of the ladder beside the truth": round(scale, 3),
        "true rating in the interval, on that scale": inside(scale),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--students", type=int, default=100)
    parser.add_argument("--pairs", type=int, nargs="+", default=[350, 700, 1100, 1800, 3000], metavar="PAIRS")
    parser.add_argument("--classes", type=int, default=4)
    parser.add_argument("--truth", type=int, default=20_000, metavar="PAIRS", help="of games of the long ladder")
    parser.add_argument("--references", nargs="*", default=["random", "greedy"], metavar="SPEC")
    options = parser.parse_args()
    known, openings = skills(options.students), list(even_openings(GAME, 40, 1))
    (last,) = played_ladder(known, options.references, openings, [options.truth], 1)
    truth = {name_of(n): last[name_of(n)].elo for n in range(options.students)}
    rows: dict[int, list[dict[str, float]]] = defaultdict(list)
    for seed in range(2, 2 + options.classes):
        classes = played_ladder(known, options.references, openings, sorted(options.pairs), seed)
        for pairs, ratings in zip(sorted(options.pairs), classes, strict=True):
            table = [
                {"team_name": name, "elo": one.elo, "low": one.low, "high": one.high}
                for name, one in ratings.items()
                if name in truth
            ]
            rows[pairs].append(coverage(table, truth) | order(table, truth))
    for pairs, of_classes in rows.items():
        mean = {key: sum(row[key] for row in of_classes) / len(of_classes) for key in of_classes[0]}
        print(f"{pairs} pairs: " + ", ".join(f"{key} {value:.4g}" for key, value in mean.items()), flush=True)


if __name__ == "__main__":
    main()
