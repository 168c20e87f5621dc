"""Stage 4: new weights replace old ones only when a match says so.

Both play every opening from both sides, equally deep, so that only the weights differ. The pair of games is the unit
of the statistics: its two results are not independent, the pairs are.
"""

# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from orchard.core.files import written_whole
from orchard.games.reversi.evaluate import weights_file

TRIES = 200  # at finding an opening that is even enough


@dataclass(frozen=True)
class Gate:
    """How the match is played."""

    game: str
    pairs: int = 1000  # 200 would leave an error of 2 %, more than most generations gain
    depth: int = 4
    exact_from: int = 10
    opening_plies: int = 8
    even_openings: float = 8.0  # discs; openings the old weights think more one-sided than that tell nothing
    seed: int = 20
    confidence: float = 1.645  # standard errors above one half that the new weights must reach


def folded(source: str, game: str) -> Any:
    """Weights by file; no file means the rule of thumb that training starts from."""
    return weights_file.read(Path(source))[0] if source else weights_file.rule_of_thumb(game)


def match(settings: Gate, new: str, old: str, threads: int = 1) -> dict[str, Any]:
    """Play the match; the new weights' share of points and their discs, with standard errors, and whether they pass."""
    from orchard.games.reversi.search import selfplay as kernels
    from orchard.games.reversi.search.midgame_table import new_table

    first = weights_file.unfold(folded(new, settings.game))
    second = weights_file.unfold(folded(old, settings.game))

    def opening(pair: int, space: kernels.Workspace) -> tuple[int, int]:
        for attempt in range(TRIES):
            seed = kernels.splitmix_word(np.uint64((settings.seed << 40) + (pair << 8) + attempt))
            own, enemy, _ = kernels.random_opening(seed, settings.opening_plies)
            space.table[:] = 0
            value = kernels.value_of(own, enemy, 3, 0, *space.arguments(second))
            if abs(value) <= 100 * settings.even_openings:
                break
        return own, enemy

    def play(part: range) -> list[tuple[float, float]]:
        space, table = kernels.Workspace(settings.game), new_table(1.0)
        results = []
        for pair in part:
            own, enemy = opening(pair, space)
            both = [
                kernels.play_match_game(
                    own, enemy, settings.depth, settings.exact_from, first_moves, first, second, space.table, table,
                    space.work,
                )
                for first_moves in (1, 0)
            ]  # fmt: skip
            points = sum(1.0 if value > 0 else 0.5 if value == 0 else 0.0 for value in both) / 2
            results.append((points, sum(both) / 200))
        return results

    parts = [range(start, settings.pairs, threads) for start in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        results = [result for part in pool.map(play, parts) for result in part]
    points, discs = np.array(results).T

    def standard_error(numbers: Any) -> float:
        return float(numbers.std(ddof=1) / np.sqrt(len(numbers))) if len(numbers) > 1 else 0.5

    share, error = float(points.mean()), standard_error(points)
    return {
        "settings": asdict(settings),
        "new": new,
        "old": old or "rule of thumb",
        "share": round(share, 4),
        "standard_error": round(error, 4),
        "discs": round(float(discs.mean()), 2),
        "discs_standard_error": round(standard_error(discs), 2),
        "passed": bool(share - 0.5 > settings.confidence * error and share > 0.5),
    }


def gate(settings: Gate, new: str, best: Path, threads: int = 1) -> dict[str, Any]:
    """Match new weights against the best so far (none: the rule of thumb) and promote them if they pass."""
    best.parent.mkdir(parents=True, exist_ok=True)
    result = match(settings, new, str(best) if best.is_file() else "", threads)
    if result["passed"]:
        with written_whole(best) as partial:
            shutil.copyfile(new, partial)
    with best.with_suffix(".gates.jsonl").open("a") as log:
        log.write(json.dumps(result) + "\n")
    return result
