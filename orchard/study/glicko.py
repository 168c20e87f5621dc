"""Ratings with their uncertainty: Glicko-2, after Mark Glickman, "Example of the Glicko-2 system" (2013).

Ratings are on the scale of the levels (Elo above level 1), which has the same unit as Glickman's; where 0 lies does not
matter to the formulas.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

SCALE = 173.7178  # rating points in one unit of the formulas
START, START_DEVIATION, START_VOLATILITY = 800.0, 350.0, 0.06
LARGEST_DEVIATION = 350.0
TAU = 0.5  # how much the volatility may change
CLOSE_ENOUGH = 1e-6
Z95 = 1.959964


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating, its standard deviation and how erratic it has been."""

    rating: float = START
    deviation: float = START_DEVIATION
    volatility: float = START_VOLATILITY

    @property
    def interval(self) -> tuple[float, float]:
        """95 %."""
        return self.rating - Z95 * self.deviation, self.rating + Z95 * self.deviation


@dataclass(frozen=True, slots=True)
class Result:
    """A game against an opponent, or a puzzle: 1 won or solved, 0.5 a draw, 0 lost."""

    opponent: Strength
    score: float


def _g(deviation: float) -> float:
    return 1 / math.sqrt(1 + 3 * (deviation / SCALE) ** 2 / math.pi**2)


def expected(player: Strength, opponent: Strength) -> float:
    """The score that a player may expect."""
    return 1 / (1 + math.exp(-_g(opponent.deviation) * (player.rating - opponent.rating) / SCALE))


def after(player: Strength, results: Sequence[Result]) -> Strength:
    """The strength after the results of one rating period; without results it only becomes less certain."""
    spread = player.deviation / SCALE
    if not results:
        grown = SCALE * math.hypot(spread, player.volatility)
        return Strength(player.rating, min(grown, LARGEST_DEVIATION), player.volatility)
    weights = [_g(result.opponent.deviation) for result in results]
    chances = [expected(player, result.opponent) for result in results]
    variance = 1 / sum(g**2 * e * (1 - e) for g, e in zip(weights, chances, strict=True))
    gained = sum(g * (result.score - e) for g, result, e in zip(weights, results, chances, strict=True))
    volatility = _volatility(spread, player.volatility, variance, variance * gained)
    before = spread**2 + volatility**2
    new_spread = 1 / math.sqrt(1 / before + 1 / variance)
    return Strength(player.rating + SCALE * new_spread**2 * gained, SCALE * new_spread, volatility)


def _volatility(spread: float, volatility: float, variance: float, delta: float) -> float:
    """Step 5 of the paper: the Illinois form of regula falsi."""
    a = math.log(volatility**2)

    def f(x: float) -> float:
        e = math.exp(x)
        total = spread**2 + variance + e
        return e * (delta**2 - total) / (2 * total**2) - (x - a) / TAU**2

    low = a
    if delta**2 > spread**2 + variance:
        high = math.log(delta**2 - spread**2 - variance)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        high = a - k * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CLOSE_ENOUGH:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
