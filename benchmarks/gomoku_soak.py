"""Many fast games of kite with itself on boards of every width: no crash, no illegal move, no growing memory.

python benchmarks/gomoku_soak.py 1000
python benchmarks/gomoku_soak.py 5 --seconds 0.05     # the clock instead of nodes: the longest move is printed
"""

from __future__ import annotations

import argparse
import random
import resource
import time

import orchard


def play(
    player: orchard.Player, width: int, dice: random.Random, seconds: float | None, to_the_end: bool
) -> list[tuple[float, float]]:
    """Play one game; (seconds, processor seconds) of each move. To the end: no five, if any other move is left."""
    position, taken = orchard.game(f"gomoku:{width}").start(), []
    player.new_game()
    for _ in range(dice.randrange(6)):
        position = position.play(dice.choice(position.legal()))
    while not position.is_over:
        limits = orchard.Limits(nodes=120) if seconds is None else orchard.Limits(seconds=seconds)
        began, worked = time.perf_counter(), time.process_time()
        move = player.choose(position, limits).move
        taken.append((time.perf_counter() - began, time.process_time() - worked))
        after = position.play(move)  # raises where the move is illegal
        if to_the_end and after.is_over and after.empties:
            others = [other for other in position.legal() if not position.play(other).is_over]
            after = position.play(dice.choice(others)) if others else after
        position = after
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", type=int)
    parser.add_argument("--seconds", type=float, default=None)
    options = parser.parse_args()
    dice, player, began = random.Random(1), orchard.player("kite:memory_mb=2"), time.process_time()
    taken: list[tuple[float, float]] = []
    for number in range(options.games):
        full = options.seconds is not None
        taken += play(player, 15 if full else 5 + number % 16, dice, options.seconds, full)
    memory_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    times = sorted(seconds for seconds, _ in taken)
    middle, late = times[len(times) // 2], times[int(len(times) * 0.99)]
    print(f"{options.games} games, {len(taken)} moves in {time.process_time() - began:.1f} s of processor time")
    print(f"a move took {middle * 1000:.0f} ms in the middle, {late * 1000:.0f} ms in 99 of 100 and")
    print(f"{times[-1] * 1000:.0f} ms at most ({max(worked for _, worked in taken) * 1000:.0f} ms of processor time);")
    print(f"memory {memory_mb:.0f} MB")


if __name__ == "__main__":
    main()
