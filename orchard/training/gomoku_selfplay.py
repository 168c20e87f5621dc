"""Stage 1 for Gomoku: the engine plays itself from openings that look even, into a folder of shards."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from orchard.core.game import BLACK, Position
from orchard.evaluate.gomoku import weights
from orchard.evaluate.lines import tables
from orchard.games import game as find_game
from orchard.search.gomoku import SURE, Style
from orchard.search.gomoku_engine import Engine, Found
from orchard.training.shards import ShardError, open_folder, shard_paths

Array = np.ndarray[Any, np.dtype[Any]]
Rows = dict[str, list[Any]]
COLUMNS = ("game", "cells", "value", "result", "move", "strayed")
GAMES_PER_SHARD = 50
EVEN = 600  # an opening that a short search values below this, in thousandths of a logit, is played


@dataclass(frozen=True)
class SelfPlay:
    """What the games are like. The same settings give the same games."""

    game: str = "gomoku"
    weights: str = "guess"  # guess, trained, or a file
    nodes: int = 400  # searched for each move
    opening_low: int = 3  # stones put at random in the middle, at least and at most
    opening_high: int = 8
    stray: float = 0.08  # how often a move is drawn from the best-looking ones instead
    seed: int = 1


def engine_for(choice: str, table_mb: float = 1) -> Engine:
    return Engine(tables(*weights(choice)), Style(), table_mb)


def deepen(engine: Engine, position: Position, nodes: int) -> Found | None:
    """Search so many nodes, the same for the same position."""
    engine.begin(position, 1, nodes)
    return engine.deepest(40)


def random_opening(dice: random.Random, low: int, high: int, reach: int = 3) -> Position:
    """Stones of both sides at random near the middle of the board."""
    game = find_game("gomoku")
    middle = game.board.width // 2
    area = [
        row * game.board.width + column
        for row in range(middle - reach, middle + reach + 1)
        for column in range(middle - reach, middle + reach + 1)
    ]
    position = game.start()
    for square in dice.sample(area, dice.randint(low, high)):
        position = game.after(position, game.board.moves[square])
    return position


def play_game(engine: Engine, settings: SelfPlay, number: int) -> Rows:
    """One game as rows, each from the view of the side to move; it ends when a side has proved its win."""
    dice = random.Random(f"{settings.seed} {number}")
    while True:
        position = random_opening(dice, settings.opening_low, settings.opening_high)
        found = deepen(engine, position, settings.nodes)
        if found is not None and abs(found.value) < EVEN:
            break
    rows: Rows = {name: [] for name in COLUMNS}
    movers, winner = [], 0
    while not position.is_over:
        found = deepen(engine, position, settings.nodes)
        sign = 1 if position.to_move == BLACK else -1
        if found is None:
            square = engine.policy()[0][0]
        else:
            square = found.line[0]
            rows["game"].append(number)
            rows["cells"].append(cells_of(position))
            rows["value"].append(found.value)
            rows["move"].append(square)
            movers.append(sign)
            if abs(found.value) > SURE:
                winner = sign if found.value > 0 else -sign
                rows["strayed"].append(False)
                break
            stray = dice.random() < settings.stray
            rows["strayed"].append(stray)
            if stray:
                square = dice.choice([move for move, _ in engine.policy()[:8]])
        position = position.game.after(position, position.game.board.moves[square])
    if position.is_over and position.outcome is not None:
        winner = position.outcome.score
    rows["result"] = [winner * sign for sign in movers]
    return rows


def cells_of(position: Position) -> Array:
    """[squares] uint8: 0 empty, 1 own, 2 the enemy's."""
    size = position.game.board.size
    own = np.array([position.own >> square & 1 for square in range(size)], np.uint8)
    enemy = np.array([position.enemy >> square & 1 for square in range(size)], np.uint8)
    return own + 2 * enemy


def play(
    settings: SelfPlay,
    folder: Path,
    games: int,
    threads: int = 1,
    on_shard: Callable[[int], None] = lambda games: None,
) -> int:
    """Play until the folder holds so many games; a folder begun with the same settings is gone on with."""
    open_folder(folder, asdict(settings))
    missing = [
        first for first in range(0, games, GAMES_PER_SHARD) if not _shard(folder, first // GAMES_PER_SHARD).is_file()
    ]
    engine_for(settings.weights)  # complains about weights before any thread begins

    def work(firsts: list[int]) -> Iterator[tuple[int, Rows]]:
        engine = engine_for(settings.weights)
        for first in firsts:
            rows: Rows = {name: [] for name in COLUMNS}
            for number in range(first, min(first + GAMES_PER_SHARD, games)):
                for name, values in play_game(engine, settings, number).items():
                    rows[name] += values
            yield first // GAMES_PER_SHARD, rows

    write_shards(folder, work, missing, threads, lambda done: on_shard(games - GAMES_PER_SHARD * (len(missing) - done)))
    return games


def write_shards(
    folder: Path,
    work: Callable[[list[int]], Iterator[tuple[int, Rows]]],
    tasks: list[int],
    threads: int,
    on_shard: Callable[[int], None],
) -> None:
    """Share the tasks out to threads (a kernel does not hold the interpreter's lock) and write each shard they yield.
    A stopped run leaves whole shards only."""
    lock, done, stopped = threading.Lock(), 0, threading.Event()

    def run(mine: list[int]) -> None:
        nonlocal done
        for number, rows in work(mine):
            path = _shard(folder, number)
            partial = path.with_name(f"partial-{number:05d}.npz")
            columns: dict[str, Any] = {name: np.array(values) for name, values in rows.items()}
            np.savez_compressed(partial, **columns)
            partial.replace(path)
            with lock:
                done += 1
                on_shard(done)
            if stopped.is_set():
                return

    with ThreadPoolExecutor(threads) as pool:
        try:
            for future in [pool.submit(run, tasks[at::threads]) for at in range(threads)]:
                future.result()
        except BaseException:
            stopped.set()
            raise


def _shard(folder: Path, number: int) -> Path:
    return folder / f"shard-{number:05d}.npz"


def read(folders: list[Path]) -> dict[str, Array]:
    """All rows of some folders, games numbered apart."""
    parts: list[dict[str, Array]] = []
    first = 0
    for folder in folders:
        paths = shard_paths(folder)
        if not paths:
            raise ShardError(f"no shards in {folder}: play some games into it first")
        for path in paths:
            with np.load(path) as file:
                part = {name: file[name] for name in COLUMNS}
            part["game"] = part["game"] + first
            parts.append(part)
        first = max(int(part["game"].max(initial=0)) for part in parts) + 1
    return {name: np.concatenate([part[name] for part in parts]) for name in COLUMNS}
