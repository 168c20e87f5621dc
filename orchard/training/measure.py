"""How well a shallow search foretells a deep one, and how well the evaluation foretells the truth: for multi-ProbCut
and for the error tables, from positions of our own games that were held out of training."""

# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from orchard.games.reversi.evaluate import pattern_tables as tables
from orchard.games.reversi.evaluate import weights_file
from orchard.training import shards
from orchard.training.fit import HELD_OUT


def sample(columns: shards.Columns, per_phase: int, seed: int = 1, held_out: int = HELD_OUT) -> shards.Columns:
    """So many held-out positions of every phase, decided by at most 30 discs, in random order.

    With `held_out` 1 every game is taken, for games that no training has seen.
    """
    discs = np.bitwise_count(columns["own"] | columns["enemy"]).astype(np.int64)
    phase = np.clip((discs - 4) // tables.DISCS_PER_PHASE, 0, tables.PHASES - 1)
    fair = (columns["game"] % held_out == 0) & (np.abs(columns["later"]) <= 3000)
    order = np.random.default_rng(seed).permutation(len(discs))
    picked = [order[(fair & (phase == p))[order]][:per_phase] for p in range(tables.PHASES)]
    rows = np.concatenate(picked)
    return {name: column[rows] for name, column in columns.items()}


def values_by_depth(
    game: str, weights: shards.Array, columns: shards.Columns, deepest: int, threads: int, exact_from: int = 0
) -> shards.Array:
    """[depth, position] int16: the values at depths 0 (the bare evaluation) to `deepest`, without selective cuts."""
    from orchard.games.reversi.search import selfplay as kernels

    count = len(columns["own"])
    values = np.zeros((deepest + 1, count), np.int16)

    def work(part: range) -> None:
        rows = np.array(part, np.int64)
        own, enemy = columns["own"][rows], columns["enemy"][rows]
        space = kernels.Workspace(game, 8.0)
        out, exact = np.zeros(len(rows), np.int16), np.zeros(len(rows), np.uint8)
        for depth in range(deepest + 1):
            kernels.label_positions(own, enemy, depth, exact_from, out, exact, *space.arguments(weights))
            values[depth, rows] = out

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, [range(first, count, 4 * threads) for first in range(4 * threads)]))
    return values


def probcut_sigma(columns: shards.Columns, values: shards.Array) -> shards.Array:
    """[PHASES, depths] the standard deviation of deep minus shallow value, in 1/100 disc, smoothed over phases.

    The middle nine tenths are measured and scaled up, so that a handful of lost positions do not decide it.
    """
    from orchard.games.reversi.search.probcut import SHALLOW

    discs = np.bitwise_count(columns["own"] | columns["enemy"]).astype(np.int64)
    phase = np.clip((discs - 4) // tables.DISCS_PER_PHASE, 0, tables.PHASES - 1)
    sigma = np.zeros((tables.PHASES, len(values)))
    for depth in range(1, len(values)):
        error = values[depth].astype(np.float64) - values[SHALLOW[depth]]
        for p in range(tables.PHASES):
            near = error[np.abs(phase - p) <= 1]
            if len(near) > 20:
                low, high = np.quantile(near, [0.05, 0.95])
                sigma[p, depth] = (high - low) / 3.29
    return sigma


def measure(
    game: str, weights_path: Path, columns: shards.Columns, out: Path, *, per_phase: int, deepest: int, threads: int
) -> dict[str, Any]:
    """Measure shallow against deep searches and write the file that the search reads."""
    chosen = sample(columns, per_phase)
    weights = weights_file.unfold(weights_file.read(weights_path)[0])
    values = values_by_depth(game, weights, chosen, deepest, threads)
    found = {
        "game": game,
        "made": time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
        "positions": len(chosen["own"]),
        "sigma": np.round(probcut_sigma(chosen, values), 1).tolist(),
    }
    out.write_text(json.dumps(found))
    return found


def errors(
    game: str,
    weights_path: Path,
    columns: shards.Columns,
    *,
    per_phase: int,
    depth: int,
    exact_from: int,
    threads: int,
    held_out: int = HELD_OUT,
) -> list[dict[str, Any]]:
    """How far the bare evaluation is from a deep search, or from the truth near the end, phase by phase, in discs."""
    from orchard.games.reversi.search import selfplay as kernels

    chosen = sample(columns, per_phase, held_out=held_out)
    weights = weights_file.unfold(weights_file.read(weights_path)[0])
    count = len(chosen["own"])
    bare, deep = np.zeros(count, np.int16), np.zeros(count, np.int16)

    def work(part: range) -> None:
        rows = np.array(part, np.int64)
        if not len(rows):
            return
        own, enemy = chosen["own"][rows], chosen["enemy"][rows]
        space = kernels.Workspace(game, 16.0)
        exact, out = np.zeros(len(rows), np.uint8), np.zeros(len(rows), np.int16)
        for values, plies, solve in ((bare, 0, 0), (deep, depth, exact_from)):
            kernels.label_positions(own, enemy, plies, solve, out, exact, *space.arguments(weights))
            values[rows] = out

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, [range(first, count, 4 * threads) for first in range(4 * threads)]))
    discs = np.bitwise_count(chosen["own"] | chosen["enemy"]).astype(np.int64)
    found = []
    for phase in range(tables.PHASES):
        low = 4 + phase * tables.DISCS_PER_PHASE
        here = np.clip((discs - 4) // tables.DISCS_PER_PHASE, 0, tables.PHASES - 1) == phase
        if here.any():
            error = (bare[here].astype(np.float64) - deep[here]) / 100
            found.append(
                {
                    "discs": [low, low + tables.DISCS_PER_PHASE - 1],
                    "positions": int(here.sum()),
                    "mean_error": round(float(np.abs(error).mean()), 2),
                    "rms_error": round(float(np.sqrt((error**2).mean())), 2),
                    "bias": round(float(error.mean()), 2),
                    "spread": round(float(deep[here].std()) / 100, 2),
                    "truth": "exact" if 64 - low <= exact_from else f"depth {depth}",
                }
            )
    return found
