"""Playouts a second in the tree, from the start position, one thread; OpenSpiel's C++ MCTS and plain Python beside it.

    python benchmarks/bench_uct.py [--seconds 1] [--rounds 5] [--json]

The searches are checked before they are timed (every playout is counted once at the root; a fixed seed gives a fixed
tree), run in turn so that a busy machine slows all alike, and the median of the rounds is given: by the clock on the
wall, and by the processor time of the thread, which other programs on the machine do not count against.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import orchard

sys.path.insert(0, str(Path(__file__).parent))
import plain_uct

Measure = Callable[
    [float], tuple[float, float]
]  # seconds to search -> playouts a second, of the wall and of the thread
REVERSI = orchard.game("reversi")
TEN_STONES = "h8 h9 i9 g7 j8 i8 h7 i7 g9 j6"


class Stopwatch:
    def __init__(self) -> None:
        self.wall, self.thread = time.perf_counter(), time.thread_time()

    def rates(self, done: int) -> tuple[float, float]:
        return done / (time.perf_counter() - self.wall), done / (time.thread_time() - self.thread)


def player_speed(spec: str) -> Measure:
    player = orchard.player(spec)
    player.new_game()
    checked = [player.choose(REVERSI.start(), orchard.Limits(playouts=5000, seed=1)) for _ in range(2)]
    # (one root visit may be a playout from the root itself, before it has children)
    assert 4999 <= sum(stat.visits for stat in checked[0].moves) <= 5000
    assert checked[0].moves == checked[1].moves

    def measure(seconds: float) -> tuple[float, float]:
        clock = Stopwatch()
        done = player.choose(REVERSI.start(), orchard.Limits(seconds=seconds, playouts=10**9)).nodes
        return clock.rates(done)

    return measure


def openspiel_speed() -> Measure | None:
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("othello")
    counts = {"simulations": 2000}

    def measure(seconds: float) -> tuple[float, float]:
        bot = pyspiel.MCTSBot(
            game, pyspiel.RandomRolloutEvaluator(1, 42), 0.5, counts["simulations"], 1000, False, 42, False
        )
        clock = Stopwatch()
        root = bot.mcts_search(game.new_initial_state())
        rates = clock.rates(counts["simulations"])
        assert root.explore_count == counts["simulations"]
        counts["simulations"] = max(200, int(rates[0] * seconds))
        return rates

    return measure


def plain_speed() -> Measure:
    start = REVERSI.start()
    assert plain_uct.legal(start.own, start.enemy) == start.legal_mask()
    counts = {"playouts": 100}

    def measure(seconds: float) -> tuple[float, float]:
        clock = Stopwatch()
        root = plain_uct.search(start.own, start.enemy, counts["playouts"], 0.5, random.Random(1))
        rates = clock.rates(counts["playouts"])
        assert root.visits == counts["playouts"] == sum(child.visits for child in root.children)
        counts["playouts"] = max(20, int(rates[0] * seconds))
        return rates

    return measure


def lines_seconds(rounds: int) -> list[float]:
    player = orchard.player("lines")
    player.new_game()
    position = orchard.game("gomoku").replay(TEN_STONES)
    times = []
    for seed in range(rounds + 1):
        choice = player.choose(position, orchard.Limits(seed=seed))
        assert choice.nodes == 5000
        times.append(choice.seconds)
    return times[1:]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    searches: dict[str, Measure | None] = {
        "apple": player_speed("apple"),
        "epsilon": player_speed("epsilon"),
        "uct": player_speed("uct:reuse=no"),
        "OpenSpiel C++ MCTS": openspiel_speed(),
        "plain Python": plain_speed(),
    }
    speeds: dict[str, list[tuple[float, float]]] = {name: [] for name, measure in searches.items() if measure}
    for round_number in range(arguments.rounds + 1):
        for name, measure in searches.items():
            if measure is not None:
                speed = measure(arguments.seconds if round_number else 0.1)
                if round_number:  # the first finds out how many playouts fit
                    speeds[name].append(speed)
    lines = lines_seconds(arguments.rounds)
    medians = {
        name: {
            "wall": statistics.median(wall for wall, _ in found),
            "thread": statistics.median(thread for _, thread in found),
        }
        for name, found in speeds.items()
    }
    if arguments.json:
        print(json.dumps({"playouts_per_second": medians, "lines_5000_iterations_seconds": statistics.median(lines)}))
        return
    print(f"Reversi from the start, one thread, {arguments.seconds:g} s, median of {arguments.rounds}: playouts/s")
    print(f"  {'':20} {'wall':>12} {'processor':>12}")
    for name, median in medians.items():
        ratio = median["thread"] / medians["plain Python"]["thread"]
        print(f"  {name:20} {median['wall']:>12,.0f} {median['thread']:>12,.0f}   {ratio:>8.1f} x plain Python")
    for name, run in searches.items():
        if run is None:
            print(f"  {name:20} not installed (pip install open_spiel)")
    print(f"Gomoku, ten stones: lines, 5000 iterations: {statistics.median(lines):.3f} s (bar 0.5 s)")


if __name__ == "__main__":
    main()
