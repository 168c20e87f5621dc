"""All stages in a row, generation after generation, from nothing: self-play, fit, gate, and again.

`python -m orchard.training.pipeline reversi FOLDER` does what the `orchard train` commands do one at a time; it is
meant for a machine with many cores that is there for a few minutes.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path

from orchard.training import fit, gate, selfplay


@dataclass(frozen=True)
class Generation:
    share: float  # of the time for self-play
    depth: int
    exact_from: int
    stray_per_mille: int
    trust_search: float
    ridge: float


PLAN = (
    Generation(0.14, 3, 10, 0, 0.0, 150.0),  # the rule of thumb's values are worth nothing: learn from outcomes alone
    Generation(0.28, 4, 11, 15, 0.3, 80.0),
    Generation(0.58, 5, 12, 25, 0.6, 40.0),
)


def grow(game: str, folder: Path, *, seconds: float, threads: int, seed: int = 1, device: str = "auto") -> Path:
    """Generations of self-play for so many seconds in all; returns the file of the best weights."""
    best = folder / "best.safetensors"
    for number, plan in enumerate(PLAN):
        name = f"gen{number}"
        generation = selfplay.SelfPlay(
            game,
            weights=str(best) if best.is_file() else "",
            depth=plan.depth,
            exact_from=plan.exact_from,
            stray_per_mille=plan.stray_per_mille,
            seed=seed + number,
        )
        begun = time.time()
        games = selfplay.play(generation, folder / name, games=10**7, seconds=seconds * plan.share, threads=threads)
        played = time.time() - begun
        settings = fit.Fit(trust_search=plan.trust_search, ridge=plan.ridge, device=device)
        report = fit.fit(settings, [folder / name], folder / f"fit{number}")
        result = gate.gate(gate.Gate(game), str(folder / f"fit{number}" / "weights.safetensors"), best, threads)
        line = {
            "generation": number,
            "games": games,
            "games_per_second": round(games / played, 1),
            "positions": report["positions"],
            "fit_seconds": report["seconds"],
            "device": report["device"],
            "share": result["share"],
            "standard_error": result["standard_error"],
            "passed": result["passed"],
            "seconds": round(time.time() - begun, 1),
        }
        with (folder / "log.jsonl").open("a") as log:
            log.write(json.dumps(line) + "\n")
        print(json.dumps(line), flush=True)
        for phase in report["phases"]:
            print(" ", {key: value for key, value in phase.items() if key != "curve"}, flush=True)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("game", choices=("reversi", "reversed_reversi"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=600, help="of self-play in all")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="auto")
    given = parser.parse_args()
    grow(
        given.game,
        given.folder,
        seconds=given.seconds,
        threads=given.threads,
        seed=given.seed,
        device=given.device,
    )


if __name__ == "__main__":
    main()
