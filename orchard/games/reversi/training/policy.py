"""The policy: how likely each move is best, learned from the moves that searches and the solver chose in self-play.

It is learned on top of what the evaluation thinks of the position a move leads to, so that it need not
learn that again.
"""

# mypy: disable-error-code="no-untyped-call"
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from orchard.core.course import Array, Columns, Findings, Progress
from orchard.core.errors import OptionError
from orchard.games.reversi.evaluate import policy_tables as tables
from orchard.games.reversi.evaluate import weights_file
from orchard.games.reversi.evaluate.policy import PER_UNIT, learn
from orchard.games.reversi.training.columns import HELD_OUT, STRAYED
from orchard.games.reversi.training.settings import ReversiPolicy

Choices = tuple[Array, Array, Array]  # own discs, enemy discs, the square chosen
TEMPERATURES = (75.0, 100.0, 125.0, 150.0, 200.0, 250.0, 300.0, 400.0)  # 1/100 disc


def chosen_moves(columns: Columns) -> tuple[Array, Array]:
    """The square played at each position, and whether a search chose it, from more than one move.

    The last position of a game shows no move, since no position follows it.
    """
    occupied = columns["own"] | columns["enemy"]
    placed: Array = np.append(occupied[1:] ^ occupied[:-1], np.uint64(1))
    last = np.append(columns["game"][1:] != columns["game"][:-1], True)
    placed[last] = 1
    below: Array = placed - np.uint64(1)
    square = np.bitwise_count(below).astype(np.uint8)
    return square, ~last & (columns["own_moves"] > 1) & ((columns["flags"] & STRAYED) == 0)


def judged(policy: Array, weights: Array, choices: Choices, temperature: float) -> dict[str, float]:
    """How well moves are predicted by the policy and the evaluation at that temperature, in 1/100 disc."""
    scores, rows = np.zeros(2), np.zeros((2, 64), np.int16)
    unused = np.ones_like(policy)
    likelihood = learn(*choices, 0.0, temperature, weights, policy, unused, tables.FOLD, scores, rows)
    return {"first": round(scores[0], 4), "three": round(scores[1], 4), "log_likelihood": round(likelihood, 4)}


def train(settings: ReversiPolicy, path: Path, columns: Columns, progress: Progress) -> Findings:
    """Learn from the moves of games and put the policy beside the weights in `path`; how good it is."""
    folded, about = weights_file.read(path)
    weights = weights_file.unfold(folded)
    square, useful = chosen_moves(columns)
    held_out = columns["game"] % HELD_OUT == 0
    dice = np.random.default_rng(settings.seed)

    def pick(rows: Array) -> Choices:
        order = dice.permutation(np.flatnonzero(rows))
        return columns["own"][order], columns["enemy"][order], square[order]

    lesson, unseen = pick(useful & ~held_out), pick(useful & held_out)
    if not len(lesson[0]) or not len(unseen[0]):
        raise OptionError("too few games to learn a policy from and to check it")
    learned = np.zeros((tables.PHASES, tables.FOLDED_WEIGHTS), np.float32)
    steepness = np.ones_like(learned)
    scores, rows = np.zeros(2), np.zeros((2, 64), np.int16)
    alone = {t: judged(learned, weights, unseen, t) for t in TEMPERATURES}
    softmax = max(alone, key=lambda key: alone[key]["log_likelihood"])
    temperature = settings.milder * softmax
    curve = []
    for number in range(settings.passes):
        step = settings.step * (1 - number / settings.passes)
        met = learn(*lesson, step, temperature, weights, learned, steepness, tables.FOLD, scores, rows)
        curve.append([round(met, 4), judged(learned, weights, unseen, temperature)["log_likelihood"]])
        progress(number + 1, settings.passes)
    stored = np.clip(np.rint(learned * PER_UNIT), -127, 127).astype(np.int8)
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
    weights_file.write(path, folded, {**about, "policy": report}, stored, weights_file.read_correction(path))
    return Findings(report, lines=_in_words(path, report))


def _in_words(path: Path, report: dict[str, Any]) -> tuple[str, ...]:
    lines = [f"{path}: learned from {report['moves']:,} moves; on {report['held_out']:,} moves of held-out games:"]
    for title, row in (("evaluation alone", report["evaluation"]), ("with the policy", report["both"])):
        first, three = 100 * row["first"], 100 * row["three"]
        lines.append(
            f"{title}: ranked first {first:.1f} %, in the first three {three:.1f} %,"
            f" log-likelihood {row['log_likelihood']:.3f}"
        )
    return tuple(lines)
