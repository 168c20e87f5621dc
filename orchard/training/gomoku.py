"""All stages for Gomoku in a row, generation after generation, from common sense on: self-play, fit, gate, and again.

Stages are joined by folders only: FOLDER/gen0, FOLDER/fit0, FOLDER/gen1 and so on, FOLDER/best.safetensors. Begun
again, it goes on where it stopped. Each fit learns from the last two generations.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from orchard.core.files import written_whole
from orchard.training.gomoku_fit import Fit, fit
from orchard.training.gomoku_gate import Gate, gate
from orchard.training.gomoku_selfplay import SelfPlay, play


@dataclass(frozen=True)
class Generation:
    games: int
    nodes: int
    trust_search: float


# Common sense counts in no sensible unit, so the first generation learns from results alone.
PLAN = (
    Generation(3000, 400, 0.0),
    Generation(5000, 500, 0.4),
    Generation(3000, 800, 0.4),
    Generation(15_000, 2000, 0.4),
)


def grow(
    folder: Path,
    *,
    scale: float = 1.0,
    threads: int = 1,
    seed: int = 1,
    on_gate: Callable[[int, dict[str, Any]], None] = lambda number, result: None,
) -> Path:
    """Run the plan, with `scale` times as many games; returns the file of the best weights."""
    best, folders = folder / "best.safetensors", list[Path]()
    for number, plan in enumerate(PLAN):
        played, fitted = folder / f"gen{number}", folder / f"fit{number}"
        new = fitted / "weights.safetensors"
        games = max(20, int(scale * plan.games))
        settings = SelfPlay(weights=player_of(played, best), nodes=plan.nodes, seed=seed + number)
        play(settings, played, games, threads)
        folders.append(played)
        if not has_met(best, new):
            fit(Fit(trust_search=plan.trust_search), folders[-2:], fitted)
            on_gate(number, gate(Gate(), str(new), best, threads))
    return best


def player_of(played: Path, best: Path) -> str:
    """The weights that a generation is played with: the best when it begins, kept beside its games."""
    kept = played / "weights.safetensors"
    if best.is_file() and not (played / "settings.json").is_file():
        with written_whole(kept) as partial:
            shutil.copyfile(best, partial)
    return str(kept) if kept.is_file() else "guess"


def has_met(best: Path, new: Path) -> bool:
    """Whether these weights have played their match against the best before."""
    log = best.with_suffix(".gates.jsonl")
    return log.is_file() and any(json.loads(line)["new"] == str(new) for line in log.read_text().splitlines())
