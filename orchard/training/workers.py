"""Many hands: threads of this machine, or the workers of a Dask scheduler."""

import contextlib
import itertools
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent import futures
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from orchard.core.course import Columns, Course
from orchard.training import shards

R = TypeVar("R")
T = TypeVar("T")
Task = tuple[Any, ...]  # a number, and the arguments of the work


def until(seconds: float, tasks: Iterable[T]) -> Iterator[T]:
    """The tasks until the time is over, which begins with the first: loading and connecting do not count."""
    deadline = time.monotonic() + seconds
    yield from itertools.takewhile(lambda _: time.monotonic() < deadline, tasks)


def numbered(work: Callable[..., R], number: int, *arguments: Any) -> tuple[int, R]:
    return number, work(*arguments)


def on_threads(work: Callable[..., R], tasks: Iterable[Task], threads: int) -> Generator[tuple[int, R], None, None]:
    """The number of each task and what `work` returns for its arguments and a stop byte, as they are done, on threads
    (a kernel does not hold the interpreter's lock).

    Tasks are taken one by one, when a thread has time for them. The byte is set when no more is wanted, so that the
    work still being done can end early.
    """
    waiting, stop = iter(tasks), np.zeros(1, np.uint8)

    def do(task: Task) -> tuple[int, R]:
        return numbered(work, *task, stop)

    with futures.ThreadPoolExecutor(threads) as pool:
        working: set[futures.Future[tuple[int, R]]] = set()
        done: set[futures.Future[tuple[int, R]]] = set()
        try:
            while True:
                free = threads - len(working)
                working |= {pool.submit(do, task) for task in itertools.islice(waiting, free)}
                yield from (future.result() for future in done)
                if not working:
                    return
                done, working = futures.wait(working, return_when=futures.FIRST_COMPLETED)
        finally:
            stop.fill(1)


def on_cluster(
    work: Callable[..., R], tasks: Callable[[Any], Iterable[Task]], address: str, shared: tuple[Callable[..., Any], Any]
) -> Generator[tuple[int, R], None, None]:
    """The same on the workers of a Dask scheduler. What all tasks share, a function and its argument, is computed there
    once; `tasks` are made from a stand-in for its result."""
    from orchard.play.cluster import Cluster

    never = np.zeros(1, np.uint8)
    with Cluster(address) as cluster:
        made = tasks(cluster.submit(*shared))
        yield from cluster.results(numbered, ((work, *task, never) for task in made))


def write_shards(
    course: Course, folder: Path, made: Generator[tuple[int, Columns], None, None], on_shard: Callable[[int], None]
) -> int:
    """Write each shard as it is done, and return how many; a stopped run leaves whole shards only."""
    done = 0
    with contextlib.closing(made):
        for done, (number, columns) in enumerate(made, 1):
            shards.write_shard(folder, number, columns, course.columns, course.compressed)
            on_shard(done)
    return done
