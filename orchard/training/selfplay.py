"""Stage 1: the engine plays itself, many games on many threads or machines, into a folder of shards."""

# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Generator, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from orchard.games.reversi.evaluate import weights_file
from orchard.training import shards
from orchard.training.workers import results_here, until


@dataclass(frozen=True)
class SelfPlay:
    """What the games are like. The same settings give the same games on any number of threads or machines."""

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

_local = threading.local()


def folded_weights(settings: SelfPlay) -> shards.Array:
    if settings.weights:
        return weights_file.read(Path(settings.weights))[0]
    return weights_file.rule_of_thumb(settings.game)


def play_shard(settings: SelfPlay, number: int, weights: shards.Array, stop: Any = None) -> shards.Shard:
    """The games of one shard, which depend on the settings and its number alone. Each thread keeps its memory for the
    next one. A shard that was cut short by the byte `stop` is of no use."""
    from orchard.games.reversi.search import selfplay as kernels

    kind = (settings.game, settings.confidence)
    if getattr(_local, "kind", None) != kind:
        _local.kind, _local.space = kind, kernels.Workspace(settings.game, confidence=settings.confidence)
    space = _local.space
    if stop is not None:
        space.stop = stop
    rules = [
        settings.depth,
        settings.exact_from,
        settings.opening_low,
        settings.opening_high,
        settings.stray_per_mille,
        settings.exact_stray_per_mille,
        0,
        0,
    ]
    out = [np.zeros(GAMES_PER_SHARD * kernels.MAX_POSITIONS, dtype) for dtype in shards.COLUMNS.values()]
    count = kernels.play_games(
        np.uint64(settings.seed),
        number * GAMES_PER_SHARD,
        GAMES_PER_SHARD,
        np.array(rules, np.int64),
        *out,
        *space.arguments(weights),
    )
    return number, {name: column[:count] for name, column in zip(shards.COLUMNS, out, strict=True)}


def _on_cluster(
    settings: SelfPlay, folded: shards.Array, waiting: Iterator[int], address: str
) -> Generator[shards.Shard, None, None]:
    """Shards played on the workers of a Dask scheduler, as they are done."""
    from orchard.play.cluster import Cluster

    with Cluster(address) as cluster:
        weights = cluster.submit(weights_file.unfold, folded)  # once for all shards; their tasks get its result
        yield from cluster.results(play_shard, ((settings, number, weights) for number in waiting))


def _here(
    settings: SelfPlay, folded: shards.Array, waiting: Iterator[int], threads: int
) -> Generator[shards.Shard, None, None]:
    """Shards played on threads of this process, as they are done."""
    import orchard.games.reversi.search.selfplay  # noqa: F401 - compiled before the time begins

    weights, stop = weights_file.unfold(folded), np.zeros(1, np.uint8)
    tasks = ((settings, number, weights, stop) for number in waiting)
    return results_here(play_shard, tasks, threads, lambda: stop.fill(1))


def play(
    settings: SelfPlay,
    folder: Path,
    *,
    games: int,
    seconds: float = float("inf"),
    threads: int = 1,
    cluster: str = "",
    on_shard: Callable[[int], None] | None = None,
) -> int:
    """Play until the folder holds so many games or the time is over; returns how many games it holds.

    On `threads` of this machine, or on the workers of the Dask scheduler at the address `cluster`. Ctrl-C leaves whole
    shards, and the next call goes on from there.
    """
    shards.open_folder(folder, shards.with_digest(asdict(settings)))
    folded = folded_weights(settings)
    there = shards.shard_numbers(folder)
    waiting = until(seconds, (n for n in range(-(-games // GAMES_PER_SHARD)) if n not in there))
    done = len(there)
    played = _on_cluster(settings, folded, waiting, cluster) if cluster else _here(settings, folded, waiting, threads)
    with contextlib.closing(played):
        for number, columns in played:
            shards.write_shard(folder, number, columns)
            done += 1
            if on_shard:
                on_shard(done * GAMES_PER_SHARD)
    return done * GAMES_PER_SHARD
