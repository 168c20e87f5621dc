"""Glicko-2 against Glickman's own example, and against users whose strength is known (RATED_RUNS=1000 for more)."""

from __future__ import annotations

import os
import random
from collections.abc import Callable

import pytest

import orchard
from orchard.study.attempts import fitting_opponent, level_strength
from orchard.study.glicko import START, START_DEVIATION, Result, Strength, after, expected


def test_the_example_of_glickmans_paper() -> None:
    """ "Example of the Glicko-2 system", 2013: rating 1464.06, deviation 151.52, volatility 0.05999."""
    results = [
        Result(Strength(1400, 30), 1),
        Result(Strength(1550, 100), 0),
        Result(Strength(1700, 300), 0),
    ]
    player = Strength(1500, 200, 0.06)
    assert [round(expected(player, result.opponent), 3) for result in results] == [0.639, 0.432, 0.303]
    new = after(player, results)
    assert new.rating == pytest.approx(1464.06, abs=0.02)
    assert new.deviation == pytest.approx(151.52, abs=0.01)
    assert new.volatility == pytest.approx(0.05999, abs=0.00001)


def test_who_does_not_play_becomes_less_certain_but_not_without_end() -> None:
    later = after(Strength(1500, 200, 0.06), [])
    assert later.rating == 1500
    assert later.deviation == pytest.approx(200.27, abs=0.01)  # step 6 of the paper: the root of 1.1513² + 0.06²
    assert after(Strength(1500, 350, 0.06), []).deviation == 350


def test_surprising_results_raise_the_volatility() -> None:
    weak = Strength(1500, 60, 0.06)
    assert after(weak, [Result(Strength(2200, 30), 1)] * 5).volatility > weak.volatility


def a_puzzle(user: Strength, dice: random.Random) -> Strength:
    """Near the rating so far."""
    return Strength(user.rating + dice.gauss(0, 80), 60)


def a_level(user: Strength, dice: random.Random) -> Strength:
    """As "Play me at my strength" chooses it."""
    game = orchard.game("reversi")
    fits = fitting_opponent(game, user)
    return level_strength(game, fits.stronger if dice.random() < fits.share else fits.weaker)


@pytest.mark.parametrize(("against", "runs"), [(a_puzzle, 1000), (a_level, int(os.environ.get("RATED_RUNS", "300")))])
def test_the_interval_covers_users_of_known_strength(
    against: Callable[[Strength, random.Random], Strength], runs: int
) -> None:
    """After 30 puzzles or rated games the truth lies in the 95 % interval in 93 to 97 % of the runs."""
    dice, covered, widths, near = random.Random(2026), 0, 0.0, 0
    for _ in range(runs):
        truth, user = dice.gauss(START, START_DEVIATION), Strength()
        for _ in range(30):
            opponent = against(user, dice)
            hardness = dice.gauss(opponent.rating, opponent.deviation)
            solved = dice.random() < 1 / (1 + 10 ** ((hardness - truth) / 400))
            user = after(user, [Result(opponent, float(solved))])
        low, high = user.interval
        covered += low <= truth <= high
        widths += (high - low) / 2 / runs
        near += abs(user.rating - truth) <= 150
    assert 0.93 * runs <= covered <= 0.97 * runs
    assert widths <= 150
    assert near >= 0.93 * runs
