"""Weights from labelled positions, phase by phase.

Rare configurations stay near what the next later phase thinks of them, since phases are fitted from the last to the
first and each begins as a copy of the one after it. With `start` each phase begins with the weights it had, and a few
new games refine them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from orchard.core.course import Array, Columns, Findings, Fitted, Progress
from orchard.games.reversi.evaluate import pattern_tables as tables
from orchard.games.reversi.evaluate import weights_file
from orchard.games.reversi.training.columns import HELD_OUT, discs_in, discs_of, error_chart, picked
from orchard.games.reversi.training.labels import labels
from orchard.games.reversi.training.least_squares import device_of, system
from orchard.games.reversi.training.settings import ReversiFit

MOST = 32767  # 1/100 disc
EVEN = 20  # discs: errors of positions that are not decided by more are also counted apart


@dataclass(frozen=True)
class Lesson:
    """Positions with what is to be learned for each."""

    columns: Columns
    target: Array  # [rows] discs
    thought: Array  # [rows] discs: what the search alone thought
    discs: Array  # [rows] on the board
    learned: Array  # [rows] whether a position is learned from,
    held_out: Array  # [rows] or checks the result

    @classmethod
    def of(cls, columns: Columns, foresight: float) -> Lesson:
        target, thought, usable = labels(columns, foresight)
        held_out = columns["game"] % HELD_OUT == 0
        return cls(columns, target, thought, discs_of(columns), usable & ~held_out, usable & held_out)

    def between(self, rows: Array, low: int, high: int) -> Array:
        return np.flatnonzero(rows & (self.discs >= low) & (self.discs <= high))

    def system(self, rows: Array, device: str) -> Any:
        return system(picked(self.columns, rows), self.target[rows], device)


def fit(settings: ReversiFit, game: str, columns: Columns, progress: Progress) -> Fitted:
    """Fit all phases, the last one first."""
    lesson, device = Lesson.of(columns, settings.foresight), device_of(settings.device)
    given = weights_file.read(Path(settings.start))[0] / 100 if settings.start else None
    weights = np.zeros((tables.PHASES, tables.FOLDED_WEIGHTS), np.float64)
    found = np.zeros(tables.FOLDED_WEIGHTS)
    phases: list[dict[str, Any]] = []
    for phase in reversed(range(tables.PHASES)):
        start = found if given is None else given[phase].astype(np.float64)
        weights[phase], about = _fit_phase(settings, lesson, phase, start, device)
        found = weights[phase]
        phases.append(about)
        progress(len(phases), tables.PHASES)
    judged = sorted((phase for phase in phases if "rms_error" in phase), key=lambda phase: phase["discs"])
    title = f"{game}: labels predicted on held-out games"
    chart = error_chart(title, "spread of labels", judged) if judged else None
    findings = Findings({"device": device, "phases": phases}, _table(phases), (), chart)
    return Fitted(weights_file.Evaluation(_rounded(weights).astype(np.int16)), {"device": device}, findings)


def _fit_phase(
    settings: ReversiFit, lesson: Lesson, phase: int, start: Array, device: str
) -> tuple[Array, dict[str, Any]]:
    """The weights of one phase, and how well they do."""
    low, high = discs_in(phase)
    rows = lesson.between(lesson.learned, low - settings.overlap, high + settings.overlap)
    found, curve = start, list[float]()
    if len(rows):
        # by what the search thought; by the label itself, whatever turned out extreme would count less
        counts = 1 / (1 + (lesson.thought[rows] / settings.even_games) ** 2)
        found, curve = lesson.system(rows, device).solve(start, counts, settings.ridge, settings.steps)
    check = lesson.between(lesson.held_out, low, high)
    about = {"phase": phase, "discs": [low, high], "positions": len(rows), "held_out": len(check)}
    if len(check):
        about |= _judged(lesson.system(check, device).errors(_rounded(found) / 100), lesson.target[check])
    return found, about | {"curve": [round(value, 3) for value in curve[:: max(1, settings.steps // 20)]]}


def _rounded(weights: Array) -> Array:
    """As they will be stored, in 1/100 disc."""
    rounded: Array = np.clip(np.rint(weights * 100), -MOST, MOST)
    return rounded


def _judged(error: Array, target: Array) -> dict[str, Any]:
    even = np.abs(target) <= EVEN
    return {
        "mean_error": round(float(np.abs(error).mean()), 3),
        "rms_error": round(float(np.sqrt((error**2).mean())), 3),
        "spread": round(float(target.std()), 3),
        "mean_error_even": round(float(np.abs(error[even]).mean()), 3) if even.any() else None,
    }


def _table(phases: list[dict[str, Any]]) -> tuple[tuple[str, ...], ...]:
    titles = ("discs", "positions", "held out", "mean error", "rms error", "spread of labels")
    rows: list[tuple[str, ...]] = [titles]
    for phase in reversed(phases):
        low, high = phase["discs"]
        errors = [f"{phase[name]:.2f}" if name in phase else "" for name in ("mean_error", "rms_error", "spread")]
        rows.append((f"{low}-{high}", f"{phase['positions']:,}", f"{phase['held_out']:,}", *errors))
    return tuple(rows)
