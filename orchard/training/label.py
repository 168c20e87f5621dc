"""Stage 2: a longer look at positions that self-play has met."""

from dataclasses import asdict
from pathlib import Path

from orchard.core.course import Course, Label, Progress, no_progress
from orchard.training import shards
from orchard.training.workers import on_threads, write_shards


def label(
    course: Course, settings: Label, source: Path, folder: Path, *, threads: int = 1, progress: Progress = no_progress
) -> int:
    """Copy the shards of `source` with what the longer look has found; returns how many positions `folder` holds.

    A stopped run leaves whole shards, and the next call goes on from there.
    """
    paths = shards.shards_of(source)
    weights = course.prepared(course.weights(settings.weights))
    shards.open_folder(folder, {**shards.settings_of(source), "label": shards.with_digest(asdict(settings))})
    there = shards.shard_numbers(folder)
    missing = [path for path in paths if shards.shard_number(path) not in there]
    tasks = (
        (shards.shard_number(path), settings, shards.read_shard(path, course.columns), weights) for path in missing
    )
    labelled = on_threads(course.label_shard, tasks, threads)
    before = len(paths) - len(missing)
    write_shards(course, folder, labelled, lambda done: progress(before + done, len(paths)))
    return sum(len(shards.read_shard(path, ["game"])["game"]) for path in shards.shard_paths(folder))
