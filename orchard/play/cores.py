"""Cores for the bots of games that are played at once, so that what one game burns is not missing in another."""

import os
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from orchard.players._process import keep_to

LOOK_EVERY_S = 0.05  # for cores that came free


def available_cores() -> list[int]:
    """The cores that we may use, by number; none where the system does not say."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def shares(cores: list[int], jobs: int) -> list[list[int]]:
    """The cores for the bots of each of `jobs` workers, no core for two of them where there are enough."""
    each = max(1, len(cores) // jobs)
    return [
        [cores[at % len(cores)] for at in range(job * each, job * each + each)] if cores else [] for job in range(jobs)
    ]


@contextmanager
def cores_of_our_own(count: int) -> Iterator[list[int]]:
    """Wait until so many cores of this machine are free (or all, where there are fewer) and keep to them: programs that
    this thread starts meanwhile run there. For processes that know nothing of each other, such as Dask's workers."""
    cores = available_cores()
    count = min(count, len(cores))
    with ExitStack() as held:
        while len(taken := _take(cores, count, held)) < count:  # all or none, so that no two wait for each other
            held.close()
            time.sleep(LOOK_EVERY_S)
        keep_to(taken)
        try:
            yield taken
        finally:
            keep_to([])


def _take(cores: list[int], count: int, held: ExitStack) -> list[int]:
    """Up to `count` cores that nobody has. Who has one holds a name that the kernel gives once and frees at its end."""
    taken: list[int] = []
    for core in cores:
        if len(taken) == count:
            break
        name = held.enter_context(socket.socket(socket.AF_UNIX))
        with suppress(OSError):
            name.bind(f"\0orchard-core-{core}")
            taken.append(core)
    return taken
