"""Stage 2 for Gomoku: a longer look at the positions that self-play has met."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from orchard.core.game import BLACK, WHITE, Position
from orchard.games import game as find_game
from orchard.games.gomoku.evaluate.shapes import tables
from orchard.games.gomoku.evaluate.worth import Weights, weights
from orchard.games.gomoku.search.engine import KiteEngine
from orchard.games.gomoku.search.memory import SearchStyle
from orchard.training.gomoku_selfplay import COLUMNS, Array, Shard, deepen, write_shards
from orchard.training.shards import ShardError, open_folder, settings_of, shard_numbers, shard_paths, with_digest
from orchard.training.workers import results_here


@dataclass(frozen=True)
class Label:
    """Who looks (guess, trained, or a file), and at how many nodes."""

    weights: str = "trained"
    nodes: int = 10_000


def position_of(cells: Array) -> Position:
    """The position of a row: 0 empty, 1 own, 2 the enemy's; black has begun and sides alternate."""
    own, enemy = (sum(1 << int(square) for square in np.flatnonzero(cells == side)) for side in (1, 2))
    black_moves = own.bit_count() == enemy.bit_count()
    black, white = (own, enemy) if black_moves else (enemy, own)
    return Position(find_game("gomoku"), black, white, BLACK if black_moves else WHITE)


def label(
    settings: Label, source: Path, folder: Path, threads: int = 1, on_shard: Callable[[int], None] = lambda done: None
) -> int:
    """Copy the shards of `source` with new values and moves; returns how many positions `folder` holds."""
    open_folder(folder, {**settings_of(source), "label": with_digest(asdict(settings))})
    paths = {int(path.stem.split("-")[1]): path for path in shard_paths(source)}
    if not paths:
        raise ShardError(f"no shards in {source}")
    there = shard_numbers(folder)
    missing = [number for number in paths if number not in there]
    learned, stopped = weights(settings.weights), threading.Event()
    tasks = ((settings, number, paths[number], learned, stopped) for number in missing)
    with contextlib.closing(results_here(label_shard, tasks, threads, stopped.set)) as labelled:
        write_shards(folder, labelled, lambda done: on_shard(len(paths) - len(missing) + done))
    return sum(len(np.load(path)["game"]) for path in shard_paths(folder))


def label_shard(settings: Label, number: int, path: Path, learned: Weights, stopped: threading.Event) -> Shard:
    """The positions of one shard with new values and moves. One that was stopped is of no use."""
    engine = KiteEngine(tables(*learned), SearchStyle(), 2)
    with np.load(path) as file:
        rows = {name: list(file[name]) for name in COLUMNS}
    for at, cells in enumerate(rows["cells"]):
        if stopped.is_set():
            break
        found = deepen(engine, position_of(cells), settings.nodes)
        if found is not None:
            rows["value"][at], rows["move"][at] = found.value, found.line[0]
    return number, rows
