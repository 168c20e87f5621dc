"""When the evidence is enough: a sequential probability ratio test on pairs of games. Pure numpy.

Generalised SPRT on the pentanomial, in the normal approximation: with n pairs of mean score m and variance v per
pair, the log likelihood ratio of "the score is s₁" against "the score is s₀" is

    LLR = n (s₁ − s₀) (2m − s₀ − s₁) / (2v)

The test stops when LLR leaves (log β/(1 − α), log (1 − β)/α); α and β then bound the rates of wrong answers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from orchard.core.errors import OptionError
from orchard.play.rating import PAIR_SCORES, Pentanomial, checked, score_from_elo

if TYPE_CHECKING:
    from orchard.play.tally import Tally

PAIR_POINTS = [0, 0.5, 1, 1.5, 2]


@dataclass(frozen=True, slots=True)
class SprtState:
    """Where a test stands. `decision` is "H1" (at least elo1 stronger is right), "H0" or None: play on."""

    llr: float
    lower: float
    upper: float
    decision: Literal["H0", "H1"] | None

    def as_json(self) -> dict[str, Any]:
        return {"llr": round(self.llr, 4), "lower": self.lower, "upper": self.upper, "decision": self.decision}


def sprt_bounds(alpha: float, beta: float) -> tuple[float, float]:
    """Wald's bounds for the log likelihood ratio."""
    if not (0 < alpha < 0.5 and 0 < beta < 0.5):
        raise OptionError(f"alpha={alpha} and beta={beta} are error rates: above 0 and below 0.5")
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def sprt(
    pentanomial: Pentanomial, elo0: float = 0.0, elo1: float = 10.0, alpha: float = 0.05, beta: float = 0.05
) -> SprtState:
    """Whether pairs so far say "elo0" (H0) or "elo1" (H1), or nothing yet.

    One pair with the variance of two independent games between the hypotheses is added to the variance, so that
    a few pairs that all ended alike decide nothing.
    """
    if not elo0 < elo1:
        raise OptionError(f"elo0={elo0:g} must be below elo1={elo1:g}")
    lower, upper = sprt_bounds(alpha, beta)
    counts = checked(pentanomial)
    n = float(counts.sum())
    if n == 0:
        return SprtState(0.0, lower, upper, None)
    score0, score1 = score_from_elo(elo0), score_from_elo(elo1)
    middle = (score0 + score1) / 2
    mean = float(counts @ PAIR_SCORES) / n
    variance = (float(counts @ (PAIR_SCORES - mean) ** 2) + middle * (1 - middle) / 2) / n
    llr = n * (score1 - score0) * (mean - middle) / variance
    return SprtState(llr, lower, upper, "H1" if llr >= upper else "H0" if llr <= lower else None)


@dataclass
class SequentialTest:
    """A test while games come in; it looks at pairs in the order of their numbers."""

    hypotheses: dict[str, float]  # elo0, elo1, alpha, beta
    counts: list[int] = field(default_factory=lambda: [0] * 5)  # pairs with 0, ½, 1, 1½, 2 points

    def __post_init__(self) -> None:
        _ = self.state  # refuses hypotheses that make no sense before a game is played

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    @property
    def state(self) -> SprtState:
        return sprt(self.counts, **self.hypotheses)

    def decided(self, tally: Tally) -> bool:
        """Count the pairs that are new, one by one, until the evidence is enough."""
        for points in tally.pair_points()[self.pairs :]:
            self.counts[PAIR_POINTS.index(points)] += 1
            if self.state.decision:
                return True
        return False
