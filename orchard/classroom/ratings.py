"""Ratings of a class: many players, few games each, opponents chosen by what the ratings were.

The model is that of `play/rating.py`, P(a beats b) = σ(rₐ − r_b), but here strengths are drawn from a normal
distribution whose width is learned from the games: every width counts as much as it makes them likely. Where a player's
own games say little, the rating stays near the middle of the class. Without that, who was lucky at first is paired with
others who were lucky, and with a few pairs each the ratings of a class lie half as far apart again as they should
(docs/lab/class.md).

What is known of the strengths after the games does not depend on how opponents were chosen, since that was chosen by
earlier games only. Players whom no games join can be compared, too, if not by much.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from orchard.play.rating import ELO_PER_LOGIT, PAIR_SCORES, Z95, Pairings, Pentanomial, Rating, checked

USUAL_SPREAD = 200 / ELO_PER_LOGIT  # of the strengths of a class, on the natural scale, before any game
SPREAD_DOUBT = 0.8  # the standard deviation of its logarithm
SPREADS = np.geomspace(0.1, 6.0, 16)  # those that are tried
NEGLECTED = 0.01  # spreads that are less likely than this
MOST_STEPS = 200  # of Newton's method; ten or so are usual
AVERAGED = 6  # rounds, after which nothing changes by a tenth of an Elo
Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class _Games:
    """All pairs of games of a class. `luck` is how far pairs spread beside two independent games, as a variance."""

    pairings: Pairings
    points: Array  # of the first player of each pairing
    games: Array
    luck: float = 1.0

    def expected(self, strength: Array) -> Array:
        return np.asarray(1 / (1 + np.exp(-self.pairings.difference(strength))))

    def information(self, strength: Array) -> Array:
        expected = self.expected(strength)
        return self.pairings.matrix(self.games * expected * (1 - expected) / self.luck)

    def gradient(self, strength: Array) -> Array:
        return self.pairings.total(self.points - self.games * self.expected(strength)) / self.luck

    def of_players(self, of_first: Array, of_second: Array) -> Array:
        """The sum for each player of what the first and the second of each pairing have."""
        size = self.pairings.size
        return np.bincount(self.pairings.first, of_first, size) + np.bincount(self.pairings.second, of_second, size)

    def log_likelihood(self, strength: Array) -> float:
        ahead = self.pairings.difference(strength)
        won, lost = np.logaddexp(0, -ahead), np.logaddexp(0, ahead)
        return -float((self.points * won + (self.games - self.points) * lost).sum()) / self.luck


@dataclass(frozen=True, slots=True)
class _Fit:
    """The likeliest strengths of a class of some spread."""

    strength: Array
    precision: float  # of the strengths of a class of this spread
    information: Array  # that of the games, and the precision
    evidence: float  # the logarithm of how likely the games are at this spread, up to a constant (Laplace)


def class_ratings(results: Mapping[tuple[str, str], Pentanomial]) -> list[Rating]:
    """Ratings of all players with 95 % intervals, best first, 0 on average. `results` maps (a, b) to the pair counts
    of a against b."""
    played = {pairing: checked(counts) for pairing, counts in results.items() if any(counts)}
    if not played:
        return []
    names = sorted({name for pairing in played for name in pairing})
    place = {name: at for at, name in enumerate(names)}
    first, second = (np.array([place[pairing[side]] for pairing in played]) for side in (0, 1))
    table = np.array(list(played.values()))
    games = _Games(Pairings(first, second, len(names)), 2 * table @ PAIR_SCORES, 2 * table.sum(axis=1))
    likeliest = max(_fits(games), key=lambda fit: fit.evidence)
    games = replace(games, luck=_luck(table, games, likeliest))
    strength, covariance = _over_all_spreads(games)
    middle = np.full(len(names), 1 / len(names))
    to_middle = covariance @ middle
    variance = np.diag(covariance) - 2 * to_middle + middle @ to_middle
    elo = (strength - middle @ strength) * ELO_PER_LOGIT
    margin = Z95 * ELO_PER_LOGIT * np.sqrt(variance)
    points, many = (
        games.of_players(games.points, games.games - games.points),
        games.of_players(games.games, games.games),
    )
    columns = (values.tolist() for values in (elo, elo - margin, elo + margin, many.astype(int), points / many))
    ratings = [Rating(*row) for row in zip(names, *columns, strict=True)]
    return sorted(ratings, key=lambda rating: (-rating.elo, rating.player))


def _fits(games: _Games) -> list[_Fit]:
    """One for each spread."""
    fits: list[_Fit] = []
    for spread in SPREADS:
        fits.append(_fit(games, math.log(spread), fits[-1].strength if fits else None))
    return fits


def _over_all_spreads(games: _Games) -> tuple[Array, Array]:
    """The mean and the covariance of the strengths, each spread weighing by how likely it is."""
    fits = _fits(games)
    weight = np.exp(np.array([fit.evidence for fit in fits]) - max(fit.evidence for fit in fits))
    weight[weight < NEGLECTED] = 0
    parts = [(share, *_averaged(games, fit)) for share, fit in zip(weight / weight.sum(), fits, strict=True) if share]
    mean = sum(share * strength for share, strength, _ in parts)
    within = sum(share * covariance for share, _, covariance in parts)
    between = sum(share * np.outer(strength - mean, strength - mean) for share, strength, _ in parts)
    return np.asarray(mean), np.asarray(within + between)


def _fit(games: _Games, log_spread: float, start: Array | None = None) -> _Fit:
    """Newton's method; the logarithm of the likelihood is concave."""
    size = games.pairings.size
    precision = math.exp(-2 * log_spread)
    strength = np.zeros(size) if start is None else start.copy()
    prior = precision * np.eye(size)
    for _ in range(MOST_STEPS):
        information = games.information(strength) + prior
        step = np.linalg.solve(information, games.gradient(strength) - precision * strength)
        largest = np.abs(step).max()
        strength += step * min(1.0, 1.0 / max(largest, 1e-300))  # short steps: the likelihood is flat far out
        if largest < 1e-6:
            break
    information = games.information(strength) + prior
    evidence = games.log_likelihood(strength) - precision * float(strength @ strength) / 2 - size * log_spread
    evidence -= float(np.linalg.slogdet(information)[1]) / 2
    evidence -= ((log_spread - math.log(USUAL_SPREAD)) / SPREAD_DOUBT) ** 2 / 2
    return _Fit(strength, precision, information, evidence)


