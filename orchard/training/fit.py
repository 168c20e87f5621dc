"""Stage 3: weights from positions, with a report of how they were made."""

import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from orchard.core.course import Course, Findings, Fit, Progress, no_progress
from orchard.training import shards
from orchard.training.plot import line_chart


@dataclass(frozen=True)
class Report:
    """What a fit has made: `weights`, and in the same folder report.json, and errors.svg where there is a chart."""

    weights: Path
    as_json: dict[str, Any]
    findings: Findings


def fit(
    course: Course, settings: Fit, folders: Sequence[Path], out: Path, *, progress: Progress = no_progress
) -> Report:
    """Fit weights to the shards of some folders, into `out`."""
    started = time.time()
    columns = shards.read_folders(folders, course.columns)
    out.mkdir(parents=True, exist_ok=True)  # before the work, which would be lost without it
    fitted = course.fit(settings, columns, progress)
    about = {
        "game": course.game,
        "made": time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(started)),
        "seconds": round(time.time() - started, 1),
        "settings": asdict(settings),
        **fitted.about,
        "positions": len(columns["game"]),
        "games": len(np.unique(columns["game"])),
        "data": {folder.name: shards.settings_of(folder) for folder in folders},
    }
    weights, report = out / "weights.safetensors", about | fitted.findings.as_json
    course.write(weights, fitted.weights, about)
    archived = report | {"shards": dict(shards.hashes(folders))}
    (out / "report.json").write_text(json.dumps(archived, indent=1) + "\n")
    if fitted.findings.chart:
        line_chart(out / "errors.svg", fitted.findings.chart)
    return Report(weights, report, fitted.findings)
