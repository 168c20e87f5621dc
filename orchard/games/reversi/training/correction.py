"""The correction: what the sum of weights leaves unexplained, learned as sums over pairs of configurations.

The weights stay as they are. Every configuration gets a row of numbers (see `evaluate/correction.py`) for each group of
phases. Stochastic gradient descent fits them to the labels of the games, which are made as those for the weights.
"""

# mypy: disable-error-code="no-untyped-call"
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from orchard.core.course import Array, Columns, Findings, Progress
from orchard.core.errors import OptionError
from orchard.games.reversi.evaluate import pattern_tables as tables
from orchard.games.reversi.evaluate import weights_file
from orchard.games.reversi.evaluate.correction_tables import (
    GROUP_OF_PHASE,
    GROUPS,
    OF_THE_BOARD,
    QUARTERS,
    QUARTERS_OF,
    WIDTH,
)
from orchard.games.reversi.training.columns import discs_in, phase_of
from orchard.games.reversi.training.descent import descend
from orchard.games.reversi.training.fit import Lesson
from orchard.games.reversi.training.settings import ReversiCorrection
from orchard.games.reversi.training.sums import added_up

PIECES = 8  # of a pass; each has shorter steps than the one before
LAST = 0.05  # of the first step is left at the end
SIGNS = np.array([0] + [(-1) ** k for k in range(1, WIDTH)], np.float32)
TERMS = [*QUARTERS_OF, *[OF_THE_BOARD] * 4]  # the quarters of each term of a position, see `least_squares.places`
PARTS = sorted(set(TERMS))
PART_OF = np.array([PARTS.index(quarters) for quarters in TERMS])
IN_QUARTER = np.array([[int(quarter in part) for part in PARTS] for quarter in QUARTERS])  # [quarters, parts]
FIRST_MEMORY = 30.0, 1.0  # so that the first steps are no leaps
CLIPPED = 1e-4  # of the numbers may be too large for a byte
BARELY = 1e-20  # a step that changes no number but is remembered


def train(settings: ReversiCorrection, path: Path, columns: Columns, progress: Progress, threads: int = 1) -> Findings:
    """Learn a correction and put it beside the weights in `path`; how much it helps on held-out games. Each group of
    phases is learned on one thread."""
    folded, about = weights_file.read(path)
    policy = weights_file.read_policy(path)
    lesson = Lesson.of(columns, settings.foresight)
    pieces = count(1)

    def piece_done() -> None:
        progress(next(pieces), GROUPS * settings.passes * PIECES)

    with ThreadPoolExecutor(threads) as pool:
        learned = list(pool.map(lambda group: _group(settings, lesson, folded, group, piece_done), range(GROUPS)))
    numbers, scales, groups = zip(*learned, strict=True)
    report = {
        "made": time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
        "settings": asdict(settings),
        "positions": len(columns["game"]),
        "games": len(np.unique(columns["game"])),
        "groups": list(groups),
    }
    if settings.start:
        report["started_from"] = weights_file.read(Path(settings.start))[1].get("correction")
    made = weights_file.Correction(np.stack(numbers), np.stack(scales))
    weights_file.write(path, folded, {**about, "correction": report}, policy, made)
    titles = (
        "discs",
        "positions",
        "held out",
        "rms error",
        "with the correction",
        "even games",
        "with it",
        "its spread",
    )
    keys = ("before", "after", "before_even", "after_even", "spread")
    rows = [
        (
            f"{row['discs'][0]}-{row['discs'][1]}",
            f"{row['positions']:,}",
            f"{row['held_out']:,}",
            *(f"{row[key]:.3f}" for key in keys),
        )
        for row in groups
    ]
    return Findings(report, (titles, *rows))


