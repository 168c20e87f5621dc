"""Ratings of a class: what a normal distribution of strengths with a learned width makes of few games."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from itertools import pairwise

import numpy as np
import pytest

from orchard.classroom.ladder import choose_pairs, strengths
from orchard.classroom.ratings import SPREAD_DOUBT, USUAL_SPREAD, class_ratings
from orchard.classroom.results import Snapshot
from orchard.play.rating import ELO_PER_LOGIT, Rating, pentanomial_of, score_from_elo

Points = dict[tuple[str, str], list[float]]


def rated(points: Points) -> dict[str, Rating]:
    return {one.player: one for one in class_ratings({two: pentanomial_of(won) for two, won in points.items()})}


def drawn_class(size: int, spread: float, dice: np.random.Generator) -> dict[str, float]:
    """Players with strengths from a normal distribution, 0 on average."""
    elo = dice.normal(0, spread, size)
    return {f"player {at:03}": float(value) for at, value in enumerate(elo - elo.mean())}


def pair_of_games(one: float, other: float, dice: np.random.Generator) -> float:
    return float(dice.binomial(2, score_from_elo(one - other)))


def on_a_ladder(truth: dict[str, float], pairs: int, dice: np.random.Generator) -> dict[str, Rating]:
    points: Points = defaultdict(list)
    ratings: dict[str, Rating] = {}
    while sum(map(len, points.values())) < pairs:
        known = Snapshot(0, 0.0, {name: one.estimate.as_json() for name, one in ratings.items()})
        met = Counter({two: len(won) for two, won in points.items()})
        for one, other in choose_pairs(strengths(list(truth), known), met, [], len(truth) // 2):
            points[one, other].append(pair_of_games(truth[one], truth[other], dice))
        ratings = rated(points)
    return ratings


@pytest.mark.parametrize(("pairs", "spread"), [(120, 150), (400, 150), (400, 400)])
def test_intervals_cover_the_truth_although_opponents_are_chosen_by_luck(pairs: int, spread: float) -> None:
    """40 players, 6 or 20 pairs each."""
    dice = np.random.default_rng(17)
    inside, players = 0, 0
    for _ in range(8):
        truth = drawn_class(40, spread, dice)
        for name, one in on_a_ladder(truth, pairs, dice).items():
            inside += one.low <= truth[name] <= one.high
            players += 1
    assert players == 320
    assert 0.91 <= inside / players <= 0.98  # 95 %, give or take what 8 classes can tell


def test_a_rating_is_what_to_expect_of_its_player() -> None:
    """A player rated 100 Elo above the middle is 100 Elo above it on average. Without the learned width, 70."""
    dice = np.random.default_rng(5)
    truths, ratings = list[float](), list[float]()
    for _ in range(8):
        truth = drawn_class(40, 200, dice)
        for name, one in on_a_ladder(truth, 400, dice).items():
            truths.append(truth[name])
            ratings.append(one.elo)
    assert np.polyfit(ratings, truths, 1)[0] == pytest.approx(1, abs=0.1)


def test_without_much_to_go_by_the_usual_spread_holds() -> None:
    """Two players, one pair: the evidence hardly moves the width, and the interval is nearly that of the class."""
    ratings = rated({("a", "b"): [2.0]})
    assert ratings["a"].elo == -ratings["b"].elo > 0
    half = ratings["a"].high - ratings["a"].elo
    widest = 1.96 * ELO_PER_LOGIT * USUAL_SPREAD * math.exp(SPREAD_DOUBT) / math.sqrt(2)
    assert 100 < half < widest


def test_who_won_everything_has_a_finite_rating_and_more_games_tell_more() -> None:
    few, many = (rated({("a", "b"): [2.0] * n, ("b", "c"): [1.0] * n, ("a", "c"): [2.0] * n}) for n in (2, 200))
    assert max(few.values(), key=lambda one: one.elo).player == "a"
    assert few["a"].low < many["a"].low < many["a"].elo < math.inf
    few, many = (rated({("a", "b"): [1.0] * n}) for n in (2, 200))
    assert many["a"].high - many["a"].low < (few["a"].high - few["a"].low) / 4


def test_very_unequal_results_are_rated_as_well() -> None:
    """A row of players who each lost every game to the one before, a hundred thousand pairs beside a single one."""
    names = [f"p{n}" for n in range(12)]
    counts = {(one, other): [0, 0, 0, 0, 10 ** (n % 6)] for n, (one, other) in enumerate(pairwise(names))}
    ratings = {one.player: one for one in class_ratings(counts)}
    often = [two for two, pairs in counts.items() if pairs[-1] >= 1000]
    assert len(often) == 5
    assert all(ratings[one].elo > ratings[other].elo + 400 for one, other in often)
    assert all(math.isfinite(one.low) and one.low < one.elo < one.high < math.inf for one in ratings.values())


def test_pairs_whose_games_end_alike_count_half() -> None:
    """The same points, once as wins and losses of single games, once of whole pairs."""
    names = [f"p{n}" for n in range(6)]
    mixed: Points = {(a, b): [1.0, 1.0] * 20 for a in names for b in names if a < b}
    alike: Points = {two: [2.0, 0.0] * 20 for two in mixed}
    narrow, wide = rated(mixed)["p0"], rated(alike)["p0"]
    assert narrow.elo == pytest.approx(wide.elo, abs=0.5)
    assert (wide.high - wide.low) / (narrow.high - narrow.low) == pytest.approx(math.sqrt(2), rel=0.15)


def test_players_whom_no_games_join_are_all_rated() -> None:
    ratings = rated({("a", "b"): [2.0] * 9, ("c", "d"): [1.0] * 9})
    assert ratings["a"].elo > ratings["c"].elo == pytest.approx(0, abs=1) == pytest.approx(ratings["d"].elo)
    assert ratings["b"].elo == pytest.approx(-ratings["a"].elo)


def test_nothing_played_is_nothing_rated() -> None:
    assert class_ratings({}) == class_ratings({("a", "b"): [0, 0, 0, 0, 0]}) == []


def test_errors_are_as_large_as_the_intervals_say() -> None:
    dice = np.random.default_rng(3)
    truth = drawn_class(400, 200, dice)
    points: Points = defaultdict(list)
    for _ in range(4000):
        one, other = sorted(dice.choice(list(truth), 2, replace=False))
        points[one, other].append(pair_of_games(truth[one], truth[other], dice))
    ratings = rated(points)
    errors = [abs(one.elo - truth[name]) for name, one in ratings.items()]
    standard = [(one.high - one.low) / 2 / 1.96 for one in ratings.values()]
    assert len(ratings) == 400
    assert np.mean(errors) == pytest.approx(math.sqrt(2 / math.pi) * np.mean(standard), rel=0.1)  # of a normal error
