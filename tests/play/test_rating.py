"""Ratings against closed forms, and against simulation where the truth is known."""

from __future__ import annotations

import math

import numpy as np
import pytest

from orchard.core.errors import OptionError
from orchard.play.rating import (
    Estimate,
    bradley_terry,
    elo_from_score,
    elo_text,
    pair_elo,
    pair_score,
    pentanomial_of,
    score_from_elo,
    student95,
)
from orchard.play.sprt import sprt, sprt_bounds


def pair_probabilities(score: float, draws: float, colour: float) -> np.ndarray:
    """A made-up world: the five probabilities of a pair whose expected score per game is exactly `score`.

    `colour` shifts one game up and the other down by so much, `draws` turns decisive games into draws.
    """
    shift = colour * min(score, 1 - score)
    games = []
    for expected in (score + shift, score - shift):
        draw = draws * 2 * min(expected, 1 - expected)
        games.append((1 - expected - draw / 2, draw, expected - draw / 2))
    five = np.zeros(5)
    for i, first in enumerate(games[0]):
        for j, second in enumerate(games[1]):
            five[i + j] += first * second
    return five


WORLDS = [(0.0, 0.0), (0.3, 0.3), (0.0, 0.8)]  # (draws, colour)


# ------------------------------------------------------------------------------------------ one match


@pytest.mark.parametrize(("score", "elo"), [(0.5, 0.0), (0.75, 190.8485), (0.6, 70.4365), (10 / 11, 400.0)])
def test_elo_of_a_score_is_the_logistic_closed_form(score: float, elo: float) -> None:
    assert elo_from_score(score) == pytest.approx(elo, abs=1e-3)
    assert elo_from_score(1 - score) == pytest.approx(-elo, abs=1e-3)
    assert score_from_elo(elo) == pytest.approx(score, abs=1e-6)


def test_elo_of_an_impossible_score_is_refused() -> None:
    with pytest.raises(OptionError, match="0 to 1"):
        elo_from_score(1.2)
    assert elo_from_score(1.0) == math.inf


def test_pair_points_become_five_counts() -> None:
    assert pentanomial_of([0, 0.5, 1, 1, 1.5, 2, 2, 2]) == (1, 1, 2, 1, 3)


def test_interval_of_many_pairs_is_the_one_computed_by_hand() -> None:
    # 100, 0, 200, 0, 300 pairs: mean 2/3; variance 100·4/9 + 200·1/36 + 300·1/9 over 600 = 0.13889 per pair, so the
    # standard error of the mean is 0.015215, which is 0.015215 / (2/9) · 173.718 = 11.894 Elo; 400·log10(2) = 120.41.
    estimate = pair_elo([100, 0, 200, 0, 300])
    assert estimate.elo == pytest.approx(120.41, abs=0.01)
    assert estimate.high - estimate.elo == pytest.approx(1.96 * 11.894, rel=0.005)
    assert estimate.elo - estimate.low == pytest.approx(estimate.high - estimate.elo)


def test_share_and_standard_error_of_pairs_are_those_computed_by_hand() -> None:
    # 4 pairs of 0, 1, 1 and 2 points: mean ½, squared deviations 2 · ¼, and ⅛ of binomial luck; √(0.625 / 4 / 4)
    assert pair_score([1, 0, 2, 0, 1]) == (0.5, pytest.approx(0.19764, abs=1e-5))
    # all points of 5 pairs: as if half a point of 10 were lost, √(0.95 · 0.05 / 2 / 5)
    assert pair_score([0, 0, 0, 0, 5]) == (1.0, pytest.approx(0.06892, abs=1e-5))


def test_pairs_that_split_by_colour_say_more_than_the_same_points_won_and_lost_in_pairs() -> None:
    split, swept = pair_elo([0, 0, 100, 0, 0]), pair_elo([50, 0, 0, 0, 50])
    assert split.elo == swept.elo == 0
    assert split.high < swept.high / 5


def test_the_view_of_the_other_player_is_the_mirror_image() -> None:
    one, two = pair_elo([3, 1, 7, 4, 9]), pair_elo([9, 4, 7, 1, 3])
    assert (one.elo, one.low, one.high) == pytest.approx((-two.elo, -two.high, -two.low))


