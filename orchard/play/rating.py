"""How strong, and how sure: Elo from pairs of games, and Bradley–Terry ratings of a league. Pure numpy.

Two games from one opening with colours swapped are a *pair*, the unit of all counting here: its games are not
independent (an opening that favours black favours both players once), its total is. A pair scores 0, ½, 1, 1½ or
2 points for the first player, so pairs add up to five counts, the *pentanomial*.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from orchard.core.errors import OptionError

ELO_PER_LOGIT = 400 / math.log(10)
Z95 = 1.959963984540054  # 95 % of a normal distribution lie within this number of standard deviations
PAIR_SCORES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])  # points of a pair, per game and point
PRIOR_DRAWS = 0.5  # games
KNOWN_SPREAD = 5  # what the model knows of how far results of a player spread, in pairs of games: docs/ARENA.md
ENDLESS = 18.0  # without a prior, natural strengths beyond this (3,100 Elo) are on their way to infinity

Pentanomial = Sequence[float]
Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Estimate:
    """An Elo difference with its 95 % interval. Without any games the interval is everything."""

    elo: float
    low: float
    high: float

    def as_json(self) -> dict[str, float | None]:
        return {key: round(value, 2) if math.isfinite(value) else None for key, value in asdict(self).items()}

    def __str__(self) -> str:
        if not math.isfinite(self.high - self.low):
            return "unknown"
        return f"{elo_text(self.elo)} [{elo_text(self.low)}, {elo_text(self.high)}]"


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's place in a league. Ratings compare only within one `group` of players joined by games."""

    player: str
    elo: float
    low: float
    high: float
    games: int
    score: float  # points per game, a draw is half a point
    group: int = 0

    @property
    def estimate(self) -> Estimate:
        return Estimate(self.elo, self.low, self.high)


def elo_text(elo: float) -> str:
    """'+12', '-3', and '+0' for what rounds to nothing from either side."""
    text = f"{elo:+.0f}"
    return "+0" if text == "-0" else text


def elo_from_score(score: float) -> float:
    """The Elo difference at which the expected score is `score`: 400·log10(s / (1 − s)); ±∞ at 1 and 0."""
    if not 0 <= score <= 1:
        raise OptionError(f"score {score} is out of range: 0 to 1 points a game")
    if score in (0, 1):
        return math.inf if score else -math.inf
    return 400 * math.log10(score / (1 - score))


def score_from_elo(elo: float) -> float:
    """The expected score of the side that is `elo` stronger: 1 / (1 + 10^(−elo/400))."""
    return 1 / (1 + 10 ** (-elo / 400))


def checked(pentanomial: Pentanomial) -> Array:
    counts = np.asarray(pentanomial, dtype=float)
    if counts.shape != (5,) or not np.all(counts >= 0):
        raise OptionError(f"pair counts {list(pentanomial)} are not five numbers of 0 or more")
    return counts


def pentanomial_of(pair_points: Iterable[float]) -> tuple[int, ...]:
    """The five counts of pairs that scored 0, 0.5, 1, 1.5 and 2 points."""
    counts = [0] * 5
    for points in pair_points:
        counts[round(2 * points)] += 1
    return tuple(counts)


def student95(degrees: float) -> float:
    """The two-sided 95 % point of Student's t (Hill's expansion; within 1 % from two degrees of freedom on)."""
    z, n = Z95, degrees
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / n ** (power + 1) for power, term in enumerate(terms))


def pair_score(pentanomial: Pentanomial) -> tuple[float, float]:
    """The first player's points per game, and their standard error from the variance between pairs.

    With n pairs of mean score m per game and squared deviations S, the variance of one pair is taken as
    (S + b) / n, where b = m(1 − m)/2 is that of two independent games: the sample variance with one pair of
    binomial luck added, so that one pair, or pairs that all ended alike, do not look certain. Where all points were
    won or lost, half a point counts as if it had been given away, with the binomial variance.
    """
    counts = checked(pentanomial)
    n = float(counts.sum())
    if n == 0:
        return 0.5, math.inf
    mean = float(counts @ PAIR_SCORES) / n
    if mean in (0, 1):
        return mean, math.sqrt(_binomial(_inside(mean, n)) / n)
    spread = float(counts @ (PAIR_SCORES - mean) ** 2)
    return mean, math.sqrt((spread + _binomial(mean)) / n / n)


