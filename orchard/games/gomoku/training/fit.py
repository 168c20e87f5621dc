"""Weights from games, by logistic regression.

**Worth.** Quiet positions (nobody has a four to play out or to answer) against how the game ended, mixed with what the
search thought. A position's logit is a sum: each empty point adds one weight for its profile by the side to move and
takes one off for its profile by the other; one weight is for the threats of both sides together (`standing`), one for
the number of stones. **Policy.** The move that the search chose against all empty points: a softmax over the sum of two
weights a point. Both are pulled towards the initial weights, so that what was hardly seen keeps a sensible weight.
"""

# mypy: disable-error-code="no-untyped-call"
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from orchard.core.course import Array, Columns, Findings, Fitted, Progress
from orchard.games.gomoku.evaluate import shapes
from orchard.games.gomoku.evaluate.shape_board import ShapeBoard
from orchard.games.gomoku.evaluate.worth import Weights, first_guess, profiles_of, weights
from orchard.games.gomoku.search.quick_results import BELIEVED
from orchard.games.gomoku.training.learning import Parts, blame, sums
from orchard.games.gomoku.training.settings import HELD_OUT, GomokuFit

UNIT = 1000.0  # weights are written in thousandths of a logit
BATCH = 4096
SCALES = (0.1, 0.2, 0.35, 0.5, 0.75, 1.0, 1.5)  # of the initial weights, which count in no sensible unit
WIDTH = 15


def fit(settings: GomokuFit, columns: Columns, progress: Progress) -> Fitted:
    """Learn worth and policy."""
    tables = shapes.tables()
    profiles, standings, phases = _features(columns["cells"], tables)
    strongest = strongest_threat(profiles, tables.threats)
    held = columns["game"] % HELD_OUT == 0
    quiet = (strongest < shapes.T_OPEN_FOUR).all(axis=1)
    if not settings.decided:
        quiet &= abs(columns["value"].astype(int)) < BELIEVED
    seen = Seen(profiles, standings, phases, np.flatnonzero(quiet & ~held), np.flatnonzero(quiet & held))
    parts, worth = _fit_worth(settings, seen, _labels(settings, columns))
    progress(1, 2)
    choosing = (strongest < shapes.T_FIVE).all(axis=1)
    choices = Choices(profiles[choosing], columns["move"][choosing], held[choosing])
    policy = weights(settings.policy).policy / UNIT if settings.policy else _fit_policy(settings, choices)
    chosen = _ranks(policy, choices)
    progress(2, 2)
    found = Weights(parts.worth * UNIT, policy * UNIT, parts.standing * UNIT, parts.stones * UNIT)
    return Fitted(found, {}, Findings({"worth": worth, "policy": chosen}, lines=_in_words(worth, chosen)))


