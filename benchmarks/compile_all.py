"""How long it takes to compile everything, once: every player makes a move in every game it plays, and both games of
Reversi are solved, in a new process with an empty cache and then in another with a full one.

    python -m benchmarks.compile_all
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

EVERYTHING = """
import orchard
from orchard.search.endgame import Solver

for game in map(orchard.game, orchard.games()):
    position = game.start().play(game.start().legal()[0])
    for name in orchard.players():
        if name in ("file", "gtp", "gomocup") or game.name not in orchard.player(name).games:
            continue
        orchard.player(name).choose(position, orchard.Limits(seconds=0.01))
    if game.name != "gomoku":
        Solver(game.name).solve(0x00000000FFFFFFFF, 0x0FFFFFFF00000000)
"""


def run(cache: str) -> tuple[float, str]:
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", EVERYTHING], env={**os.environ, "ORCHARD_CACHE": cache}, capture_output=True, text=True
    )
    if done.returncode:
        raise SystemExit(done.stderr)
    return time.perf_counter() - began, done.stderr.strip().splitlines()[-1] if done.stderr else "nothing compiled"


def main() -> None:
    with tempfile.TemporaryDirectory() as cache:
        for what in ("empty cache", "full cache"):
            seconds, said = run(cache)
            print(f"{what}: {seconds:.1f} s ({said})")


if __name__ == "__main__":
    main()
