"""How well a shallow search predicts a deep one, for multi-ProbCut, and how well the evaluation predicts the truth, for
the error tables: from positions of our own games that were held out of training."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from orchard.core.course import Array, Columns, Findings
from orchard.games.reversi.evaluate import pattern_tables as tables
from orchard.games.reversi.evaluate import weights_file
from orchard.games.reversi.search.probcut import SHALLOW
from orchard.games.reversi.training.columns import HELD_OUT, discs_in, discs_of, error_chart, phase_of, picked
from orchard.games.reversi.training.games import values, workspace
from orchard.games.reversi.training.settings import ReversiErrors, ReversiMeasure

LARGEST = 3000  # 1/100 disc: positions that are decided by more tell nothing
MEASURE_TABLE_MB, ERRORS_TABLE_MB = 8.0, 16.0


def sample(columns: Columns, per_phase: int, seed: int = 1, held_out: int = HELD_OUT) -> Columns:
    """So many held-out positions of every phase, decided by at most 30 discs, in random order.

    With `held_out` 1 every game is taken, for games that no training has seen.
    """
    phase = phase_of(discs_of(columns))
    fair = (columns["game"] % held_out == 0) & (np.abs(columns["later"]) <= LARGEST)
    order = np.random.default_rng(seed).permutation(len(phase))
    rows = [order[(fair & (phase == p))[order]][:per_phase] for p in range(tables.PHASES)]
    return picked(columns, np.concatenate(rows))


def searched(
    game: str,
    weights: weights_file.Evaluation,
    columns: Columns,
    looks: list[tuple[int, int]],
    threads: int,
    table_mb: float,
) -> Array:
    """[looks, rows] int16: the values by several looks, each (plies, exact from), without selective cuts."""
    count = len(columns["own"])
    found, stop = np.zeros((len(looks), count), np.int16), np.zeros(1, np.uint8)

    def work(part: range) -> None:
        rows = np.array(part, np.int64)
        mine, space = picked(columns, rows), workspace(game, stop, table_mb)
        for at, (plies, exact_from) in enumerate(looks):
            found[at, rows] = values(space, mine, plies, exact_from, weights)[0]

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, [range(first, count, 4 * threads) for first in range(min(count, 4 * threads))]))
    return found


def probcut_sigma(columns: Columns, by_depth: Array) -> Array:
    """[PHASES, depths] the standard deviation of deep minus shallow value, in 1/100 disc, smoothed over phases.

    The middle nine tenths are measured and scaled up, so that a handful of lost positions do not decide it.
    """
    phase = phase_of(discs_of(columns))
    sigma = np.zeros((tables.PHASES, len(by_depth)))
    for depth in range(1, len(by_depth)):
        error = by_depth[depth].astype(np.float64) - by_depth[SHALLOW[depth]]
        for p in range(tables.PHASES):
            near = error[np.abs(phase - p) <= 1]
            if len(near) > 20:
                low, high = np.quantile(near, [0.05, 0.95])
                sigma[p, depth] = (high - low) / 3.29
    return sigma


def measure(settings: ReversiMeasure, game: str, path: Path, columns: Columns, threads: int) -> Findings:
    """Measure shallow against deep searches, for the file that the search reads."""
    chosen = sample(columns, settings.per_phase)
    looks = [(depth, 0) for depth in range(settings.deepest + 1)]
    evaluation = weights_file.unfold_all(weights_file.read_evaluation(path))
    by_depth = searched(game, evaluation, chosen, looks, threads, MEASURE_TABLE_MB)
    return Findings(
        {
            "game": game,
            "made": time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
            "positions": len(chosen["own"]),
            "sigma": np.round(probcut_sigma(chosen, by_depth), 1).tolist(),
        }
    )


def errors(settings: ReversiErrors, game: str, path: Path, columns: Columns, threads: int) -> Findings:
    """How far the bare evaluation is from a deep search, or from the truth near the end, phase by phase, in discs."""
    chosen = sample(columns, settings.per_phase, held_out=1 if settings.all_games else HELD_OUT)
    looks = [(0, 0), (settings.depth, settings.exact_from)]
    evaluation = weights_file.unfold_all(weights_file.read_evaluation(path))
    bare, deep = searched(game, evaluation, chosen, looks, threads, ERRORS_TABLE_MB)
    phase = phase_of(discs_of(chosen))
    found: list[dict[str, Any]] = []
    for number in range(tables.PHASES):
        here = phase == number
        if here.any():
            low = discs_in(number)[0]
            error = (bare[here].astype(np.float64) - deep[here]) / 100
            found.append(
                {
                    "discs": [low, low + tables.DISCS_PER_PHASE - 1],
                    "positions": int(here.sum()),
                    "mean_error": round(float(np.abs(error).mean()), 2),
                    "rms_error": round(float(np.sqrt((error**2).mean())), 2),
                    "bias": round(float(error.mean()), 2),
                    "spread": round(float(deep[here].std()) / 100, 2),
                    "truth": "exact" if 64 - low <= settings.exact_from else f"depth {settings.depth}",
                }
            )
    rows = [
        (
            f"{row['discs'][0]}–{row['discs'][1]}",
            str(row["positions"]),
            row["truth"],
            *(f"{row[key]:.2f}" for key in ("mean_error", "rms_error", "bias", "spread")),
        )
        for row in found
    ]
    titles = ("discs", "positions", "judged by", "mean error", "rms error", "bias", "spread")
    title = f"{game}: the evaluation against deep search and exact scores"
    return Findings(found, (titles, *rows), chart=error_chart(title, "spread of values", found))