def _inside(mean: float, pairs: float) -> float:
    """A score that has a finite Elo: half a point less where all were won, or more where all were lost."""
    return abs(mean - 1 / (4 * pairs)) if mean in (0, 1) else mean


def _binomial(mean: float) -> float:
    """The variance of the mean of two independent games."""
    return mean * (1 - mean) / 2


def pair_elo(pentanomial: Pentanomial) -> Estimate:
    """The first player's Elo advantage with a 95 % interval: that of `pair_score` on the logistic scale, where it is
    symmetric and finite."""
    n = float(checked(pentanomial).sum())
    if n == 0:
        return Estimate(0.0, -math.inf, math.inf)
    score, error = pair_score(pentanomial)
    mean = _inside(score, n)
    elo, margin = elo_from_score(mean), student95(n) * error / (mean * (1 - mean)) * ELO_PER_LOGIT
    return Estimate(elo, elo - margin, elo + margin)


# ------------------------------------------------------------------------------------------ leagues


def bradley_terry(
    results: Mapping[tuple[str, str], Pentanomial], anchor: str | None = None, prior_draws: float = PRIOR_DRAWS
) -> list[Rating]:
    """Ratings of all players at once, best first, with 95 % intervals.

    `results` maps (a, b) to the pair counts of a against b. The model is P(a beats b) = σ(rₐ − r_b) on the natural
    scale, a draw counting as half a win. Besides its games every player is credited with `prior_draws` drawn games
    against an average opponent: too little to matter in a real league, but it keeps a perfect score finite. With 0
    it is plain maximum likelihood.

    Intervals are H⁻¹ V H⁻¹ ("sandwich"), H being the Fisher information and V the variance that the pairs really
    showed, so draws and pairing are paid for as they occur. Ratings average 0 in each connected group of players,
    or 0 is the rating of `anchor`; an interval is that of the difference to this zero.
    """
    names = sorted({name for pairing in results for name in pairing})
    if anchor is not None and anchor not in names:
        raise OptionError(f"no player {anchor!r} to anchor at; there are {', '.join(names)}")
    tables = {pairing: checked(counts) for pairing, counts in results.items()}
    for a, b in tables:
        if a == b:
            raise OptionError(f"{a!r} cannot be rated against itself")
    ratings: list[Rating] = []
    for number, group in enumerate(_groups(names, tables)):
        ratings += _rate_group(group, number, tables, anchor if anchor in group else None, prior_draws)
    return sorted(ratings, key=lambda rating: (rating.group, -rating.elo, rating.player))


def _groups(names: Sequence[str], tables: Mapping[tuple[str, str], Array]) -> list[list[str]]:
    """Players joined by games, largest group first."""
    group_of = {name: {name} for name in names}
    for (a, b), counts in tables.items():
        if counts.sum() and group_of[a] is not group_of[b]:
            joined = group_of[a] | group_of[b]
            for name in joined:
                group_of[name] = joined
    groups = {id(group): sorted(group) for group in group_of.values()}
    return sorted(groups.values(), key=lambda group: (-len(group), group))


def _rate_group(
    names: list[str], number: int, tables: Mapping[tuple[str, str], Array], anchor: str | None, prior_draws: float
) -> list[Rating]:
    index = {name: at for at, name in enumerate(names)}
    played = [(index[a], index[b], c) for (a, b), c in tables.items() if c.sum() and a in index and b in index]
    games, points = np.zeros(len(names)), np.zeros(len(names))
    for a, b, counts in played:
        pairs, gained = counts.sum(), 2 * float(counts @ PAIR_SCORES)
        games[[a, b]] += 2 * pairs
        points[a] += gained
        points[b] += 2 * pairs - gained
    if not played:
        return [Rating(name, 0.0, -math.inf, math.inf, 0, 0.0, number) for name in names]
    table = np.array([counts for _, _, counts in played])  # [pairings, 5]
    pairings = Pairings(np.array([a for a, _, _ in played]), np.array([b for _, b, _ in played]), len(names))
    strength = _newton(pairings, table, prior_draws)
    expected, information = _model(pairings, table, strength, prior_draws)
    inverse = np.linalg.inv(information) if prior_draws else np.linalg.pinv(information, hermitian=True)
    inside = pairings.matrix(_pairing_variance(table, expected, len(names)))
    covariance = inverse @ inside @ inverse
    zero = np.full(len(names), 1 / len(names)) if anchor is None else np.eye(len(names))[index[anchor]]
    elo = (strength - zero @ strength) * ELO_PER_LOGIT
    to_zero = covariance @ zero
    variance = np.diag(covariance) - 2 * to_zero + zero @ to_zero  # of the difference to it
    error = np.sqrt(np.maximum(0, variance)) * ELO_PER_LOGIT
    most = max(1.0, float(table.sum()) - len(names) + 1)  # degrees of freedom of all games together
    margin = error * [student95(min(most, pairs + KNOWN_SPREAD)) for pairs in games / 2]
    return [
        Rating(name, value, value - off, value + off, int(games[at]), float(points[at] / games[at]), number)
        for at, (name, value, off) in enumerate(zip(names, elo.tolist(), margin.tolist(), strict=True))
    ]