def _group(
    settings: ReversiCorrection, lesson: Lesson, folded: Array, group: int, piece_done: Callable[[], None]
) -> tuple[Array, Array, dict[str, Any]]:
    """The numbers of one group of phases and their scales, as they are stored, and how well they do."""
    phases = [phase for phase in range(tables.PHASES) if GROUP_OF_PHASE[phase] == group]
    low, high = discs_in(phases[0])[0], discs_in(phases[-1])[1]
    rows = lesson.between(lesson.learned | lesson.held_out, low - settings.overlap, high + settings.overlap)
    learned = np.flatnonzero(lesson.learned[rows])
    inside = (lesson.discs[rows] >= low) & (lesson.discs[rows] <= high)
    unseen = np.flatnonzero(lesson.held_out[rows] & inside)
    if not len(learned) or not len(unseen):
        raise OptionError(f"too few games to learn a correction for {low} to {high} discs and to check it")
    system = lesson.system(rows, "numpy")
    sums = np.zeros(len(rows))
    phase = phase_of(lesson.discs[rows])
    for number in np.unique(phase):
        here = np.flatnonzero(phase == number)
        sums[here] = added_up(system.where[here], folded[number] / 100)
    missing = (lesson.target[rows] - sums).astype(np.float32)
    counts = (1 / (1 + (lesson.thought[rows] / settings.even_games) ** 2)).astype(np.float32)

    dice = np.random.default_rng(settings.seed + group)
    if settings.start:
        numbers = _started(Path(settings.start), group)
    else:
        numbers = (settings.spread * dice.standard_normal((tables.FOLDED_WEIGHTS, WIDTH))).astype(np.float32)
        numbers[:, 0] = 0
    memories = [np.full(tables.FOLDED_WEIGHTS, first, np.float32) for first in FIRST_MEMORY]
    errors = np.zeros(len(rows), np.float32)

    def go(order: Array, plain_step: float, step: float) -> Array:
        found: Array = errors[: len(order)]
        steps = np.float32(plain_step), np.float32(step)
        descend(
            system.where, PART_OF, IN_QUARTER, order, missing, counts, numbers, SIGNS, memories[0], memories[1], *steps,
            found,
        )  # fmt: skip
        return found

    if settings.start:  # numbers that learned from many games already change as little as if from these
        go(learned, BARELY, BARELY)
    pieces = settings.passes * PIECES
    for piece in range(pieces):
        if piece % PIECES == 0:
            parts = np.array_split(dice.permutation(learned), PIECES)
        shorter = 1 - (1 - LAST) * piece / pieces
        go(parts[piece % PIECES], settings.plain_step * shorter, settings.step * shorter)
        piece_done()

    stored, scale = quantised(numbers)
    numbers[:] = in_discs(stored, scale)  # judged as it will be stored
    after, before = go(unseen, 0, 0), -missing[unseen]
    even = np.abs(lesson.thought[rows][unseen]) <= settings.even
    return (
        stored,
        scale,
        {
            "discs": [low, high],
            "positions": len(learned),
            "held_out": len(unseen),
            "before": _rms(before),
            "after": _rms(after),
            "before_even": _rms(before[even]),
            "after_even": _rms(after[even]),
            "spread": round(float((after - before)[even].std()), 3),
        },
    )


def _rms(errors: Array) -> float:
    return round(float(np.sqrt((errors.astype(np.float64) ** 2).mean())), 3)


def _started(path: Path, group: int) -> Array:
    """The numbers of a stored correction, to go on from."""
    given = weights_file.read_correction(path)
    if given is None:
        raise OptionError(f"{path} has no correction to start from")
    return in_discs(given.numbers[group], given.scales[group])


def in_discs(stored: Array, scales: Array) -> Array:
    """The opposite of `quantised`."""
    units = np.sqrt(np.abs(scales) / 100)
    units[0] = scales[0] / 100
    numbers: Array = (stored * units).astype(np.float32)
    return numbers


def quantised(numbers: Array) -> tuple[Array, Array]:
    """Numbers in discs as bytes, and their scales (see `weights_file.Correction`)."""
    largest = np.maximum(np.quantile(np.abs(numbers), 1 - CLIPPED, axis=0), 1e-9)
    unit = largest / 127
    scales = 100 * SIGNS * unit**2
    scales[0] = 100 * unit[0]
    stored: Array = np.clip(np.rint(numbers / unit), -127, 127).astype(np.int8)
    return stored, scales.astype(np.float32)
