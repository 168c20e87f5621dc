"""Stage 2: a deeper look at positions that self-play has met; exact where the solver is fast."""

# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from orchard.games.reversi.evaluate import weights_file
from orchard.training import shards
from orchard.training.workers import results_here

_local = threading.local()


@dataclass(frozen=True)
class Label:
    """How deep to look, and with which weights (a file)."""

    weights: str
    depth: int = 8
    exact_from: int = 16


def label(
    settings: Label,
    source: Path,
    folder: Path,
    *,
    threads: int = 1,
    on_shard: Callable[[int, int], None] | None = None,
) -> int:
    """Copy the shards of `source` with new values; returns how many positions `folder` holds.

    A stopped run leaves whole shards, and the next call goes on from there.
    """
    before = shards.settings_of(source)
    shards.open_folder(folder, {**before, "label": shards.with_digest(asdict(settings))})
    paths = shards.shard_paths(source)
    if not paths:
        raise shards.ShardError(f"no shards in {source}")
    there = shards.shard_numbers(folder)
    waiting = [path for path in paths if int(path.stem.split("-")[1]) not in there]
    weights, stop = weights_file.load(settings.weights), np.zeros(1, np.uint8)
    tasks = ((settings, before["game"], path, weights, stop) for path in waiting)
    with contextlib.closing(results_here(label_shard, tasks, threads, lambda: stop.fill(1))) as labelled:
        for done, (number, columns) in enumerate(labelled, len(paths) - len(waiting) + 1):
            shards.write_shard(folder, number, columns)
            if on_shard:
                on_shard(done, len(paths))
    return sum(len(shards.read_shard(path)["own"]) for path in shards.shard_paths(folder))


def label_shard(settings: Label, game: str, path: Path, weights: shards.Array, stop: shards.Array) -> shards.Shard:
    """A shard with new values. Each thread keeps its memory for the next one. One that was cut short by the byte
    `stop` is of no use."""
    from orchard.games.reversi.search import selfplay as kernels

    if getattr(_local, "game", None) != game:
        _local.game, _local.space = game, kernels.Workspace(game, 8.0)
    _local.space.stop = stop
    columns = shards.read_shard(path)
    count = len(columns["own"])
    values, exact = np.zeros(count, np.int16), np.zeros(count, np.uint8)
    kernels.label_positions(
        columns["own"],
        columns["enemy"],
        settings.depth,
        settings.exact_from,
        values,
        exact,
        *_local.space.arguments(weights),
    )
    known = (columns["flags"] & shards.EXACT > 0) & (exact == 0)  # solved before, and only searched now
    columns["value"] = np.where(known, columns["value"], values)
    columns["later"] = np.where(exact > 0, values, columns["later"])
    columns["flags"] = columns["flags"] | np.where(exact > 0, shards.EXACT, 0).astype(np.uint8)
    return int(path.stem.split("-")[1]), columns
