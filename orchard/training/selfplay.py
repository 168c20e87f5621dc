"""Stage 1: an engine plays itself, many games on many threads or machines, into a folder of shards."""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from orchard.core.course import Course, Progress, SelfPlay, no_progress
from orchard.training import shards
from orchard.training.workers import on_cluster, on_threads, until, write_shards


def play(
    course: Course,
    settings: SelfPlay,
    folder: Path,
    *,
    games: int,
    seconds: float = float("inf"),
    threads: int = 1,
    cluster: str = "",
    progress: Progress = no_progress,
) -> int:
    """Play until the folder holds this number of games or the time is over; returns how many games it holds.

    On `threads` of this machine, or on the workers of the Dask scheduler at the address `cluster`. Ctrl-C leaves whole
    shards, and the next call goes on from there.
    """
    weights = course.weights(settings.weights)
    shards.open_folder(folder, shards.with_digest(asdict(settings)))
    there, per_shard = shards.shard_numbers(folder), course.games_per_shard
    numbers = until(seconds, (n for n in range(-(-games // per_shard)) if n not in there))

    def tasks(prepared: Any) -> Iterator[tuple[Any, ...]]:
        return ((number, settings, number, prepared) for number in numbers)

    if cluster:
        played = on_cluster(course.play_shard, tasks, cluster, (course.prepared, weights))
    else:
        played = on_threads(course.play_shard, tasks(course.prepared(weights)), threads)
    done = write_shards(course, folder, played, lambda done: progress((len(there) + done) * per_shard, games))
    return (len(there) + done) * per_shard
