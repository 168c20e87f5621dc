"""Import and export of large files: games a second, and the most memory a process needed. The table is for FORMATS.md.

    python -m benchmarks.bench_files [--games 130000] [--format ggf]

Games are made by random play and kept in a database; each format is exported from there and imported into an empty
one, every step in a process of its own, so that the memory is that of the step. Games for GGF have a value and seconds
for each move. OBF holds positions: as many are written and read as the other formats have games.
"""

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import orchard
from orchard.play import formats
from orchard.play.record import GameRecord, MoveRecord, plain_moves
from orchard.play.store import Imported, Store

PLAIN, TOLD, STONES = "reversi", "reversi, told", "gomoku"  # the databases
FORMATS = {"wthor": PLAIN, "ggf": TOLD, "sgf": PLAIN, "transcript": PLAIN, "obf": PLAIN, "psq": STONES}
TITLES = {"ggf": "GGF, with a value and seconds for each move", "transcript": "transcripts", "obf": "OBF, positions"}
DIFFERENT = 500  # games that are really played; the others are these under other names
POSITIONS = 60  # of a game, about
LIMIT_MB = 400


def made(kept: str, count: int) -> Iterator[GameRecord]:
    dice = random.Random(1)
    rules = orchard.game(kept.partition(",")[0])
    plain, played = plain_moves(rules), []
    for _ in range(min(DIFFERENT, count)):
        position = rules.start()
        while (outcome := position.outcome) is None:
            position = position.play(dice.choice(position.legal()))
        moves = tuple(plain[move.square] for move in position.moves_made)
        if kept == TOLD:
            moves = tuple(MoveRecord(move.move, dice.randrange(999) / 100, dice.randrange(-64, 64)) for move in moves)
        played.append(GameRecord("", rules.name, "", "", moves=moves, winner=outcome.winner, score=outcome.score))
    for number in range(count):
        names = {"black": f"wthor:{number // 3 % 5000}", "white": f"wthor:{number // 7 % 4999}"}
        yield replace(played[number % len(played)], id=f"{number}", started="2001", **names)


def make(folder: Path, kept: str, games: int) -> int:
    return imported(folder / f"{kept}.db", made(kept, games))


def export(folder: Path, name: str, games: int) -> int:
    with Store(str(folder / f"{FORMATS[name]}.db")) as store, open(folder / f"games.{name}", "w+b") as out:
        of_positions = games // POSITIONS + 1 if name == "obf" else None
        records = islice(store.each_game(oldest_first=True), of_positions)
        written = formats.write_to(out, records, name)
        out.seek(0)
        return sum(1 for _ in out) if name == "obf" else written


def read(folder: Path, name: str, games: int) -> int:
    with open(folder / f"games.{name}", "rb") as data:
        return imported(folder / "new.db", formats.iterate(data, name))


def imported(file: Path, records: Iterator[GameRecord]) -> int:
    done = Imported(0, 0)
    with Store(str(file)) as store:
        for done in store.import_games(records):  # noqa: B007 - the last one counts
            pass
    assert done.games == done.new, done
    return done.games


STEPS = {"make": make, "export": export, "import": read}


def step(what: str, folder: Path, name: str, games: int) -> dict[str, Any]:
    formats.read("gomoku: h8h9\n" * 120 if FORMATS.get(name, name) == STONES else "f5d6\n" * 120)  # loads the kernels
    wall, processor = time.perf_counter(), time.process_time()
    done = STEPS[what](folder, name, games)
    seconds = {"wall": time.perf_counter() - wall, "processor": time.process_time() - processor}
    assert name == "obf" or done == games, f"{name}: {done} of {games} games"
    return {"games": done, **seconds, "mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


def in_a_process(what: str, folder: str, name: str, games: int) -> dict[str, Any]:
    arguments = ["--games", str(games), "--step", what, folder, name]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.bench_files", *arguments], check=True, stdout=-1, text=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    rate = f"{found['games'] / found['processor']:,.0f} a second"
    print(f"{name:14} {what:7} {rate:>16} {found['wall']:6.1f} s {found['mb']:5.0f} MB", file=sys.stderr, flush=True)
    return found


def remove(folder: str, *patterns: str) -> None:
    for file in (file for pattern in patterns for file in Path(folder).glob(pattern)):
        file.unlink()


def told(found: dict[str, Any]) -> str:
    return f"{found['games'] / found['processor']:,.0f} ({found['games'] / found['wall']:,.0f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=130_000)
    parser.add_argument("--format", choices=FORMATS, action="append")
    parser.add_argument("--step", nargs=3, metavar=("STEP", "FOLDER", "NAME"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.step:
        what, folder, name = asked.step
        print(json.dumps(step(what, Path(folder), name, asked.games)))
        return
    rows, began = (
        [f"| {asked.games:,} games | import | export | most memory |", "| --- | --- | --- | --- |"],
        time.time(),
    )
    most = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for kept in dict.fromkeys(FORMATS[name] for name in asked.format or FORMATS):
            in_a_process("make", folder, kept, asked.games)
            for name in (name for name in asked.format or FORMATS if FORMATS[name] == kept):
                out, back = (in_a_process(what, folder, name, asked.games) for what in ("export", "import"))
                most = max(most, memory := max(out["mb"], back["mb"]))
                rows.append(f"| {TITLES.get(name, name.upper())} | {told(back)} | {told(out)} | {memory:.0f} MB |")
                remove(folder, "new.db*", f"games.{name}")
            remove(folder, f"{kept}.db*")  # 130,000 games take up to a gigabyte
    print("\n".join(rows))
    print(f"\nGames a second of processor time (of wall time). {time.time() - began:.0f} s in all.")
    if most > LIMIT_MB:
        sys.exit(f"the most memory was {most:.0f} MB: {LIMIT_MB} MB are allowed")


if __name__ == "__main__":
    main()