def test_no_games_say_nothing() -> None:
    estimate = pair_elo([0, 0, 0, 0, 0])
    assert (estimate.elo, estimate.low, estimate.high) == (0, -math.inf, math.inf)
    assert estimate.as_json() == {"elo": 0.0, "low": None, "high": None}
    assert str(estimate) == "unknown"


def test_one_pair_is_never_certain() -> None:
    for at in range(5):
        estimate = pair_elo([int(i == at) for i in range(5)])
        assert math.isfinite(estimate.low)
        assert math.isfinite(estimate.high)
        assert estimate.high - estimate.low > 800


def test_winning_every_game_has_a_finite_estimate_that_grows_with_the_number() -> None:
    few, many = pair_elo([0, 0, 0, 0, 10]), pair_elo([0, 0, 0, 0, 1000])
    # 20 wins of 20: the exact binomial (Clopper–Pearson) 95 % bound is a score of 0.832, +277 Elo; no method should
    # claim much more than that from pairs
    assert 0 < few.low < 300 < few.elo < few.high < 2000
    assert few.low < many.low
    assert few.elo < many.elo < 2000


def test_counts_that_are_not_counts_are_refused() -> None:
    for bad in ([1, 2, 3], [1, 2, 3, 4, -1]):
        with pytest.raises(OptionError, match="pair counts"):
            pair_elo(bad)


@pytest.mark.parametrize(("degrees", "table"), [(2, 4.303), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)])
def test_student_quantiles_match_the_printed_table(degrees: int, table: float) -> None:
    assert student95(degrees) == pytest.approx(table, rel=0.01)


@pytest.mark.parametrize(("draws", "colour"), WORLDS)
@pytest.mark.parametrize("elo", [0, 120])
def test_the_match_interval_covers_the_truth_95_times_in_100(elo: float, draws: float, colour: float) -> None:
    random = np.random.default_rng(20)
    matches = random.multinomial(100, pair_probabilities(score_from_elo(elo), draws, colour), size=2000)
    estimates = [pair_elo(counts) for counts in matches]
    assert 0.93 <= np.mean([e.low <= elo <= e.high for e in estimates]) <= 0.97


# ------------------------------------------------------------------------------------------ SPRT


def test_sprt_bounds_are_walds() -> None:
    assert sprt_bounds(0.05, 0.05) == pytest.approx((-math.log(19), math.log(19)))
    assert sprt_bounds(0.05, 0.10) == pytest.approx((math.log(0.10 / 0.95), math.log(18)))


def test_sprt_ratio_is_the_normal_closed_form() -> None:
    # 10,000 pairs, half 0 and half 2 points and one more sweep: mean ½ + 1/20,002, variance ¼ but for the added pair.
    # s0 = ½, s1 = ½ + d with d = 0.0143872 (10 Elo): LLR = n d (m − ½ − d/2) / v
    n, d = 10_001, score_from_elo(10) - 0.5
    assert d == pytest.approx(0.0143872, abs=1e-6)
    by_hand = n * d * (5001 / n - 0.5 - d / 2) / 0.25
    assert sprt([5000, 0, 0, 0, 5001], 0, 10).llr == pytest.approx(by_hand, rel=1e-3)


def test_sprt_of_swapped_sides_and_hypotheses_is_the_mirror_image() -> None:
    one, two = sprt([5, 9, 30, 14, 8], 0, 20), sprt([8, 14, 30, 9, 5], -20, 0)
    assert one.llr == pytest.approx(-two.llr)


def test_sprt_does_not_decide_on_nothing_or_on_three_lucky_pairs() -> None:
    assert sprt([0, 0, 0, 0, 0]).decision is None
    assert sprt([0, 0, 0, 0, 3], 0, 10).decision is None
    assert sprt([0, 0, 0, 0, 300], 0, 10).decision == "H1"
    assert sprt([300, 0, 0, 0, 0], 0, 10).decision == "H0"


def test_sprt_refuses_hypotheses_in_the_wrong_order_and_impossible_error_rates() -> None:
    with pytest.raises(OptionError, match="below elo1"):
        sprt([1, 0, 0, 0, 0], 10, 10)
    with pytest.raises(OptionError, match="error rates"):
        sprt([1, 0, 0, 0, 0], 0, 10, alpha=0.7)


