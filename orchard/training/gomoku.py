"""All stages for Gomoku in a row, generation after generation, from common sense on: self-play, fit, gate, and again.

Stages are joined by folders only: FOLDER/gen0, FOLDER/fit0, FOLDER/gen1 and so on, FOLDER/best.safetensors. A folder of
games that is there already is gone on with. Each fit learns from the last two generations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
        weights = str(best) if best.is_file() else "guess"
        games = max(20, int(scale * plan.games))
        play(SelfPlay(weights=weights, nodes=plan.nodes, seed=seed + number), played, games, threads)
        folders.append(played)
        fit(Fit(trust_search=plan.trust_search), folders[-2:], fitted)
        on_gate(number, gate(Gate(), str(fitted / "weights.safetensors"), best, threads))
    return best
