"""Rate the levels of each game in a league among themselves, and keep the result for the studio.

    python tools/rate_levels.py --games 24        under an hour on two cores

Writes weights/level_ratings.json of each game: per level the Elo above level 1 with its 95 % interval. The first nine
levels play a round robin; level 10, which thinks for seconds, plays the two below it.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import orchard
from orchard.play.rating import bradley_terry

GAMES = Path(orchard.__file__).parent / "games"
QUICK = [f"level:{number}" for number in range(1, 10)]
FULL_STRENGTH = ["level:10", "level:9", "level:8"]
Pairings = dict[tuple[str, str], list[int]]  # who played whom -> how many pairs of games gave 0, ½, 1, 1½, 2 points


def league(game: str, players: list[str], games: int, *options: str) -> Pairings:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "orchard", "league", *players, "--game", game, "--games", str(games), *options]
        command += ["--json", "--db", f"sqlite:///{folder}/levels.db"]
        played = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
    return {(row["players"][0], row["players"][1]): row["pentanomial"] for row in played["pairings"]}


def ratings(results: Pairings) -> dict[str, list[int]]:
    """Level number -> Elo, low, high, counted from level 1."""
    rated = {row.player: row for row in bradley_terry(results)}
    base = rated["level:1"].elo
    levels = sorted(rated, key=lambda level: int(level.partition(":")[2]))
    return {
        level.partition(":")[2]: [round(n - base) for n in (rated[level].elo, rated[level].low, rated[level].high)]
        for level in levels
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=24, help="games for each pair of levels")
    parser.add_argument("--top-games", type=int, default=16, help="games of level 10 with each of the two below it")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--game", choices=orchard.games(), help="only this game; the others are kept as they are")
    options = parser.parse_args()
    common = ("--seed", str(options.seed), "--jobs", str(options.jobs))
    how = {"made": datetime.now(UTC).strftime("%Y-%m-%d"), "seed": options.seed}
    how |= {"games_per_pair": options.games, "games_of_level_10": options.top_games}
    for name in [options.game] if options.game else orchard.games():
        results = league(name, QUICK, options.games, *common)
        results |= league(name, FULL_STRENGTH, options.top_games, *common, "--gauntlet")
        kept = {"league": how, "ratings": ratings(results)}
        (GAMES / name / "weights" / "level_ratings.json").write_text(
            json.dumps(kept, indent=1) + "\n", encoding="utf-8"
        )
        print(f"{name}: {kept['ratings']}", flush=True)


if __name__ == "__main__":
    main()
