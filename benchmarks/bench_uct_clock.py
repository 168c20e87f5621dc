"""How late the tree searchers are, for time limits from 10 ms up.

python benchmarks/bench_uct_clock.py [--longest 2] [--tries 20]
"""

from __future__ import annotations

import argparse
import time

import orchard

PLAYERS = (
    ("apple:playouts=1000000000", "reversi"),
    ("epsilon", "reversi"),
    ("uct", "gomoku"),
    ("uct:threads=2", "reversi"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--longest", type=float, default=2.0)
    parser.add_argument("--tries", type=int, default=20)
    arguments = parser.parse_args()
    print("worst lateness in ms (allowed: 30 ms or 5 %)")
    for spec, game_name in PLAYERS:
        player = orchard.player(spec)
        player.new_game()
        shown = []
        for seconds in (0.01, 0.05, 0.2, 1.0, 5.0, 60.0):
            if seconds > arguments.longest:
                break
            late = []
            for _ in range(max(1, min(arguments.tries, int(4 / seconds)))):
                began = time.perf_counter()
                player.choose(orchard.game(game_name).start(), orchard.Limits(seconds=seconds))
                late.append(time.perf_counter() - began - seconds)
            shown.append(f"{seconds:g} s: {max(late) * 1000:.1f}")
        print(f"  {spec} ({game_name}): {', '.join(shown)}", flush=True)


if __name__ == "__main__":
    main()
