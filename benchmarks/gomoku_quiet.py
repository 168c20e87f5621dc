"""How deep the Gomoku engine looks into quiet positions with a number of nodes, with some settings.

    python -m benchmarks.gomoku_quiet "" "futility=0" --nodes 200000

Each setting is a list of fields of `SearchStyle` that differ from the default. The positions have 3 to 11 stones, no
side has a four to make, and a short search called each near even. A search that proves a win is counted as deeper than
any other.
"""

from __future__ import annotations

import argparse
import statistics
import time

from benchmarks.gomoku_match import engine_of
from orchard.games import game

POSITIONS = """
    g6e10e9h6k6 j6i5g9k5 f5g10e9f11f8e10
    e6i7k9k10j10l8i9l9 i10h6h7 h6f7i10
    j5j6g11j9i7g9f7i10 j10i10j7h6g6g7h8h9f8 h10f10j7g11h7h11
    g6g7j9h6i5f6i8h7i7i6 h10j10g6i11i9j8k9j9j11k8j6 g9i9f9g6i6f10j6
    h6g6h10i9j6h8j10 h8j8f6i6k7i7i5 h8f8j6g9h6f9
    f6g9j8g7g6h6f8f5h5f7 i6j8j10g9i9 g6j8j10j6h8k7
    i6j7i10h7i7i8 f10f6h7i7i6g8h8h9f7 f8g8j6h9f7f9g9h10h7i7
    i11h8k6 h5e5k5g9f9d6 g8f8j10i8f6h9i9g7
    f6g11f10i10h8i9i8h11 f11i10j10k10j11j9i8h11k8g10g12 i8k7g11j8f11j7h11i11e11d11
    j6h9k10 h7g8e6h5j5g6 f6i8e10i9e7
"""
DEEPEST = 99


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("settings", nargs="+")
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--positions", type=int, default=30)
    given = parser.parse_args()
    there = [game("gomoku").replay(moves) for moves in POSITIONS.split()[: given.positions]]
    for setting in given.settings:
        engine, depths, nodes, by_fours = engine_of(setting, table_mb=32), list[int](), 0, 0
        began = time.process_time()
        for position in there:
            engine.begin(position, 1, given.nodes)
            found = engine.deepest(DEEPEST - 1)
            complete = 0 if found is None else found.depth - (not found.complete)
            depths.append(DEEPEST if found is not None and found.wins_in else complete)
            nodes += int(engine.kits[0].work.nodes)
            by_fours += int(engine.kits[0].work.vcf_nodes)
        print(
            f"{setting or 'default'}: median depth {statistics.median(depths):g} ({min(depths)} to"
            f" {max(depth for depth in depths if depth < DEEPEST)}), {depths.count(DEEPEST)} wins or losses proved;"
            f" {by_fours / (nodes + by_fours):.0%} of the nodes for wins by fours,"
            f" {time.process_time() - began:.1f} s of processor time",
            flush=True,
        )


if __name__ == "__main__":
    main()
