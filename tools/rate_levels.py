"""Rate the levels of each game in a league among themselves, and keep the result for the studio.

    python tools/rate_levels.py --games 24        about ten minutes on two cores

Writes orchard/play/level_ratings.json: per game and level the Elo above level 1 with its 95 % interval. Level 10, which
thinks for seconds, is left out and stays "not rated yet".
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

TARGET = Path(orchard.__file__).parent / "play" / "level_ratings.json"
LEVELS = [f"level:{number}" for number in range(1, 10)]


def league(game: str, games: int, seed: int) -> dict[str, list[int]]:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "orchard", "league", *LEVELS, "--game", game, "--games", str(games)]
        command += ["--seed", str(seed), "--jobs", "2", "--json", "--db", f"sqlite:///{folder}/levels.db"]
        table = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["table"]
    return ratings_of(table)


def ratings_of(table: list[dict[str, float | str]]) -> dict[str, list[int]]:
    """Level number -> Elo, low, high, counted from level 1."""
    rows = {str(row["player"]): row for row in table}
    base = float(rows["level:1"]["elo"])
    return {
        level.partition(":")[2]: [round(float(rows[level][key]) - base) for key in ("elo", "low", "high")]
        for level in LEVELS
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=24, help="games for each pair of levels")
    parser.add_argument("--seed", type=int, default=5)
    options = parser.parse_args()
    found = {
        "made": datetime.now(UTC).strftime("%Y-%m-%d"),
        "games_per_pair": options.games,
        "seed": options.seed,
        "ratings": {name: league(name, options.games, options.seed) for name in orchard.games()},
    }
    TARGET.write_text(json.dumps(found, indent=1) + "\n")
    print(f"wrote {TARGET.name}")


if __name__ == "__main__":
    main()