def _averaged(games: _Games, fit: _Fit) -> tuple[Array, Array]:
    """The mean and the covariance of the strengths, which are not quite those of the likeliest ones: what is left of
    the doubt is skewed towards the ends of the class. Found is the normal distribution nearest to it, in which results
    are expected as in MacKay's approximation, σ(Δ / √(1 + π v / 8)) for a difference Δ of variance v."""
    strength: Array = fit.strength
    covariance: Array = np.linalg.inv(fit.information)
    first, second = games.pairings.first, games.pairings.second
    for _ in range(AVERAGED):
        spread = np.diag(covariance)
        doubt = spread[first] + spread[second] - 2 * covariance[first, second]
        narrowed = 1 / np.sqrt(1 + math.pi * doubt / 8)
        expected = 1 / (1 + np.exp(-narrowed * games.pairings.difference(strength)))
        weight = games.games * narrowed * expected * (1 - expected) / games.luck
        covariance = np.linalg.inv(games.pairings.matrix(weight) + fit.precision * np.eye(len(strength)))
        gradient = games.pairings.total(games.points - games.games * expected) / games.luck
        strength = strength + covariance @ (gradient - fit.precision * strength)
    return strength, covariance


def _luck(table: Array, games: _Games, fit: _Fit) -> float:
    """How far pairs spread around what is expected, 1 being two independent games, 2 where both games of a pair always
    end alike. Corrected for the fit, which follows the games. Less than 1, as with many draws, is not believed."""
    expected, pairs = games.expected(fit.strength), table.sum(axis=1)
    binomial = float((2 * expected * (1 - expected) * pairs).sum())  # points² of independent games
    shown = float((table * (2 * PAIR_SCORES[None, :] - 2 * expected[:, None]) ** 2).sum())
    followed = float(np.trace(np.linalg.solve(fit.information, games.information(fit.strength))))
    free = max(pairs.sum() - followed, pairs.sum() / 4)
    return max(1.0, float(shown / binomial * pairs.sum() / free))
