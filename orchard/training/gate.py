"""Stage 4: new weights replace old ones only when a match says so.

The pair of games from one opening is the unit of the statistics: its two results are not independent, the pairs are.
"""

import contextlib
import json
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from orchard.core.course import Course, Gate, Pair, Progress, initial_weights, no_progress
from orchard.core.files import written_whole
from orchard.games import game as find_game
from orchard.play.openings import openings_for
from orchard.play.rating import pair_elo, pair_score, pentanomial_of
from orchard.training.workers import on_threads


def match(
    course: Course, settings: Gate, new: str, old: str, *, threads: int = 1, progress: Progress = no_progress
) -> dict[str, Any]:
    """Play the match; the new weights' share of points with its standard error, and whether they pass."""
    weights = [course.prepared(course.weights(choice)) for choice in (new, old)]
    openings = [""] * settings.pairs
    if course.match_openings:
        found = openings_for(find_game(course.game), None, settings.pairs, settings.seed)
        openings = [opening.moves for opening in found]
    tasks = ((number, settings, number, opening, *weights) for number, opening in enumerate(openings))
    pairs: dict[int, Pair] = {}
    with contextlib.closing(on_threads(course.play_pair, tasks, threads)) as played:
        for number, pair in played:
            pairs[number] = pair
            progress(len(pairs), settings.pairs)
    about = {"settings": asdict(settings), "new": new, "old": old or "the initial weights"}
    return about | _result(course, settings, [pairs[number] for number in sorted(pairs)])


def _result(course: Course, settings: Gate, pairs: list[Pair]) -> dict[str, Any]:
    counts = pentanomial_of([pair.points for pair in pairs])
    share, error = pair_score(counts)
    estimate = pair_elo(counts)
    result = {
        "share": round(share, 4),
        "standard_error": round(error, 4),
        "elo": [round(number) for number in (estimate.elo, estimate.low, estimate.high)],
        "passed": share - 0.5 > settings.confidence * error,
    }
    if course.margin:
        margins = np.array([pair.margin for pair in pairs])
        spread = float(margins.std(ddof=1) / np.sqrt(len(margins)))
        result |= {course.margin: round(float(margins.mean()), 2), f"{course.margin}_standard_error": round(spread, 2)}
    return result


def gate(
    course: Course, settings: Gate, new: str, best: Path, *, threads: int = 1, progress: Progress = no_progress
) -> dict[str, Any]:
    """Match new weights against the best so far (none: the initial ones) and promote them if they pass."""
    best.parent.mkdir(parents=True, exist_ok=True)
    old = str(best) if best.is_file() else initial_weights(course)
    result = match(course, settings, new, old, threads=threads, progress=progress)
    if result["passed"]:
        with written_whole(best) as partial:
            shutil.copyfile(new, partial)
    with log_of(best).open("a") as log:
        log.write(json.dumps(result) + "\n")
    return result


def log_of(best: Path) -> Path:
    """Every match for the place of the best weights, one a line."""
    return best.with_suffix(".gates.jsonl")


def sentence(course: Course, result: dict[str, Any]) -> str:
    share, error = 100 * result["share"], 100 * result["standard_error"]
    margin = f", {result[course.margin]:+.1f} {course.margin}" if course.margin else ""
    verdict = "promoted" if result["passed"] else "not promoted"
    games = 2 * result["settings"]["pairs"]
    return f"{share:.1f} % ± {error:.1f} of {games} games{margin} against {result['old']}: {verdict}"
