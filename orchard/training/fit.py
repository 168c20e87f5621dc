"""Stage 3: weights from labelled positions, by regularised least squares. Needs numpy; uses PyTorch where it is.

For each phase the wanted weights make the sum of a position's weights come close to its label. That is a large,
sparse linear system (58 terms of some 170,000 per position), solved with conjugate gradients: no learning rate, the
same answer every time. Rare configurations stay near what the next later phase thinks of them, since phases are
fitted from the last to the first and each begins as a copy of the one after it. With `start` each phase begins with
the weights it had, and a few new games refine them.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from orchard.games.reversi.evaluate import pattern_tables as tables
from orchard.games.reversi.evaluate import weights_file
from orchard.training import shards
from orchard.training.labels import labels

Array = shards.Array
HELD_OUT = 50  # one game in so many is kept for checking


@dataclass(frozen=True)
class Fit:
    """How labels become weights."""

    foresight: float = 0.85  # how much of a label comes from later positions of the game; 1: its end alone
    even_games: float = 24.0  # discs by which a game may be decided until its positions count half
    ridge: float = 8.0  # so many imagined positions hold each weight back
    overlap: int = 3  # discs by which a phase also learns from its neighbours
    steps: int = 30  # of conjugate gradients
    device: str = "auto"  # auto, numpy, or a PyTorch device such as cpu or cuda
    start: str = ""  # weights to begin with and hold to, phase by phase; none: the phase after


def places(columns: shards.Columns, xp: Any = np, device: str = "") -> Any:
    """Which folded weights each position adds up: [positions, terms]. `xp` is numpy or torch."""

    def there(array: Array) -> Any:
        return array if xp is np else xp.from_numpy(np.ascontiguousarray(array)).to(device)

    own, enemy = there(columns["own"].view(np.int64)), there(columns["enemy"].view(np.int64))
    discs = [((own >> square) & 1) - ((enemy >> square) & 1) for square in range(64)]
    terms = []
    for pattern, squares in tables.INSTANCES:
        place = discs[squares[0]] + pattern.middle
        for digit, square in enumerate(squares[1:], 1):
            place = place + discs[square] * 3**digit
        terms.append(place)
    occupied = own | enemy
    bits = [(occupied >> square) & 1 for square in range(64)]
    empties = 64 - sum(bits)
    odd = 0
    for top, left in ((0, 0), (0, 4), (4, 0), (4, 4)):
        odd = odd + sum(bits[8 * row + column] for row in range(top, top + 4) for column in range(left, left + 4)) % 2
    terms.append(there(columns["own_moves"].astype(np.int64)) + tables.OWN_MOBILITY)
    terms.append(there(columns["enemy_moves"].astype(np.int64)) + tables.ENEMY_MOBILITY)
    terms.append(odd + tables.PARITY)
    terms.append(empties + tables.BIAS)
    fold = there(tables.FOLD.astype(np.int64))
    if xp is np:
        return np.stack([fold[term].astype(np.int32) for term in terms], 1)
    return xp.stack([fold[term] for term in terms], 1)


class NumpySolver:
    """The two products that conjugate gradients need, in numpy."""

    def __init__(self, columns: shards.Columns, target: Array) -> None:
        self.where, self.target = places(columns), target.astype(np.float64)
        self.flat = self.where.ravel()

    def predict(self, weights: Array) -> Array:
        total: Array = weights[self.where].sum(1)
        return total

    def gather(self, residual: Array) -> Array:
        spread = np.repeat(residual, self.where.shape[1])
        return np.bincount(self.flat, weights=spread, minlength=tables.FOLDED_WEIGHTS)

    def solve(self, start: Array, counts: Array, ridge: float, steps: int) -> tuple[Array, list[float]]:
        return conjugate_gradients(self, start.astype(np.float64), counts.astype(np.float64), ridge, steps, np.dot)


class TorchSolver:
    """The same two products in PyTorch, on a GPU or the CPU."""

    def __init__(self, columns: shards.Columns, target: Array, device: str) -> None:
        import torch

        self.torch, self.device = torch, device
        step = 1 << 20
        pieces = []
        for first in range(0, len(target), step):
            part = {name: column[first : first + step] for name, column in columns.items()}
            pieces.append(places(part, torch, device).to(torch.int32))
        self.where = torch.cat(pieces).T.contiguous()  # [terms, positions]
        self.target = torch.from_numpy(target.astype(np.float32)).to(device)

    def predict(self, weights: Any) -> Any:
        total = self.torch.zeros(len(self.target), device=self.device)
        for places_of_term in self.where:
            total += weights[places_of_term]
        return total

    def gather(self, residual: Any) -> Any:
        total = self.torch.zeros(tables.FOLDED_WEIGHTS, device=self.device)
        for places_of_term in self.where:
            total.index_add_(0, places_of_term, residual)
        return total

    def there(self, array: Array) -> Any:
        return self.torch.from_numpy(array.astype(np.float32)).to(self.device)

    def solve(self, start: Array, counts: Array, ridge: float, steps: int) -> tuple[Array, list[float]]:
        def dot(a: Any, b: Any) -> float:
            return float(self.torch.dot(a, b))

        found, curve = conjugate_gradients(self, self.there(start), self.there(counts), ridge, steps, dot)
        return found.cpu().numpy(), curve


def conjugate_gradients(
    system: Any, start: Any, counts: Any, ridge: float, steps: int, dot: Callable[[Any, Any], float]
) -> tuple[Any, list[float]]:
    """Least squares with each weight held to its start by `ridge` imagined positions; the error after every step.

    `counts` says how many positions each position counts as.
    """
    scale = system.gather(counts) + ridge  # the diagonal: how often each weight is used
    change = start * 0
    left = system.target - system.predict(start)
    total = float(counts.sum())
    gradient = system.gather(left * counts)
    direction = gradient / scale
    size = dot(gradient, direction)
    curve = [float(dot(left * counts, left) / total) ** 0.5]
    for _ in range(steps):
        if size <= 1e-9:
            break
        shadow = system.predict(direction)
        step = size / (dot(shadow * counts, shadow) + ridge * dot(direction, direction))
        change = change + direction * step
        left = left - shadow * step
        gradient = gradient - (system.gather(shadow * counts) + direction * ridge) * step
        better = gradient / scale
        new_size = dot(gradient, better)
        direction = better + direction * (new_size / size)
        size = new_size
        curve.append(float(dot(left * counts, left) / total) ** 0.5)
    return start + change, curve


def device_of(wish: str) -> str:
    if wish != "auto":
        return wish
    try:
        import torch
    except ImportError:
        return "numpy"
    return "cuda" if torch.cuda.is_available() else "cpu"


def fit(
    settings: Fit,
    folders: list[Path],
    out: Path,
    *,
    on_phase: Callable[[int, dict[str, Any]], None] | None = None,
) -> dict[str, Any]:
    """Fit all phases to the shards of some folders; writes weights.safetensors and report.json into `out`."""
    started = time.time()
    columns = shards.read_folders(folders)
    out.mkdir(parents=True, exist_ok=True)  # before the work, which would be lost without it
    game = shards.settings_of(folders[0])["game"]
    target, thought, usable = labels(columns, settings.foresight)
    discs = np.bitwise_count(columns["own"] | columns["enemy"]).astype(np.int64)
    held_out = columns["game"] % HELD_OUT == 0
    device = device_of(settings.device)

    def system(rows: Array) -> Any:
        part = {name: column[rows] for name, column in columns.items()}
        return NumpySolver(part, target[rows]) if device == "numpy" else TorchSolver(part, target[rows], device)

    weights = np.zeros((tables.PHASES, tables.FOLDED_WEIGHTS), np.float64)
    start = np.zeros(tables.FOLDED_WEIGHTS)
    phases: list[dict[str, Any]] = []
    given = weights_file.read(Path(settings.start))[0] / 100 if settings.start else None
    for phase in reversed(range(tables.PHASES)):
        if given is not None:
            start = given[phase].astype(np.float64)
        low = 4 + phase * tables.DISCS_PER_PHASE
        high = low + tables.DISCS_PER_PHASE - 1 if phase < tables.PHASES - 1 else 64
        near = usable & (discs >= low - settings.overlap) & (discs <= high + settings.overlap)
        rows = np.flatnonzero(near & ~held_out)
        curve: list[float] = []
        if len(rows):
            # by what the search thought; by the label itself, whatever turned out extreme would count less
            counts = 1 / (1 + (thought[rows] / settings.even_games) ** 2)
            start, curve = system(rows).solve(start, counts, settings.ridge, settings.steps)
        weights[phase] = start
        rounded = np.clip(np.rint(start * 100), -32767, 32767) / 100
        check = np.flatnonzero(usable & held_out & (discs >= low) & (discs <= high))
        about: dict[str, Any] = {"phase": phase, "discs": [low, high], "positions": len(rows), "held_out": len(check)}
        if len(check):
            tester = system(check)
            guess = tester.predict(rounded if device == "numpy" else tester.there(rounded))
            error = np.asarray(guess if device == "numpy" else guess.cpu().numpy()) - target[check]
            about["mean_error"] = round(float(np.abs(error).mean()), 3)
            about["rms_error"] = round(float(np.sqrt((error**2).mean())), 3)
            about["spread"] = round(float(target[check].std()), 3)
            even = np.abs(target[check]) <= 20
            about["mean_error_even"] = round(float(np.abs(error[even]).mean()), 3) if even.any() else None
        about["curve"] = [round(value, 3) for value in curve[:: max(1, settings.steps // 20)]]
        phases.append(about)
        if on_phase:
            on_phase(phase, about)
    report = {
        "game": game,
        "made": time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(started)),
        "seconds": round(time.time() - started, 1),
        "settings": asdict(settings),
        "device": device,
        "positions": len(target),
        "games": len(np.unique(columns["game"])),
        "data": {folder.name: shards.settings_of(folder) for folder in folders},
        "phases": phases,
    }
    folded = np.clip(np.rint(weights * 100), -32767, 32767).astype(np.int16)
    weights_file.write(out / "weights.safetensors", folded, {k: v for k, v in report.items() if k != "phases"})
    (out / "report.json").write_text(json.dumps({**report, "shards": dict(shards.hashes(folders))}, indent=1))
    draw(out / "errors.svg", report)
    return report


def draw(path: Path, report: dict[str, Any]) -> None:
    """The errors on held-out games by phase, beside the spread of their labels."""
    from orchard.training.plot import line_chart

    judged = sorted((phase for phase in report["phases"] if "rms_error" in phase), key=lambda phase: phase["discs"])
    if judged:
        names = {"mean error": "mean_error", "rms error": "rms_error", "spread of labels": "spread"}
        series = {name: [(phase["discs"][0], phase[key]) for phase in judged] for name, key in names.items()}
        line_chart(path, f"{report['game']}: labels foretold on held-out games", "discs on the board", "discs", series)
