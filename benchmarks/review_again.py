"""Whether a game gets the same review every time: twenty whole games, three reviews of each, the last two under load.

    python benchmarks/review_again.py [games [seconds-per-move]]

It fails where a grade, a card or any value differs, and else says how long a review took.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

import orchard
from orchard.core.choice import Limits
from orchard.core.game import Position
from orchard.study.review import SECONDS_PER_MOVE, review

GAMES = ("reversi", "reversed_reversi", "gomoku", "connect_four", "tic_tac_toe")
LEVELS = ("level:2", "level:4")
WORK = 20_000  # nodes for a move of the games
LONGEST = 60  # plies


def played(game: str, seed: int) -> list[Position]:
    """A game of two weak players, the same for the same seed."""
    path = [orchard.game(game).start()]
    players = [orchard.player(spec) for spec in LEVELS]
    while not path[-1].is_over and len(path) <= LONGEST:
        player = players[(len(path) + seed) % 2]
        player.new_game()
        path.append(path[-1].play(player.choose(path[-1], Limits(nodes=WORK, seed=seed + len(path))).move))
    for player in players:
        player.close()
    return path


def main() -> None:
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    seconds_per_move = float(sys.argv[2]) if len(sys.argv) > 2 else SECONDS_PER_MOVE
    paths = [played(GAMES[seed % len(GAMES)], seed) for seed in range(many)]
    first: list[str] = []
    moves = sum(len(path) - 1 for path in paths)
    others: list[subprocess.Popen[bytes]] = []
    try:
        for run in range(3):
            if run == 1:
                busy = [sys.executable, "-c", "while True: pass"]
                others = [subprocess.Popen(busy) for _ in range(os.cpu_count() or 1)]
            began = time.perf_counter()
            found = [json.dumps(review(path, seconds_per_move=seconds_per_move).as_json()) for path in paths]
            seconds = time.perf_counter() - began
            first = first or found
            different = sum(a != b for a, b in zip(first, found, strict=True))
            print(f"review {run + 1}: {many} games, {moves} moves, {seconds:.1f} s, {different} differ", flush=True)
            if different:
                sys.exit(1)
    finally:
        for other in others:
            other.kill()
            other.wait()


if __name__ == "__main__":
    main()
