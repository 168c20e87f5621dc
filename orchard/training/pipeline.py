"""All stages in a row, generation after generation, from nothing: self-play, fit, gate, and again; then the policy.

`python -m orchard.training.pipeline reversi FOLDER` does what the `orchard train` commands do one at a time; it is
meant for a machine with many cores that is there for a few minutes.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from orchard.training import fit, gate, policy, selfplay


@dataclass(frozen=True)
class Generation:
    seconds: float  # of self-play, on 16 threads
    depth: int
    confidence: float  # of selective cut-offs; 0: none
    exact_from: int
    opening_high: int
    stray_per_mille: int
    foresight: float
    ridge: float
    even_games: float = 24.0
    with_last: bool = False  # whether the generation before is learnt from once more


ALL_ALIKE = 1e9  # discs: every position counts the same

PLAN = (
    # A rule of thumb's values are worth nothing, so the first generation learns from the ends of games alone.
    Generation(27, 3, 0.0, 10, 16, 0, 1.0, 150.0, ALL_ALIKE),
    Generation(53, 4, 0.0, 11, 16, 15, 0.85, 80.0, ALL_ALIKE),
    Generation(110, 5, 0.0, 12, 16, 25, 0.85, 40.0, ALL_ALIKE),
    # Good games, and then many with a bad move now and then: a search must judge the positions that bad moves lead to.
    Generation(215, 8, 1.0, 14, 14, 30, 0.85, 8.0),
    Generation(220, 6, 1.0, 14, 14, 150, 0.85, 8.0, with_last=True),
)


def grow(
    game: str, folder: Path, *, scale: float, threads: int, first: int = 0, seed: int = 1, device: str = "auto"
) -> Path:
    """Play, fit and gate the generations of the plan from number `first` on; returns the file of the best weights.

    These then get a policy, from the games that the last generation learnt from. `scale` stretches the time for
    self-play. With `first` above 0 the folder holds the best weights so far; past the plan, only the policy is left.
    """
    best = folder / "best.safetensors"
    for number, plan in list(enumerate(PLAN))[first:]:
        name = f"gen{number}"
        generation = selfplay.SelfPlay(
            game,
            weights=str(best) if best.is_file() else "",
            depth=plan.depth,
            exact_from=plan.exact_from,
            opening_high=plan.opening_high,
            stray_per_mille=plan.stray_per_mille,
            confidence=plan.confidence,
            seed=seed + number,
        )
        begun = time.time()
        games = selfplay.play(generation, folder / name, games=10**7, seconds=scale * plan.seconds, threads=threads)
        played = time.time() - begun
        settings = fit.Fit(plan.foresight, plan.even_games, plan.ridge, device=device)
        report = fit.fit(settings, lessons(folder, number), folder / f"fit{number}")
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
        tell(folder, line)
        for phase in report["phases"]:
            shown = {key: value for key, value in phase.items() if key != "curve"}
            print(" ", shown, file=sys.stderr, flush=True)
    if best.is_file():  # only then a generation was ever better than the rule of thumb
        tell(folder, {"policy": policy.train(policy.Policy(), best, lessons(folder, len(PLAN) - 1))})
    return best


def lessons(folder: Path, number: int) -> list[Path]:
    """The games that a generation learns from: its own and perhaps those before it."""
    last = folder / f"gen{number - 1}"
    return [folder / f"gen{number}", *([last] if PLAN[number].with_last and last.is_dir() else [])]


def tell(folder: Path, line: dict[str, Any]) -> None:
    """Add a line to the folder's log, and show it on stderr: stdout is for the answer."""
    with (folder / "log.jsonl").open("a") as log:
        log.write(json.dumps(line) + "\n")
    print(json.dumps(line), file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("game", choices=("reversi", "reversed_reversi"))
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--scale", type=float, default=1.0, help="stretches the time for self-play (1: ten and a half minutes)"
    )
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--first", type=int, default=0, help="the generation to begin with")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="auto")
    given = parser.parse_args()
    grow(
        given.game,
        given.folder,
        scale=given.scale,
        threads=given.threads,
        first=given.first,
        seed=given.seed,
        device=given.device,
    )


if __name__ == "__main__":
    main()
