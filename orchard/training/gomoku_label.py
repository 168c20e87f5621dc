"""Stage 2 for Gomoku: a longer look at the positions that self-play has met."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from orchard.core.game import BLACK, WHITE, Position
from orchard.games import game as find_game
from orchard.training.gomoku_selfplay import COLUMNS, Array, Rows, deepen, engine_for, write_shards
from orchard.training.shards import ShardError, open_folder, settings_of, shard_numbers, shard_paths


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
    open_folder(folder, {**settings_of(source), "label": asdict(settings)})
    paths = {int(path.stem.split("-")[1]): path for path in shard_paths(source)}
    if not paths:
        raise ShardError(f"no shards in {source}")
    there = shard_numbers(folder)
    engine_for(settings.weights)  # complains about weights before any thread begins

    def work(numbers: list[int]) -> Iterator[tuple[int, Rows]]:
        engine = engine_for(settings.weights, table_mb=2)
        for number in numbers:
            with np.load(paths[number]) as file:
                rows = {name: list(file[name]) for name in COLUMNS}
            for at, cells in enumerate(rows["cells"]):
                found = deepen(engine, position_of(cells), settings.nodes)
                if found is not None:
                    rows["value"][at], rows["move"][at] = found.value, found.line[0]
            yield number, rows

    missing = [number for number in paths if number not in there]
    write_shards(folder, work, missing, threads, lambda done: on_shard(len(paths) - len(missing) + done))
    return sum(len(np.load(path)["game"]) for path in shard_paths(folder))
