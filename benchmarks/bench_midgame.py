"""How fast sage searches the midgame: fixed positions to a fixed depth on one thread, in nodes and processor time.

    python -m benchmarks.bench_midgame reversi --depth 16
    python -m benchmarks.bench_midgame reversi --depth 16 --against ../other/tree

With another tree the two take turns, position by position, so that a busy machine disturbs both alike. Of each
position the fastest of the repeats counts; the ratios are other / this one, their median over the positions is printed.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from math import exp, log
from pathlib import Path

# Openings that sage calls even, continued by sage with 30,000 nodes a move: 25 to 44 empty squares.
POSITIONS = {
    "reversi": """
        e6d6c3f6g7e3f4b2e2f3g4g6c5b5c6c4
        e6f6d3e7f5c3f7d2c4b5b3d6c5c6b4f4a6
        f5f4g3g6g5f6d3h4d6e3e2c4f3g4c3e6c6c5
        e6f4d3c6g3f7e3f5g6f3f6c4c5c2d2c3d6e1b6
        d3c3e6f4g3c6f5f7d6f3c5e3e7g4h3h5d2c2e2f1
        d3c3c4c5f6f5g6d2e6f3e3f2e2f4g3f1c1e1c2h3d6
        d3c5b6d2e3f4g4g3d6f5e6c4f3c6e2f1b5d7b3b4c7f2
        d3e3f2c4b3d2f4g5c2c3d1b4c5e2a3c6d6a4a5b6f3e6g4
        f5d6c7g5e6f4g4d7f3f6h6g6f7h3h4f8c4e3d3c3c5b4b6d2
        f5f4f3f6f7g5g6d6e6e7c5f8c6c4d7e3g4h3h5g3e8d8c3h4d3
        d3c3f5f6f7e3f3c5c4b5b4a3f2f4c2e2d1c1c6d6g4h4e6d2g3g6
        f5f4f3g4d3d6d7e2f6e6e7f7g3c5c6e3g6c3e8h3b5c7c4d8d2d1f2
        d3c5e6e3b5e7f5c3c4c6d2f4b4d6f6e2g3c1d7f7b6c8f3c7b3g6h6g4
        f5d6c7f6c4d7f4g5c6c5e6e7b5g3d8d3d2c3b4b6f8a5a4a3b3a2a6a7f3
        c4c5e6e3c6d6c3b6b5f3e7d7c8d8e8f5d3c7a6d2d1b4a3c1b8e1b3a4a5e2
        f5f4d3d6e6c4d7c6c5c7e7b6e3f3b3c2c3b4a5g6b5e2g5d2g4a3c8h5h3h6g3
        e6d6c3d3c4b3e2d2c5c6d7f3b6f5f4f6f2e7e3g5b4e1h5h6g3g6g4f7c7d8f8a4
        d3e3f4c3e2c5c6f5f3d6c2g4g5d2b3g3c4b5b6b4h3d7f6a3c1g6h4h5h6a6e6e1b2
        e6d6c4f6c7b3e7d3c6f5g5d7c5b5c8f7f8b6b4g4a6d8e8f4c3a3e2h6e3f2f3c2h3e1
        f5f4g3g4c3c4c5f6d3c6e6d6d7c8d8b4a5b6b3a4a3b5b8d2a6e7e2c2e3f2f3h4e8c7g5
    """,
    "reversed_reversi": """
        e6d6c7d7c4d3c8f5c6b8b7e7f6d8g4c5
        c4c5f6c3c6f5b4b3e6e3d6d3g5a4f3f4e2
        d3c3f5d2c2d6b2b4b3f4e6c4c6e2c5b6a5b5
        c4c3c2b4b3c5a5a3b5a4a2b6b7a7d3f4c6d6e6
        d3e3f5c3c2c5b2b3d2d1b1e1c4b4f3f2a2g3c6a3
        d3c3b3f4f5d2e3b4g4f3f2e6c4b5e2e1c1d1b2c5c2
        f5f4g3d6c5g4g5h4f3e6f6e3h5h6e7c4c6g6h7g7h3d3
        c4c3f5f4g3e6f3c5e7g4e3d6c6f2g5f6g6h2d3e2b5d7b3
        e6f4f3d6c6d7g4b5c7f5g6e3b6g5d8h7f6e7f8e8c4g8h5c5
        d3e3f3c5c6e2f5g4b5c3f2f1b2b3b4a3c2c4a2a6b6a4a5b1h3
        f5d6c6f4d7c7f3e3e6g4e2f6g5h4f7d8c5e7b8b7g6g3c8c4a7g8
        e6f6c4e7f5c3f7d6c5f4d3b5c6d7c8f3e3d8e8g5b6b4c7a7g6b7b2
        c4e3f2c5c6e2d6c3f4e6f5g6g5f6d3f3g4b7c7b4b5d2d7b3e7a6a7g1
        e6d6c7f7c5f4g3c4d3c6e3f5b5a4f6g5e7d7e8g6b4c3b7b6a7d8g8f8g4
        f5d6c5f6c4b4g7f4f3e3d2e2d3c3e6e1b6c6b5g2a3b3a2c2e7d7b2g3g4a1
        c4c5b6f3e6c6c7b4a3a7d6d7c8f6c3b3d3a4b5a5a6a2b2e2e3e7f4f5g2g4f1
        d3e3f4g3f5c4b3d6e6c5g4f3f6h4e2f2h2g5h3g2h5e1c3d2g1h1d1c1f1c2c6a2
        c4c5c6c3f5d6e3f4e6b4g5f6e7b7b6d7f3c7d3f8b5a4a5d2a3e2f2f7b2a6a7b3c1
        c4e3f5e6f6c6d7c5f4d3c3f3d6b4e2g5f2g4d2b2g6c7b5g3e7g1f1a6h2b6b8h7h3h4
        f5f4g3f6d3c5d6f3g4c6e3c3e6d7g6d2c4f2b5b6e2g5d1c1b2e1a7h2h3g2h1f7c7b4b3
    """,
}
REPEATS = 3


def serve(game_name: str, spec: str) -> None:
    """Answer each line, a transcript and a depth, with the nodes, the processor time and the value of the search."""
    import orchard

    game, player = orchard.game(game_name), orchard.player(spec)
    player.choose(game.start().play("f5"), orchard.Limits(depth=4))  # kernels are loaded or compiled
    print("ready", flush=True)
    for line in sys.stdin:
        moves, depth = line.split()
        position = game.replay(moves)
        player.new_game()
        began = time.process_time()
        choice = player.choose(position, orchard.Limits(depth=int(depth)))
        print(choice.nodes, time.process_time() - began, choice.value, choice.move, flush=True)


class Engine:
    """A process that searches with the code of one tree."""

    def __init__(self, tree: Path, game: str, spec: str) -> None:
        environment = {**os.environ, "PYTHONPATH": str(tree), "ORCHARD_QUIET": "1"}
        command = [sys.executable, __file__, game, "--spec", spec, "--serve"]
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._line()

    def _line(self) -> list[str]:
        assert self.process.stdout is not None
        return self.process.stdout.readline().split()

    def ask(self, moves: str, depth: int) -> tuple[int, float, str]:
        """Nodes, processor seconds, and what was found."""
        assert self.process.stdin is not None
        print(moves, depth, file=self.process.stdin, flush=True)
        nodes, seconds, *found = self._line()
        return int(nodes), float(seconds), " ".join(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=tuple(POSITIONS))
    parser.add_argument("--depth", type=int, default=16)
    parser.add_argument("--repeat", type=int, default=REPEATS)
    parser.add_argument("--against", type=Path, help="another source tree of Orchard, to compare with")
    parser.add_argument("--spec", default="sage:solve_from=0")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve(given.game, given.spec)
        return
    trees = [Path(__file__).resolve().parents[1], *([given.against.resolve()] if given.against else [])]
    engines = [Engine(tree, given.game, given.spec) for tree in trees]
    best: list[list[tuple[int, float]]] = [[] for _ in trees]
    same = 0
    transcripts = POSITIONS[given.game].split()
    for moves in transcripts:
        tries = [[engine.ask(moves, given.depth) for engine in engines] for _ in range(given.repeat)]
        for number in range(len(engines)):
            nodes, seconds, _ = min((row[number] for row in tries), key=lambda answer: answer[1])
            best[number].append((nodes, seconds))
        same += len({answer[2] for answer in tries[0]}) == 1
    for tree, results in zip(trees, best, strict=True):
        rates = statistics.median(nodes / seconds / 1e6 for nodes, seconds in results)
        nodes, spent = sum(r[0] for r in results), sum(r[1] for r in results)
        typical = exp(statistics.mean(log(r[1]) for r in results))
        print(
            f"{tree}: {nodes:,} nodes in {spent:.2f} s, median {rates:.2f} million nodes/s,"
            f" {1000 * typical:.1f} ms to depth {given.depth} (geometric mean)"
        )
    if given.against:
        time_ratios = [other[1] / this[1] for this, other in zip(*best, strict=True)]
        node_ratios = [other[0] / this[0] for this, other in zip(*best, strict=True)]
        rate_ratios = [t / n for t, n in zip(time_ratios, node_ratios, strict=True)]
        print(
            f"other / this, medians: time {statistics.median(time_ratios):.3f},"
            f" nodes {statistics.median(node_ratios):.3f}; speed of this / other {statistics.median(rate_ratios):.3f};"
            f" same value and move on {same} of {len(transcripts)}"
        )


if __name__ == "__main__":
    main()
