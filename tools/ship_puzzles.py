"""Makes the puzzles that come with Orchard.

    python -m tools.ship_puzzles make gomoku --seed 11 --seconds 330 raw/gomoku.11.jsonl   # one a core, each its seed
    python -m tools.ship_puzzles ship gomoku --count 2400 raw/gomoku.*.jsonl
    python -m tools.ship_puzzles make gomoku --kind long_fours --seed 12 --seconds 330 raw/long.12.jsonl
    python -m tools.ship_puzzles ship gomoku --add --count 300 raw/long.*.jsonl    # beside those that are shipped

A line of a raw file is a puzzle and how often each level solved it. What is shipped is a choice of them: all kinds, and
every rating from easy to hard, as evenly as there are puzzles.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from datetime import UTC, datetime
from itertools import zip_longest
from pathlib import Path
from typing import Any

import orchard
from orchard.core.puzzle import Puzzle
from orchard.study.puzzle_files import about_shipped, shipped, shipped_path, write
from orchard.study.puzzles import SEEDS, Attempts, Maker, rating

STEP = 100  # Elo: puzzles of one kind within it are alike


def make(game: orchard.Game, seed: int, seconds: float, out: Path, kind: str) -> None:
    maker, began = Maker(game, seed, shipped(game), kind), time.monotonic()
    with out.open("w", encoding="utf-8") as file:
        for puzzle in maker.unrated(orchard.Stop()):
            solved = maker.attempts(puzzle).solved
            row = [puzzle.position.text, puzzle.accepted, puzzle.kind, puzzle.number, puzzle.tags, solved, seed]
            print(json.dumps(row), file=file, flush=True)
            if time.monotonic() - began > seconds:
                break
    maker.close()


def read(game: orchard.Game, paths: list[Path]) -> dict[str, tuple[Puzzle, Attempts]]:
    """By id, so that none is there twice."""
    found: dict[str, tuple[Puzzle, Attempts]] = {}
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            text, accepted, kind, number, tags, solved, _ = json.loads(line)
            position = game.parse(text)
            attempts = Attempts(tuple(solved), SEEDS)
            moves = tuple(position.move(move) for move in accepted)
            puzzle = Puzzle(position, kind, moves, number, tuple(tags), rating(game, attempts))
            found.setdefault(puzzle.id, (puzzle, attempts))
    return found


def chosen(puzzles: list[Puzzle], count: int) -> list[Puzzle]:
    """One after the other from each kind and rating."""
    groups: dict[tuple[str, int], list[Puzzle]] = defaultdict(list)
    for puzzle in sorted(puzzles, key=lambda each: each.id):
        groups[puzzle.kind, (puzzle.rating or 0) // STEP].append(puzzle)
    in_turn = [puzzle for some in zip_longest(*groups.values()) for puzzle in some if puzzle is not None]
    return in_turn[:count]


def ship(game: orchard.Game, paths: list[Path], count: int, add: bool) -> None:
    found = read(game, paths)
    before, known = (about_shipped(game), shipped(game)) if add else ({}, ())
    for each in known:
        found.pop(each.id, None)
    new = chosen([puzzle for puzzle, _ in found.values()], count)
    solved = [sum(found[each.id][1].solved[n] for each in new) for n in range(len(SEEDS))]
    tried = [tries * len(new) for tries in SEEDS]
    none = [0] * len(SEEDS)
    about: dict[str, Any] = {
        "made": datetime.now(UTC).date().isoformat(),
        "found": len(found) + before.get("found", 0),
        "solved": [a + b for a, b in zip(solved, before.get("solved", none), strict=True)],  # by level 1, 2, …
        "tried": [a + b for a, b in zip(tried, before.get("tried", none), strict=True)],
    }
    taken = sorted([*known, *new], key=lambda each: (each.rating or 0, each.id))
    write(shipped_path(game), game, taken, about)
    size = shipped_path(game).stat().st_size
    shares = [round(won / of, 2) for won, of in zip(about["solved"], about["tried"], strict=True)]
    print(f"{game.name}: {len(taken)} of {about['found']} puzzles in {size:,} bytes")
    print(f"rated {taken[0].rating} to {taken[-1].rating}; levels 1 to {len(SEEDS)} solve {shares}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("make", "ship"))
    parser.add_argument("game", type=orchard.game)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--count", type=int, default=2400)
    parser.add_argument("--kind", default="", help="make only puzzles of this kind")
    parser.add_argument("--add", action="store_true", help="ship them beside those that are shipped")
    asked = parser.parse_args()
    if asked.what == "make":
        make(asked.game, asked.seed, asked.seconds, asked.files[0], asked.kind)
    else:
        ship(asked.game, asked.files, asked.count, asked.add)


if __name__ == "__main__":
    main()
