"""Import and export of large files: games a second of processor time, and the most memory a process needed.

    python -m benchmarks.bench_files [--games 130000] [--format ggf]

Games are made by random play, written as each format, imported into an empty database and exported again, each
step in a process of its own, so that the memory is that of the step. GGF gets a value and seconds for each move.
"""

import argparse
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import orchard
from orchard.play import formats
from orchard.play.record import GameRecord, MoveRecord, plain_moves
from orchard.play.store import Imported, Store

FORMATS = {"wthor": "reversi", "ggf": "reversi", "sgf": "reversi", "transcript": "reversi", "psq": "gomoku"}
DIFFERENT = 500  # games that are really played; the others are these under other names


def made(game: str, count: int, with_times: bool) -> Iterator[GameRecord]:
    dice = random.Random(1)
    rules = orchard.game(game)
    plain, played = plain_moves(rules), []
    for _ in range(min(DIFFERENT, count)):
        position = rules.start()
        while (outcome := position.outcome) is None:
            position = position.play(dice.choice(position.legal()))
        moves = tuple(plain[move.square] for move in position.moves_made)
        if with_times:
            moves = tuple(MoveRecord(move.move, dice.randrange(999) / 100, dice.randrange(-64, 64)) for move in moves)
        played.append(GameRecord("", game, "", "", moves=moves, winner=outcome.winner, score=outcome.score))
    for number in range(count):
        names = {"black": f"wthor:{number // 3 % 5000}", "white": f"wthor:{number // 7 % 4999}"}
        yield replace(played[number % len(played)], id=f"{number}", started="2001", **names)


def write(file: Path, name: str, games: int) -> int:
    with open(file, "w+b") as out:
        return formats.write_to(out, made(FORMATS[name], games, name == "ggf"), name)


def read(file: Path, name: str, games: int) -> int:
    done = Imported(0, 0)
    with Store(str(file.with_suffix(".db"))) as store, open(file, "rb") as data:
        for done in store.import_games(formats.iterate(data, name)):  # noqa: B007 - the last one counts
            pass
    assert done.games == games, done
    return done.games


def export(file: Path, name: str, games: int) -> int:
    with Store(str(file.with_suffix(".db"))) as store, open(file.with_suffix(".out"), "w+b") as out:
        return formats.write_to(out, store.each_game(oldest_first=True), name)


STEPS = {"write": write, "import": read, "export": export}


def step(what: str, file: Path, name: str, games: int) -> None:
    formats.read("f5d6\n" * 120 if FORMATS[name] == "reversi" else "gomoku: h8h9\n" * 120)  # kernels are loaded
    began = time.process_time()
    done = STEPS[what](file, name, games)
    seconds = time.process_time() - began
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{name:11} {what:7} {done:8} games {done / seconds:8.0f} games/s {memory:6.0f} MB", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=130_000)
    parser.add_argument("--format", choices=FORMATS, action="append")
    parser.add_argument("--step", nargs=2, metavar=("STEP", "FILE"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.step:
        step(asked.step[0], Path(asked.step[1]), asked.format[0], asked.games)
        return
    for name in asked.format or FORMATS:
        with tempfile.TemporaryDirectory() as folder:
            for what in STEPS:
                arguments = ["--format", name, "--games", str(asked.games), "--step", what, f"{folder}/games.{name}"]
                subprocess.run([sys.executable, "-m", "benchmarks.bench_files", *arguments], check=True)


if __name__ == "__main__":
    main()
