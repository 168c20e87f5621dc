"""Stage 1: the engine plays itself, many games on many threads, into a folder of shards."""

# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from orchard.evaluate import weights_file
from orchard.training import shards


@dataclass(frozen=True)
class SelfPlay:
    """What the games are like. The same settings give the same games on any number of threads."""

    game: str
    weights: str = ""  # a file; empty for the rule of thumb that training starts from
    depth: int = 5
    confidence: float = 0.0  # of selective cut-offs, as in sage; 0: none. With 1.0, depth 8 costs what depth 6 does
    exact_from: int = 12  # empty squares from where every position is solved
    opening_low: int = 4  # random moves at the start, at least and at most
    opening_high: int = 12
    stray_per_mille: int = 30  # how often a side plays a random move
    exact_stray_per_mille: int = 120  # the same where positions are solved: their labels do not suffer
    seed: int = 1


GAMES_PER_SHARD = 200


def folded_weights(settings: SelfPlay) -> shards.Array:
    if settings.weights:
        return weights_file.read(Path(settings.weights))[0]
    return weights_file.rule_of_thumb(settings.game)


def play(
    settings: SelfPlay,
    folder: Path,
    *,
    games: int,
    seconds: float = float("inf"),
    threads: int = 1,
    on_shard: Callable[[int], None] | None = None,
) -> int:
    """Play until the folder holds so many games or the time is over; returns how many games it holds.

    Ctrl-C leaves whole shards, and the next call goes on from there.
    """
    from orchard.search import selfplay as kernels

    shards.open_folder(folder, asdict(settings))
    weights = weights_file.unfold(folded_weights(settings))
    numbers = np.array(
        [
            settings.depth,
            settings.exact_from,
            settings.opening_low,
            settings.opening_high,
            settings.stray_per_mille,
            settings.exact_stray_per_mille,
            0,
            0,
        ],
        np.int64,
    )
    there = shards.shard_numbers(folder)
    waiting = [n for n in range(-(-games // GAMES_PER_SHARD)) if n not in there]
    lock = threading.Lock()
    deadline = time.monotonic() + seconds
    workspaces = [kernels.Workspace(settings.game, confidence=settings.confidence) for _ in range(threads)]
    done = len(there)

    def work(space: kernels.Workspace) -> None:
        nonlocal done
        rows = GAMES_PER_SHARD * kernels.MAX_POSITIONS
        out = [np.zeros(rows, kind) for kind in shards.COLUMNS.values()]
        while time.monotonic() < deadline:
            with lock:
                if not waiting:
                    return
                number = waiting.pop(0)
            count = kernels.play_games(
                np.uint64(settings.seed),
                number * GAMES_PER_SHARD,
                GAMES_PER_SHARD,
                numbers,
                *out,
                *space.arguments(weights),
            )
            if space.stop[0]:
                return
            columns = {name: column[:count] for name, column in zip(shards.COLUMNS, out, strict=True)}
            shards.write_shard(folder, number, columns)
            with lock:
                done += 1
                if on_shard:
                    on_shard(done * GAMES_PER_SHARD)

    with ThreadPoolExecutor(threads) as pool:
        running = [pool.submit(work, space) for space in workspaces]
        try:
            for future in running:
                future.result()
        except BaseException:
            for space in workspaces:
                space.stop[0] = 1
            raise
    return done * GAMES_PER_SHARD
