"""Stage 2: a deeper look at positions that self-play has met; exact where the solver is fast."""

# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from orchard.evaluate import weights_file
from orchard.training import shards


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
    from orchard.search import selfplay as kernels

    before = shards.settings_of(source)
    shards.open_folder(folder, {**before, "label": asdict(settings)})
    paths = shards.shard_paths(source)
    if not paths:
        raise shards.ShardError(f"no shards in {source}")
    there = shards.shard_numbers(folder)
    waiting = [path for path in paths if int(path.stem.split("-")[1]) not in there]
    weights = weights_file.load(settings.weights)
    spaces = [kernels.Workspace(before["game"], 8.0) for _ in range(threads)]
    lock = threading.Lock()
    done = len(paths) - len(waiting)

    def work(space: kernels.Workspace) -> None:
        nonlocal done
        while True:
            with lock:
                if not waiting or space.stop[0]:
                    return
                path = waiting.pop(0)
            columns = shards.read_shard(path)
            count = len(columns["own"])
            values, exact = np.zeros(count, np.int16), np.zeros(count, np.uint8)
            finished = kernels.label_positions(
                columns["own"],
                columns["enemy"],
                settings.depth,
                settings.exact_from,
                values,
                exact,
                *space.arguments(weights),
            )
            if finished < count:
                return
            columns["value"] = values
            columns["later"] = np.where(exact > 0, values, columns["later"])
            columns["flags"] = columns["flags"] | np.where(exact > 0, shards.EXACT, 0).astype(np.uint8)
            shards.write_shard(folder, int(path.stem.split("-")[1]), columns)
            with lock:
                done += 1
                if on_shard:
                    on_shard(done, len(paths))

    with ThreadPoolExecutor(threads) as pool:
        running = [pool.submit(work, space) for space in spaces]
        try:
            for future in running:
                future.result()
        except BaseException:
            for space in spaces:
                space.stop[0] = 1
            raise
    return sum(len(shards.read_shard(path)["own"]) for path in shards.shard_paths(folder))