def _features(cells: Array, tables: Any) -> tuple[Array, Array, Array]:
    """The profiles [n, 2, squares], standings [n, 2] and phases [n] of positions."""
    count, cells = len(cells), np.ascontiguousarray(cells, np.uint8)
    profiles, standings = np.empty((count, 2, WIDTH * WIDTH), np.int16), np.empty((count, 2), np.int16)
    profiles_of(ShapeBoard.new(), tables, WIDTH, cells, profiles, standings)
    return profiles, standings, np.minimum((cells > 0).sum(axis=1) // shapes.STONES_A_PHASE, shapes.PHASES - 1)


def _labels(settings: GomokuFit, columns: Columns) -> Array:
    """How games ended, 0 to 1, mixed with what the search thought."""
    label: Array = (1 + columns["result"]) / 2
    if settings.trust_search:
        thought = 1 / (1 + np.exp(-columns["value"] / UNIT))
        label = (1 - settings.trust_search) * label + settings.trust_search * thought
    return label


def _in_words(worth: dict[str, Any], policy: dict[str, Any]) -> tuple[str, ...]:
    return (
        f"on held-out games: loss {worth['loss']:.4f} (initial weights {worth['loss_guess']:.4f}), winner predicted"
        f" in {worth['right']:.1%}, move played among the first five in {policy['first_five_fit']:.1%}",
    )


def strongest_threat(profiles: Array, threat_of: Array) -> Array:
    """[n, 2]: the strongest threat on any empty point, of the side to move and of the other."""
    threats = np.where(profiles >= 0, threat_of[np.maximum(profiles, 0)], 0)
    return np.asarray(threats.max(axis=2))


@dataclass(frozen=True)
class Seen:
    """Positions as features."""

    profiles: Array  # [n, 2, squares] int16
    standings: Array  # [n, 2] int16
    phases: Array  # [n] int64
    train: Array  # the rows that are learned from, and
    held: Array  # those kept for testing

    def logits(self, parts: Parts, rows: Array) -> Array:
        out = np.empty(len(rows))
        sums(self.profiles, self.standings, self.phases, rows, parts, out)
        return out


def _parts(flat: Array) -> Parts:
    """The parts of worth as views of one row of numbers."""
    first, second = 2 * shapes.PROFILES, 2 * shapes.PROFILES + shapes.STANDINGS**2
    return Parts(
        flat[:first].reshape(2, shapes.PROFILES),
        flat[first:second].reshape(shapes.STANDINGS, shapes.STANDINGS),
        flat[second:],
    )


def _fit_worth(settings: GomokuFit, seen: Seen, label: Array) -> tuple[Parts, dict[str, float]]:
    size = 2 * shapes.PROFILES + shapes.STANDINGS**2 + shapes.PHASES

    def guess(scale: float) -> Array:
        flat = np.zeros(size)
        flat[: 2 * shapes.PROFILES] = first_guess().worth.reshape(-1) / UNIT * scale
        return flat

    if settings.near:
        before = weights(settings.near)
        scale = 1.0
        prior = np.concatenate([part.reshape(-1) for part in (before.worth, before.standing, before.stones)]) / UNIT
    else:
        some = seen.train[:: max(1, len(seen.train) // 20_000)].copy()
        scale = min(SCALES, key=lambda s: _loss(seen.logits(_parts(guess(s)), some), label[some]))
        prior = guess(scale)

    def gradient(flat: Array, some: Array) -> Array:
        rows, found = seen.train[some], np.zeros(size)
        errors = (1 / (1 + np.exp(-seen.logits(_parts(flat), rows))) - label[rows]) / len(rows)
        blame(seen.profiles, seen.standings, seen.phases, rows, errors, _parts(found))
        return found + settings.worth_ridge * (flat - prior)

    flat = _descend(prior, gradient, len(seen.train), settings.rounds, 0.01, settings.seed)
    truth, logits = label[seen.held], seen.logits(_parts(flat), seen.held)
    report = {
        "positions": float(len(seen.train)),
        "scale_of_guess": scale,
        "loss_guess": _loss(seen.logits(_parts(prior), seen.held), truth),
        "loss": _loss(logits, truth),
        "right": float(((logits > 0) == (truth > 0.5))[truth != 0.5].mean()),
    }
    return _parts(flat), report


@dataclass(frozen=True)
class Choices:
    """Positions with the moves that were chosen."""

    profiles: Array  # [n, 2, squares] int16
    move: Array  # [n] squares
    held: Array  # [n] bool: kept for testing


def _looks(policy: Array, points: Array) -> Array:
    """[n, squares]: how much each empty point attracts, in logits."""
    both = policy[0][points[:, 0]] + policy[1][points[:, 1]]
    return np.where(points[:, 0] >= 0, both, -1e9)


def _fit_policy(settings: GomokuFit, choices: Choices) -> Array:
    guess = first_guess().worth[1]
    prior = np.stack([1.2 * np.log1p(guess / 4), np.log1p(guess / 4)])
    train, chosen = choices.profiles[~choices.held], choices.move[~choices.held]

    def gradient(flat: Array, some: Array) -> Array:
        points = train[some]
        look = _looks(flat.reshape(2, -1), points)
        share = np.exp(look - look.max(axis=1, keepdims=True))
        share /= share.sum(axis=1, keepdims=True)
        share[np.arange(len(some)), chosen[some]] -= 1
        free = points[:, 0] >= 0
        sides = [
            np.bincount(points[:, side][free], share[free], minlength=shapes.PROFILES) / len(some) for side in (0, 1)
        ]
        return np.asarray(np.concatenate(sides) + settings.policy_ridge * (flat - prior.reshape(-1)))

    rounds = settings.policy_rounds or max(1, settings.rounds // 2)
    flat = _descend(prior.reshape(-1), gradient, len(train), rounds, 0.03, settings.seed)
    return flat.reshape(2, shapes.PROFILES)


def _ranks(policy: Array, choices: Choices) -> dict[str, float]:
    """How often the move chosen in held-out games is among the first ones of a policy, and of the initial one."""
    tested, truth = choices.profiles[choices.held], choices.move[choices.held]
    report = {"positions": float((~choices.held).sum())}
    for name, by in (("guess", first_guess().policy / UNIT), ("fit", policy)):
        look = _looks(by, tested)
        rank = (look > look[np.arange(len(truth)), truth][:, None]).sum(axis=1)
        report[f"first_{name}"], report[f"first_five_{name}"] = float((rank < 1).mean()), float((rank < 5).mean())
        report[f"first_24_{name}"] = float((rank < 24).mean())
    return report


def _descend(
    start: Array, gradient: Callable[[Array, Array], Array], count: int, rounds: int, step: float, seed: int
) -> Array:
    """Adam over random batches, with smaller and smaller steps; the average of the last half of the rounds."""
    dice = np.random.default_rng(seed)
    weights = start.astype(np.float64).copy()
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    total, summed, at = np.zeros_like(weights), 0, 0
    for turn in range(rounds):
        width = step * (1 + math.cos(math.pi * turn / rounds)) / 2
        order = dice.permutation(count)
        for first in range(0, count, BATCH):
            found = gradient(weights, order[first : first + BATCH])
            at += 1
            mean += 0.1 * (found - mean)
            square += 0.001 * (found**2 - square)
            weights -= width * (mean / (1 - 0.9**at)) / (np.sqrt(square / (1 - 0.999**at)) + 1e-8)
            if turn >= rounds // 2:
                total += weights
                summed += 1
    return total / summed


def _loss(logit: Array, label: Array) -> float:
    """Mean log loss."""
    return float(np.mean(np.logaddexp(0, logit) - label * logit))
