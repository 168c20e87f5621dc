"""Many hands on one machine; on many machines it is `play.cluster`."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent import futures
from typing import Any, TypeVar

R = TypeVar("R")
T = TypeVar("T")


def until(seconds: float, tasks: Iterable[T]) -> Iterator[T]:
    """The tasks until the time is over, which begins with the first: loading and connecting do not count."""
    deadline = time.monotonic() + seconds
    yield from itertools.takewhile(lambda _: time.monotonic() < deadline, tasks)


def results_here(
    work: Callable[..., R], tasks: Iterable[tuple[Any, ...]], threads: int, stop: Callable[[], None]
) -> Generator[R, None, None]:
    """What `work` returns for the arguments of each task, as they are done, on threads (a kernel does not hold the
    interpreter's lock).

    Tasks are taken one by one, when a thread has time for them. `stop` is called when no more is wanted, so that the
    work still being done, which is of no use then, can end early.
    """
    waiting = iter(tasks)
    with futures.ThreadPoolExecutor(threads) as pool:
        working: set[futures.Future[R]] = set()
        done: set[futures.Future[R]] = set()
        try:
            while True:
                free = threads - len(working)
                working |= {pool.submit(work, *arguments) for arguments in itertools.islice(waiting, free)}
                yield from (future.result() for future in done)
                if not working:
                    return
                done, working = futures.wait(working, return_when=futures.FIRST_COMPLETED)
        finally:
            stop()
