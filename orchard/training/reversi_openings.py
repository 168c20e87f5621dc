"""Balanced openings for both Reversi games by our own engine: random ones favour a side, by nine discs on average.

    python -m orchard.training.reversi_openings reversi 2000 --jobs 2 > reversi_openings.txt

Random walks of eight plies, no two of them turned or mirrored forms of each other, are kept when a short search and
then a longer one call them even: within a disc for the side to move.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import islice
from multiprocessing import get_context

from orchard.core.choice import Limits
from orchard.core.player import Player
from orchard.games import game as find_game
from orchard.play.openings import different_walks
from orchard.players import player

PLIES = 8
SHORT, LONG = (20_000, 2.5), (300_000, 1.0)  # nodes; discs that are near even
BATCH = 400


@cache
def judge() -> Player:
    """One for each process."""
    return player("sage:table=16,solve_from=0")


def is_even(game_name: str, moves: str) -> bool:
    position = find_game(game_name).replay(moves)
    return all(abs(judge().choose(position, Limits(nodes=nodes)).value or 0.0) <= most for nodes, most in (SHORT, LONG))


def collect(game_name: str, count: int, seed: int, jobs: int = 1) -> Iterator[str]:
    """The transcripts of `count` even openings; the same seed gives the same ones."""
    walks = different_walks(find_game(game_name), PLIES, seed)
    found = 0
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        while found < count and (batch := [position.transcript for position in islice(walks, BATCH)]):
            even = pool.map(is_even, [game_name] * len(batch), batch, chunksize=8)
            for moves in (moves for moves, kept in zip(batch, even, strict=True) if kept):
                if found < count:
                    found += 1
                    yield moves


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=("reversi", "reversed_reversi"))
    parser.add_argument("count", type=int, nargs="?", default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    given = parser.parse_args()
    print(f"# Balanced openings for {given.game}, by python -m orchard.training.reversi_openings")
    for moves in collect(given.game, given.count, given.seed, given.jobs):
        print(moves, flush=True)


if __name__ == "__main__":
    main()
