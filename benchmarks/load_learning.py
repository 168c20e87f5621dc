"""How long the questions of Learn take with much in the database: games, attempts, mistakes and puzzles.

    python -m benchmarks.load_learning [--many 10000]

Everything is written into a new database in a temporary folder. What the studio does in the background comes first: it
reads the puzzles, and hashes the positions of new games, after it has answered from those that are hashed. Printed is
the processor time of each question: of the first, and of the best of several.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import insert, select

import orchard
from orchard.core.choice import Stop
from orchard.core.puzzle import Puzzle
from orchard.play.database import Database
from orchard.play.position_search import index_positions
from orchard.play.record import GameRecord, MoveRecord
from orchard.play.schema import ATTEMPTS, JUDGED, MARKS, MISTAKES, PROFILES, PUZZLE_STRENGTHS
from orchard.play.store import Store
from orchard.study.accuracy import Accuracy
from orchard.study.attempts import Attempt, Attempts
from orchard.study.glicko import Strength
from orchard.study.mistakes import Mistakes
from orchard.study.opening_lines import branches, left_in, lines_of
from orchard.study.profiles import Profiles
from orchard.study.progress import PHASES, next_puzzle, progress
from orchard.study.puzzle_files import keep_own, puzzle_of, puzzles, shipped

BAR_S = 0.1
NAME, OWNER = "Ann", "0123456789abcdef"
GAME = orchard.game("reversi")


def fill(database: Database, url: str, many: int) -> None:
    """A profile with so many attempts, mistakes, games and reviews; half of the attempts are at puzzles."""
    Profiles(database).create(NAME)
    known, dice = shipped(GAME), random.Random(1)
    with database.writing() as connection:
        key = connection.execute(select(PROFILES.c.key)).scalar_one()
        tags = json.dumps({"kind": "last_ten", "phase": "end", "facts": ["lost_parity"]})
        attempts = [
            {
                "profile": key, "id": f"attempt {n}", "game": GAME.name, "source": "puzzle" if n % 2 else "game",
                "against": known[n % len(known)].id if n % 2 else "level:3", "score": float(n % 3 > 0), "tries": 1,
                "hints": 0, "tags": tags if n % 2 else "{}", "made": "2026-11-16T00:00:00", "rated": 1,
                "rating": 800.0, "deviation": 60.0,
            }
            for n in range(many)
        ]  # fmt: skip
        connection.execute(insert(ATTEMPTS), attempts)
        mistakes = [
            {
                "profile": key, "id": f"{n:012x}", "game": GAME.name, "position": known[n % len(known)].position.text,
                "played": "a1", "accepted": '["b1"]', "loss": 4.0, "tags": '{"facts": ["frontier"]}', "made": "2026",
                "due": f"2026-{1 + n % 12:02}-01", "repetitions": 0, "easiness": 2.5, "interval_days": 0,
            }
            for n in range(many)
        ]  # fmt: skip
        connection.execute(insert(MISTAKES), mistakes)
        moved = [
            {"game": GAME.name, "puzzle": each.id, "rating": 700.0, "deviation": 80.0, "volatility": 0.06}
            for each in known
        ]
        connection.execute(insert(PUZZLE_STRENGTHS), moved)
        marks = [
            {"profile": key, "kind": "opening", "game": GAME.name, "name": line.moves, "value": 1.0, "made": "2026"}
            for line in lines_of(GAME)
        ]
        connection.execute(insert(MARKS), marks)
        judged = [
            {
                "profile": key, "id": f"{n:016x}", "phase": phase, "game": GAME.name, "moves": 10, "good": 7,
                "made": "2026",
            }
            for n in range(many)
            for phase in PHASES
        ]  # fmt: skip
        connection.execute(insert(JUDGED), judged)
    store = Store(url)
    store.save_games((played(n, dice) for n in range(many)), owner=OWNER)
    store.close()


def played(number: int, dice: random.Random) -> GameRecord:
    position, moves = GAME.start(), []
    while len(moves) < 12 and not position.is_over:
        moves.append(MoveRecord(str(dice.choice(position.legal())), 0.0))
        position = position.play(moves[-1].move)
    started = f"2026-{1 + number % 12:02}-01T00:00:{number % 60:02}"
    return GameRecord(f"game {number}", GAME.name, "human", "level:2", moves=tuple(moves), started=started)


def own_puzzles(many: int) -> None:
    """So many puzzles in all: other positions than the shipped ones, as if made on this machine."""
    known, dice, made = shipped(GAME), random.Random(2), dict[str, Puzzle]()
    while len(known) + len(made) < many:
        position = GAME.start()
        while position.empties > 14 and not position.is_over:
            position = position.play(dice.choice(position.legal()))
        if len(position.legal()) > 1:
            puzzle = replace(known[0], position=position, accepted=(position.legal()[0],), rating=dice.randrange(1500))
            made.setdefault(puzzle.id, puzzle)
    keep_own(GAME, made.values())


def questions(database: Database, store: Store) -> dict[str, Callable[[], Any]]:
    attempts, mistakes, profiles = Attempts(database), Mistakes(database), Profiles(database)
    accuracy = Accuracy(database)
    number = iter(range(10**9))
    reviewed = {"moves": [{"ply": 1, "move": "f5", "color": "black", "grade": "best"}]}

    def choose() -> Any:
        own, tried = attempts.strengths(NAME, GAME), attempts.tried(NAME, GAME)
        own_strength = own.get("puzzle", Strength())
        return next_puzzle(puzzles(GAME), own_strength, tried, moved=attempts.puzzle_ratings(GAME))

    return {
        "the next puzzle": choose,
        "a puzzle by its id": lambda: puzzle_of(GAME, shipped(GAME)[-1].id),
        "an attempt is kept": lambda: attempts.puzzle(NAME, shipped(GAME)[3], Attempt(f"new {next(number)}", 1)),
        "a rated game is kept": lambda: attempts.game(NAME, GAME, 3, Attempt(f"new {next(number)}", 1)),
        "a review is counted": lambda: accuracy.add(NAME, [GAME.start()], reviewed, "black"),
        "progress": lambda: progress(database, NAME, GAME),
        "mistakes that are due": lambda: (mistakes.due(NAME, GAME, limit=1), mistakes.count_due(NAME, GAME)),
        "a mistake is answered": lambda: mistakes.answer(NAME, f"{7:012x}", True),
        "marks": lambda: [profiles.marks(NAME, kind, GAME.name) for kind in ("lesson", "drill", "opening")],
        "openings that were left": lambda: left_in(GAME, store.find_games(limit=200, game=GAME.name, owner=OWNER)),
        "the tree of openings": lambda: branches(GAME.start(), database),
        "my games": lambda: (store.find_games(limit=50, owner=OWNER), store.count_games(owner=OWNER)),
        "names of profiles": profiles.names,
    }


def first_tree(database: Database) -> None:
    """What the studio says of an opening before it hashes the games that were saved since."""
    stop = Stop()
    stop.set()
    assert index_positions(database, stop, lambda done, of: branches(GAME.start(), database)) == 0


def measured(ask: Callable[[], Any], times: int = 5) -> tuple[float, float]:
    """Seconds of the first time and of the best."""
    spent = []
    for _ in range(times):
        began = time.process_time()
        ask()
        spent.append(time.process_time() - began)
    return spent[0], min(spent)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--many", type=int, default=10_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_DATA_HOME"] = folder
        url = str(Path(folder, "learn.db"))
        database = Database(url)
        own_puzzles(asked.many)
        fill(database, url, asked.many)
        store = Store(url)
        print(f"{asked.many} games, reviews, attempts, mistakes and puzzles; ms of processor time, first and best")
        shipped.cache_clear()
        for name, once in {
            "the tree, no game hashed yet": lambda: first_tree(database),
            "(puzzles are read)": lambda: puzzles(GAME),
            "(games are hashed)": lambda: index_positions(database),
        }.items():
            print(f"  {name:<28} {1000 * measured(once, 1)[0]:8.1f}")
        for name, ask in questions(database, store).items():
            first, best = measured(ask)
            print(f"  {name:<28} {1000 * first:8.1f} {1000 * best:8.1f}{'' if first < BAR_S else '   over 100 ms'}")
        store.close()
        database.close()


if __name__ == "__main__":
    main()
