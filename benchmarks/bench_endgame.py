"""Endgames: the published suite FFO 40 to 49, and random positions checked against a search without tricks.

    python -m benchmarks.bench_endgame                     the ten positions on one thread
    python -m benchmarks.bench_endgame --threads 2         and on two
    python -m benchmarks.bench_endgame --check 1000        1,000 random positions of 12 empties, both games

A score that is not the published one stops the run: nothing is timed that is not proved. A node is a position reached
by playing a disc or passing, the last square included; a position that only the table or the stability count decides
is one too, and so are the positions of looks ahead that sort moves. Wall time and CPU time differ where others use
the machine; `cpu / wall` near the number of threads says that the run had its cores to itself.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

from orchard.games.reversi.benches.endgame import FFO, ffo_rates


def check_random(game: str, count: int, empties: int = 12) -> dict[str, Any]:
    """Random positions of which every score is compared with a plain alpha-beta's."""
    from orchard.games.reversi.search.endgame import Solver
    from tests.games.reversi.reference_endgame import plain_alphabeta, random_position

    solver = Solver(game)
    plain_s = solver_s = 0.0
    nodes = 0
    for seed in range(count):
        own, enemy = random_position(empties, 1_000_000 + seed)
        began = time.thread_time()
        expected = plain_alphabeta(own, enemy, -64, 64, int(game == "reversed_reversi"))
        plain_s += time.thread_time() - began
        began = time.thread_time()
        solution = solver.solve(own, enemy)
        solver_s += time.thread_time() - began
        nodes += solution.nodes
        if solution.score != expected:
            raise AssertionError(f"{game} {own:#x} {enemy:#x}: {expected}, not {solution.score}")
    return {
        "what": f"{count} × {empties} empties",
        "game": game,
        "nodes": nodes,
        "solver_s": solver_s,
        "plain_s": plain_s,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--table-mb", type=int, default=64)
    parser.add_argument("--numbers", type=int, nargs="*", default=list(FFO))
    parser.add_argument("--check", type=int, default=0, metavar="COUNT")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if options.check:
        for game in ("reversi", "reversed_reversi"):
            print(json.dumps(check_random(game, options.check)), flush=True)
        return
    rows = []
    for row in ffo_rates(options.threads, options.table_mb, tuple(options.numbers)):
        rows.append(row)
        if options.json:
            print(json.dumps(row), flush=True)
        else:
            _print(row)
    total = {key: sum(row[key] for row in rows) for key in ("count", "seconds", "cpu_s")}
    total = {"what": "all", "empties": "", "score": 0, "move": "", **total, "rate": total["count"] / total["seconds"]}
    print(json.dumps(total)) if options.json else _print(total)


def _print(row: dict[str, Any]) -> None:
    score = f"{row['score']:+}" if row["move"] else ""
    print(
        f"{row['what']:7} {row['empties']:>3} {score:>4} {row['move']:3} {row['count']:>13,} nodes"
        f" {row['seconds']:8.2f} s {row['cpu_s']:8.2f} s cpu {row['count'] / row['cpu_s'] / 1e6:6.1f} M/cpu-s",
        flush=True,
    )


if __name__ == "__main__":
    main()
