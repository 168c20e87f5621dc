"""Grow an opening book without the command line of Orchard, where only NumPy and Numba are installed; else the same as
`orchard book build`, see docs/BOOK.md.

    python tools/grow_book.py reversi orchard/games/reversi/weights/openings.book --positions 20000 --depth 22 --jobs 15
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from orchard.core.choice import Stop
from orchard.core.interrupts import stop_on_interrupt
from orchard.games import game
from orchard.study.book_growth import GrowingBook, grow, growing
from orchard.study.book_search import LINES, Budget, Order, hands

SAY_EVERY_S = 10.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", type=game)
    parser.add_argument("file", type=Path)
    parser.add_argument("--positions", type=int, default=1000, help="how many it should have in the end")
    parser.add_argument("--depth", type=int)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--seconds", type=float, help="for each position")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="for the whole run")
    parser.add_argument("--lines", type=int, default=LINES, help="moves of a position that get a value")
    parser.add_argument("--ply-cost", type=float, help="what a ply costs against lost points: more grows wider")
    parser.add_argument("--player", help="who searches; default: the analyst of the game")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    given = parser.parse_args()
    order = Order(given.game.name, Budget(given.depth, given.nodes, given.seconds), given.player, given.lines)
    stop = Stop()
    began = said = time.monotonic()

    def tell(book: GrowingBook, _: object) -> None:
        nonlocal said
        if time.monotonic() - said > SAY_EVERY_S:
            said = time.monotonic()
            print(f"{len(book):,} of {given.positions:,} positions, {said - began:.0f} s", flush=True)

    with (
        stop_on_interrupt(stop),
        growing(given.file, given.game, given.player, given.lines) as book,
        hands(order, given.jobs) as work,
    ):
        grow(
            book,
            work,
            given.positions,
            ply_cost=given.ply_cost,
            seconds=60 * given.minutes,
            stop=stop,
            on_growth=tell,
        )
        print(f"{given.file}: {len(book):,} positions, {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
