"""Balanced Gomoku openings by our own engine: freestyle is won for black, so matches begin from positions near even.

    python -m orchard.training.gomoku_openings 300 --nodes 3000 --jobs 2 > many.txt
    python -m orchard.training.gomoku_openings --of many.txt --jobs 2 > fewer.txt
    python -m orchard.training.gomoku_openings --of fewer.txt --nodes 100000 --jobs 2 > gomoku_openings.txt

Random stones in the middle are kept when

* it is no turned or mirrored form of another one,
* longer and longer searches call the position nearly even, and neither side can force a win by threats, and
* the better player wins it with either colour: two games, in each of which one side searches four times as many nodes
  as the other. What one colour wins in both games is decided, whatever the search thinks, and says nothing of players.
  The more nodes they have, the evener the openings for strong players, and the longer it takes: what passes with 3,000
  passes one time in two with 20,000, and of that one in three with 100,000. So `--of` judges the openings of a file
  again, by the longest search and games.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import islice
from multiprocessing import get_context

from orchard.core.game import Position, other
from orchard.games import game as find_game
from orchard.games.gomoku.search.threat_solver import ThreatSolver
from orchard.play.openings import read_openings, same_for_all_symmetries
from orchard.training.gomoku_gate import play_game
from orchard.training.gomoku_selfplay import deepen, engine_for, random_opening

SHORT, LONG, LONGEST = (1000, 500), (12_000, 300), (500_000, 300)  # nodes; thousandths of a logit that are near even
THREAT_NODES = 3000
STONES = (3, 7)
STRONGER = 4  # times as many nodes for the better player


class Judge:
    """Says whether an opening is even."""

    def __init__(self, nodes: int) -> None:
        self.strong, self.weak = (engine_for("trained", table_mb=2) for _ in range(2))
        self.searcher = engine_for("trained", table_mb=16)
        self.solver = ThreatSolver(14)
        self.nodes = (STRONGER * nodes, nodes)

    def is_even(self, position: Position) -> bool:
        if not (self.is_near_even(position, *SHORT) and self.is_near_even(position, *LONG)):
            return False
        passed = Position(position.game, position.black, position.white, other(position.to_move))
        if any(self.solver.solve(p, node_limit=THREAT_NODES).result == "win" for p in (position, passed)):
            return False
        return self.is_even_for_the_strong(position)

    def is_near_even(self, position: Position, nodes: int, most: int) -> bool:
        found = deepen(self.searcher, position, nodes)
        return found is not None and abs(found.value) <= most

    def is_even_for_the_strong(self, position: Position) -> bool:
        """Whether the longest search says so, and the better player wins with either colour."""
        if not self.is_near_even(position, *LONGEST):
            return False
        engines = (self.strong, self.weak)
        return all(play_game(engines, self.nodes, black, position, [0.0, 0.0]) == 0 for black in (0, 1))


def balanced(seed: int, nodes: int) -> Iterator[Position]:
    """Even openings without end; the same seed gives the same ones."""
    dice, judge = random.Random(seed), Judge(nodes)
    while True:
        position = random_opening(dice, *STONES, reach=dice.choice([2, 3]))
        if judge.is_even(position):
            yield position


def collect(count: int, seed: int, nodes: int, jobs: int = 1) -> Iterator[str]:
    """The transcripts of `count` openings, no two of them turned or mirrored forms of each other."""
    game, seen = find_game("gomoku"), set[tuple[int, int]]()
    batches = (count // jobs // 2 + 1, nodes)  # half of each process's share at a time, under a seed of its own
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        while len(seen) < count:
            seeds = range(seed, seed := seed + jobs)
            for found in pool.map(_some, seeds, *([each] * jobs for each in batches)):
                for moves in found:
                    key = same_for_all_symmetries(game.replay(moves))
                    if key not in seen and len(seen) < count:
                        seen.add(key)
                        yield moves


def _some(seed: int, count: int, nodes: int) -> list[str]:
    return [position.transcript for position in islice(balanced(seed, nodes), count)]


def judged_again(path: str, nodes: int, jobs: int = 1) -> Iterator[str]:
    """The openings of a file that games with more nodes find even, too."""
    openings = [opening.moves for opening in read_openings(find_game("gomoku"), path)]
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        found = pool.map(_is_even_for_the_strong, openings, [nodes] * len(openings))
        yield from (moves for moves, is_even in zip(openings, found, strict=True) if is_even)


def _is_even_for_the_strong(moves: str, nodes: int) -> bool:
    return _judge(nodes).is_even_for_the_strong(find_game("gomoku").replay(moves))


@cache
def _judge(nodes: int) -> Judge:
    """One for each process."""
    return Judge(nodes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=300)
    parser.add_argument("--of", metavar="FILE", help="judge these openings instead of random ones")
    parser.add_argument("--nodes", type=int, default=20_000, help="of the weaker player, for each move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    given = parser.parse_args()
    print("# Balanced openings for Gomoku on 15x15, by python -m orchard.training.gomoku_openings")
    found = (
        judged_again(given.of, given.nodes, given.jobs)
        if given.of
        else collect(given.count, given.seed, given.nodes, given.jobs)
    )
    for moves in found:
        print(moves, flush=True)


if __name__ == "__main__":
    main()
