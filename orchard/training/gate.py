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

from orchard.evaluate import weights_file


@dataclass(frozen=True)
class Gate:
    """How the match is played."""

    game: str
    pairs: int = 200
    depth: int = 4
    exact_from: int = 10
    opening_plies: int = 8
    seed: int = 20
    confidence: float = 1.645  # standard errors above one half that the new weights must reach


def folded(source: str, game: str) -> Any:
    """Weights by file; no file means the rule of thumb that training starts from."""
    return weights_file.read(Path(source))[0] if source else weights_file.rule_of_thumb(game)


def match(settings: Gate, new: str, old: str, threads: int = 1) -> dict[str, Any]:
    """Play the match; the new weights' share of points with its standard error, and whether they pass."""
    from orchard.games._bits import random_playout
    from orchard.search import selfplay as kernels
    from orchard.search._midgame_table import new_table

    first = weights_file.unfold(folded(new, settings.game))
    second = weights_file.unfold(folded(old, settings.game))

    def play(part: range) -> list[tuple[float, float]]:
        space, table = kernels.Workspace(settings.game), new_table(1.0)
        results = []
        for pair in part:
            seed = np.uint64((settings.seed << 32) + pair)
            own, enemy, _ = random_playout(
                kernels.START_OWN, kernels.START_ENEMY, kernels.splitmix_word(seed), settings.opening_plies
            )
            both = [
                kernels.play_match_game(
                    own, enemy, settings.depth, settings.exact_from, first_moves, first, second, space.table, table,
                    space.rows, space.room, space.margins, space.control, space.stop,
                )
                for first_moves in (1, 0)
            ]  # fmt: skip
            points = sum(1.0 if value > 0 else 0.5 if value == 0 else 0.0 for value in both) / 2
            results.append((points, sum(both) / 200))
        return results

    parts = [range(start, settings.pairs, threads) for start in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        results = [result for part in pool.map(play, parts) for result in part]
    points = np.array([point for point, _ in results])
    share = float(points.mean())
    error = float(points.std(ddof=1) / np.sqrt(len(points))) if len(points) > 1 else 0.5
    return {
        "settings": asdict(settings),
        "new": new,
        "old": old or "rule of thumb",
        "share": round(share, 4),
        "standard_error": round(error, 4),
        "discs": round(float(np.mean([discs for _, discs in results])), 2),
        "passed": bool(share - 0.5 > settings.confidence * error and share > 0.5),
    }


def gate(settings: Gate, new: str, best: Path, threads: int = 1) -> dict[str, Any]:
    """Match new weights against the best so far (none: the rule of thumb) and promote them if they pass."""
    result = match(settings, new, str(best) if best.is_file() else "", threads)
    if result["passed"]:
        best.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(new, best)
    with best.with_suffix(".gates.jsonl").open("a") as log:
        log.write(json.dumps(result) + "\n")
    return result