@pytest.mark.parametrize(("truth", "right"), [(0.0, "H0"), (60.0, "H1")])
def test_sprt_errs_as_rarely_as_promised_and_takes_as_long_as_wald_says(truth: float, right: str) -> None:
    random = np.random.default_rng(int(truth) + 4)
    probabilities = pair_probabilities(score_from_elo(truth), 0.2, 0.3)
    decisions, lengths = [], []
    for _ in range(500):
        counts = np.zeros(5)
        for pair in random.choice(5, p=probabilities, size=5000):
            counts[pair] += 1
            state = sprt(counts, 0, 60)
            if state.decision:
                break
        decisions.append(state.decision)
        lengths.append(counts.sum())
    wrong = np.mean([decision != right for decision in decisions])
    assert wrong <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / 500)
    assert wrong > 0.005  # far fewer errors would mean that it plays far too long
    # Wald: the mean length is (1 − 2α) log 19 / (d² / 2v), from the variance of this world
    scores = np.arange(5) / 4
    variance = probabilities @ scores**2 - (probabilities @ scores) ** 2
    drift = (score_from_elo(60) - 0.5) ** 2 / (2 * variance)
    assert np.mean(lengths) == pytest.approx(0.9 * math.log(19) / drift, rel=0.2)


# ------------------------------------------------------------------------------------------ leagues


def test_two_players_get_the_closed_form() -> None:
    high, low = bradley_terry({("a", "b"): [10, 0, 30, 0, 60]}, prior_draws=0)  # 75 %
    assert (high.player, low.player) == ("a", "b")
    assert high.elo - low.elo == pytest.approx(190.8485, abs=1e-3)
    assert high.elo + low.elo == pytest.approx(0, abs=1e-6)
    assert (high.games, high.score, low.score) == (200, 0.75, 0.25)


def test_scores_made_from_strengths_one_two_four_give_those_strengths_back() -> None:
    # b beats a 2 : 1, c beats b 2 : 1, c beats a 4 : 1; log ratios of 2 are 120.412 Elo
    results = {("a", "b"): [40, 0, 0, 0, 20], ("b", "c"): [40, 0, 0, 0, 20], ("a", "c"): [48, 0, 0, 0, 12]}
    elo = {r.player: r.elo for r in bradley_terry(results, anchor="a", prior_draws=0)}
    assert elo == pytest.approx({"a": 0, "b": 120.412, "c": 240.824}, abs=1e-3)


def test_the_credited_draws_hardly_move_a_real_league() -> None:
    results = {("a", "b"): [40, 0, 0, 0, 20], ("b", "c"): [40, 0, 0, 0, 20], ("a", "c"): [48, 0, 0, 0, 12]}
    plain = {r.player: r.elo for r in bradley_terry(results, prior_draws=0)}
    for rating in bradley_terry(results):
        assert rating.elo == pytest.approx(plain[rating.player], abs=1.0)


def test_perfect_scores_stay_finite_and_unsure() -> None:
    results = {("best", "mid"): [0, 0, 0, 0, 20], ("best", "low"): [0, 0, 0, 0, 20], ("mid", "low"): [0, 0, 0, 0, 20]}
    best, mid, low = bradley_terry(results)
    assert [best.player, mid.player, low.player] == ["best", "mid", "low"]
    for rating in (best, mid, low):
        assert math.isfinite(rating.low)
        assert math.isfinite(rating.high)
        assert 200 < rating.high - rating.low < 4000
    assert 300 < best.elo - mid.elo < 2000


@pytest.mark.parametrize(("players", "pairs"), [(8, 50), (12, 10), (30, 100)])
def test_however_many_players_are_clearly_ordered_they_are_rated(players: int, pairs: int) -> None:
    names = [f"p{n:02}" for n in range(players)]
    results = {(a, b): [0, 0, 0, 0, pairs] for at, a in enumerate(names) for b in names[at + 1 :]}
    ratings = bradley_terry(results)
    assert [rating.player for rating in ratings] == names
    assert all(math.isfinite(rating.low) and math.isfinite(rating.high) for rating in ratings)


def test_without_the_credited_draws_a_perfect_score_is_an_error_that_says_so() -> None:
    with pytest.raises(OptionError, match="won or lost every game"):
        bradley_terry({("a", "b"): [0, 0, 0, 0, 20]}, prior_draws=0)