@dataclass(frozen=True, slots=True)
class Pairings:
    """Who meets whom, as places: the matrix D with +1 for the first and −1 for the second player of each row, which for
    a thousand players would not fit into memory."""

    first: Array
    second: Array
    size: int

    def difference(self, strength: Array) -> Array:
        """D s."""
        return np.asarray(strength[self.first] - strength[self.second])

    def total(self, of_pairing: Array) -> Array:
        """Dᵀ x."""
        gained = np.bincount(self.first, of_pairing, self.size)
        return np.asarray(gained - np.bincount(self.second, of_pairing, self.size))

    def matrix(self, weight: Array) -> Array:
        """Dᵀ diag(w) D."""
        both = np.bincount(self.first * self.size + self.second, weight, self.size**2).reshape(self.size, self.size)
        both = both + both.T
        return np.asarray(np.diag(both.sum(axis=1)) - both)


def _model(pairings: Pairings, table: Array, strength: Array, prior_draws: float) -> tuple[Array, Array]:
    """Each pairing's expected score of the first player, and the Fisher information of all strengths."""
    expected = 1 / (1 + np.exp(-pairings.difference(strength)))
    weight = 2 * table.sum(axis=1) * expected * (1 - expected)
    prior = 1 / (1 + np.exp(-strength))
    information = pairings.matrix(weight) + np.diag(prior_draws * prior * (1 - prior))
    return expected, information


def _newton(pairings: Pairings, table: Array, prior_draws: float) -> Array:
    """Natural strengths, average 0, where the likelihood is highest: every player's points are as expected."""
    strength = np.zeros(pairings.size)
    points = 2 * table @ PAIR_SCORES
    for _ in range(200):
        expected, information = _model(pairings, table, strength, prior_draws)
        prior_pull = prior_draws * (0.5 - 1 / (1 + np.exp(-strength)))
        gradient = pairings.total(points - 2 * table.sum(axis=1) * expected) + prior_pull
        if prior_draws:
            step = np.linalg.solve(information, gradient)
        else:  # only differences count: of all answers the one with average 0
            step = np.linalg.pinv(information, hermitian=True) @ gradient
        largest = np.abs(step).max()
        strength += step * min(1.0, 1.0 / max(largest, 1e-300))  # short steps: the likelihood is flat far out
        if not prior_draws and np.abs(strength).max() > ENDLESS:
            break
        if largest < 1e-9:
            return strength
    raise OptionError("no finite ratings: someone won or lost every game; use a prior above 0")


def _pairing_variance(table: Array, expected: Array, players: int) -> Array:
    """The variance of each pairing's total points: what the pairs showed, with the caution of `pair_elo`.

    The ratings were fitted to the residuals, which are therefore too small; n / (n − freedom) corrects that.
    The added pair of binomial luck is one for each player, spread over its pairings. A pairing whose points all went to
    one side has at least the binomial variance: there the fit may leave nothing over.
    """
    pairs = table.sum(axis=1)
    binomial = 2 * expected * (1 - expected)  # points² of one pair of independent games
    spread = (table * (2 * PAIR_SCORES[None, :] - 2 * expected[:, None]) ** 2).sum(axis=1)
    total = float(pairs.sum())
    fitted = total / (total - (players - 1)) if total > 2 * (players - 1) else 2.0
    mean = table @ PAIR_SCORES / pairs
    perfect = (mean == 0) | (mean == 1)
    shown = spread * fitted + binomial * players / (2 * len(table))
    return np.asarray(np.where(perfect, np.maximum(shown, pairs * binomial), shown))
