"""The policy: how likely each move is best, learnt from the moves that searches and the solver chose in self-play.

It is learnt on top of what the evaluation thinks of the position a move leads to, so that it need not learn that again.
"""

# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from orchard.games.reversi.evaluate import policy_tables as tables
from orchard.games.reversi.evaluate import weights_file
from orchard.training import shards
from orchard.training.fit import HELD_OUT

Array = shards.Array
Choices = tuple[Array, Array, Array]  # own discs, enemy discs, the square chosen


@dataclass(frozen=True)
class Policy:
    """How moves become a policy."""

    passes: int = 2
    step: float = 0.1
    milder: float = 1.6  # by how much the evaluation beside the policy is flatter than it would best be alone
    seed: int = 1  # of the order of positions


def chosen_moves(columns: shards.Columns) -> tuple[Array, Array]:
    """The square played at each position, and whether a search chose it, from more than one move.

    The last position of a game shows no move, since no position follows it.
    """
    occupied = columns["own"] | columns["enemy"]
    placed: Array = np.append(occupied[1:] ^ occupied[:-1], np.uint64(1))
    last = np.append(columns["game"][1:] != columns["game"][:-1], True)
    placed[last] = 1
    below: Array = placed - np.uint64(1)
    square = np.bitwise_count(below).astype(np.uint8)
    return square, ~last & (columns["own_moves"] > 1) & ((columns["flags"] & shards.STRAYED) == 0)


def judged(policy: Array, weights: Array, choices: Choices, temperature: float) -> dict[str, float]:
    """How well moves are foretold by the policy and the evaluation at that temperature, in 1/100 disc."""
    from orchard.games.reversi.evaluate.policy import learn

    scores, rows = np.zeros(2), np.zeros((2, 64), np.int16)
    unused = np.ones_like(policy)
    likelihood = learn(*choices, 0.0, temperature, weights, policy, unused, tables.FOLD, scores, rows)
    return {"first": round(scores[0], 4), "three": round(scores[1], 4), "log_likelihood": round(likelihood, 4)}


def train(
    settings: Policy,
    path: Path,
    folders: list[Path],
    *,
    on_pass: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """Learn from the moves in some folders and put the policy beside the weights in `path`; how good it is."""
    from orchard.games.reversi.evaluate.policy import PER_UNIT, learn

    folded, about = weights_file.read(path)
    weights = weights_file.unfold(folded)
    columns = shards.read_folders(folders)
    square, useful = chosen_moves(columns)
    held_out = columns["game"] % HELD_OUT == 0
    dice = np.random.default_rng(settings.seed)

    def pick(rows: Array) -> Choices:
        order = dice.permutation(np.flatnonzero(rows))
        return columns["own"][order], columns["enemy"][order], square[order]

    lesson, unseen = pick(useful & ~held_out), pick(useful & held_out)
    if not len(lesson[0]) or not len(unseen[0]):
        raise shards.ShardError("too few games to learn a policy from and to check it")
    learnt = np.zeros((tables.PHASES, tables.FOLDED_WEIGHTS), np.float32)
    steepness = np.ones_like(learnt)
    scores, rows = np.zeros(2), np.zeros((2, 64), np.int16)
    alone = {t: judged(learnt, weights, unseen, t) for t in TEMPERATURES}
    softmax = max(alone, key=lambda key: alone[key]["log_likelihood"])
    temperature = settings.milder * softmax
    curve = []
    for number in range(settings.passes):
        step = settings.step * (1 - number / settings.passes)
        met = learn(*lesson, step, temperature, weights, learnt, steepness, tables.FOLD, scores, rows)
        curve.append([round(met, 4), judged(learnt, weights, unseen, temperature)["log_likelihood"]])
        if on_pass:
            on_pass(number + 1)
    stored = np.clip(np.rint(learnt * PER_UNIT), -127, 127).astype(np.int8)
    both = judged(stored.astype(np.float32) / PER_UNIT, weights, unseen, temperature)
    report = {
        "made": time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
        "settings": asdict(settings),
        "moves": len(lesson[0]),
        "held_out": len(unseen[0]),
        "curve": curve,
        "evaluation": {"temperature_discs": softmax / 100, **alone[softmax]},
        "both": {"temperature_discs": temperature / 100, **both},
    }
    weights_file.write(path, folded, {**about, "policy": report}, stored)
    return report


TEMPERATURES = (75.0, 100.0, 125.0, 150.0, 200.0, 250.0, 300.0, 400.0)  # 1/100 disc