def test_players_never_joined_by_games_are_rated_apart() -> None:
    results = {
        ("a", "b"): [1, 0, 5, 0, 9],
        ("c", "d"): [1, 0, 5, 0, 9],
        ("b", "e"): [4, 0, 4, 0, 4],
        ("a", "d"): [0] * 5,
    }
    ratings = bradley_terry(results)
    groups = {r.player: r.group for r in ratings}
    assert groups == {"a": 0, "b": 0, "e": 0, "c": 1, "d": 1}
    for group in (0, 1):
        assert sum(r.elo for r in ratings if r.group == group) == pytest.approx(0, abs=1e-6)


def test_a_player_without_games_is_listed_as_unknown() -> None:
    ratings = {r.player: r for r in bradley_terry({("a", "b"): [1, 0, 5, 0, 9], ("a", "c"): [0] * 5})}
    assert (ratings["c"].low, ratings["c"].high, ratings["c"].games) == (-math.inf, math.inf, 0)


def test_anchor_is_exactly_zero_and_must_be_a_player() -> None:
    results = {("a", "b"): [1, 0, 5, 0, 9], ("b", "c"): [4, 0, 4, 0, 4]}
    anchored = {r.player: r for r in bradley_terry(results, anchor="b")}
    assert (anchored["b"].elo, anchored["b"].low, anchored["b"].high) == (0, 0, 0)
    with pytest.raises(OptionError, match="no player 'z'"):
        bradley_terry(results, anchor="z")


def test_nobody_is_rated_against_itself() -> None:
    with pytest.raises(OptionError, match="itself"):
        bradley_terry({("a", "a"): [1, 0, 5, 0, 9]})


@pytest.mark.parametrize(("draws", "colour"), WORLDS)
def test_league_intervals_cover_the_truth_in_93_to_97_of_100_leagues(draws: float, colour: float) -> None:
    random = np.random.default_rng(7)
    truth = dict(zip("abcdef", (-220.0, -120.0, -10.0, 50.0, 100.0, 200.0), strict=True))  # average 0
    pairings = [(a, b) for a in truth for b in truth if a < b]
    leagues = {
        (a, b): random.multinomial(
            20, pair_probabilities(score_from_elo(truth[a] - truth[b]), draws, colour), size=1000
        )
        for a, b in pairings
    }
    covered = dict.fromkeys(truth, 0)
    for league in range(1000):
        for rating in bradley_terry({pairing: leagues[pairing][league] for pairing in pairings}):
            covered[rating.player] += rating.low <= truth[rating.player] <= rating.high
    assert 0.93 <= sum(covered.values()) / 6000 <= 0.97
    assert all(0.93 <= hits / 1000 <= 0.98 for hits in covered.values())


def test_intervals_hold_where_most_pairings_end_in_a_perfect_score() -> None:
    random = np.random.default_rng(3)
    truth = dict(zip("abcdefgh", np.linspace(-800, 800, 8), strict=True))
    covered = 0
    for _ in range(300):
        results = {
            (a, b): random.multinomial(4, pair_probabilities(score_from_elo(truth[a] - truth[b]), 0.0, 0.0))
            for a in truth
            for b in truth
            if a < b
        }
        covered += sum(rating.low <= truth[rating.player] <= rating.high for rating in bradley_terry(results))
    assert 0.93 <= covered / 2400 <= 0.985


def test_intervals_hold_where_each_two_near_each_other_meet_once() -> None:
    """As on a ladder: half of the pairings of one pair each end in a perfect score."""
    random = np.random.default_rng(5)
    truth = {f"{n:02}": elo for n, elo in enumerate(np.linspace(-250, 250, 40))}
    near = [(a, b) for a in truth for b in truth if 0 < int(b) - int(a) <= 14]
    covered = 0
    for _ in range(40):
        results = {
            (a, b): random.multinomial(1, pair_probabilities(score_from_elo(truth[a] - truth[b]), 0.05, 0.0))
            for a, b in near
        }
        covered += sum(rating.low <= truth[rating.player] <= rating.high for rating in bradley_terry(results))
    assert 0.93 <= covered / 1600 <= 0.98


def test_an_elo_that_rounds_to_nothing_has_no_minus_sign() -> None:
    assert [elo_text(elo) for elo in (-0.3, 0.0, 0.4, -0.6, 12.5)] == ["+0", "+0", "+0", "-1", "+12"]
    assert str(Estimate(-0.2, -0.4, 7.0)) == "+0 [+0, +7]"
