"""What twice the time is worth: a player against itself with half of it, over paired openings.

    python -m benchmarks.doubling kite --game gomoku --seconds 0.1 0.2 0.4 0.8 --pairs 50 --jobs 16
    python -m benchmarks.doubling kite --game gomoku --nodes 4000 8000 16000 --pairs 20

Each step plays the later limit against the one before it. Elo with its 95 % interval over pairs.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from itertools import pairwise

import orchard
from benchmarks.duel import Side, play_all, summary


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("player")
    parser.add_argument("--game", default="gomoku", choices=orchard.games())
    limits = parser.add_mutually_exclusive_group(required=True)
    limits.add_argument("--seconds", type=float, nargs="+", help="a move, from short to long")
    limits.add_argument("--nodes", type=int, nargs="+")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    steps = [Side(given.player, seconds=seconds) for seconds in given.seconds or ()]
    steps += [Side(given.player, nodes=nodes) for nodes in given.nodes or ()]
    if len(steps) < 2:
        parser.error("at least two limits are compared")
    found = []
    for less, more in pairwise(steps):
        games = list(play_all(given.game, (more, less), given.pairs, given.jobs, given.seed))
        found.append(summary(given.game, (more, less), games))
        if not given.json:
            elo = found[-1].elo
            print(f"{found[-1]}; Elo {elo}", flush=True)
    if given.json:
        print(json.dumps([asdict(step) for step in found]))


if __name__ == "__main__":
    main()
