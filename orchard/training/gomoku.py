"""All stages for Gomoku in a row, generation after generation: self-play, fit, gate, and again.

    python -m orchard.training.gomoku FOLDER

Begins with common sense instead of weights and needs one core for some ten minutes. Each fit learns from the last two
generations. Stages are joined by folders only:
FOLDER/games0, FOLDER/fit0, FOLDER/games1 and so on; what is there already is not done again.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from orchard.training.gomoku_fit import Fit, fit
from orchard.training.gomoku_gate import even_openings, match
from orchard.training.gomoku_selfplay import SelfPlay, engine_for, play


@dataclass(frozen=True)
class Generation:
    games: int
    nodes: int
    trust_search: float


# Common sense counts in no sensible unit, so the first generation learns from results alone.
PLAN = (Generation(3000, 400, 0.0), Generation(5000, 500, 0.4), Generation(3000, 800, 0.4))
GATE_PAIRS, GATE_NODES = 100, 3000


def grow(folder: Path) -> str:
    """Run the plan; returns the weights that stood last: a file, or 'guess'."""
    best, folders = "guess", list[Path]()
    for number, plan in enumerate(PLAN):
        games, fitted = folder / f"games{number}", folder / f"fit{number}"
        play(SelfPlay(weights=best, nodes=plan.nodes, seed=number + 1), games, plan.games, _say(f"games{number}"))
        folders.append(games)
        if not (fitted / "report.json").is_file():
            fit(Fit(trust_search=plan.trust_search), folders[-2:], fitted)
        new = str(fitted / "weights.safetensors")
        openings = even_openings(GATE_PAIRS, 100 + number, engine_for("guess"))
        result = match(engine_for(new), engine_for(best), openings, (GATE_NODES, GATE_NODES))
        print(f"fit{number} against {best}: {result}", flush=True)
        (fitted / "gate.json").write_text(json.dumps({"against": best, "games": result.games, "score": result.score}))
        if result.score > 0.5:
            best = new
    return best


def _say(name: str) -> Callable[[int], None]:
    return lambda games: print(f"{name}: {games} games", flush=True) if games % 500 == 0 else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    print(grow(parser.parse_args().folder))


if __name__ == "__main__":
    main()
