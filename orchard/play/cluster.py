"""Games on many machines, through Dask.distributed (the extra `cluster`).

The scheduler knows which worker has which portion of games. When a worker dies, its portion goes to another one; the
games of a portion come back together, so each counts once however often it was begun. Only the client
writes to the database.
"""

from __future__ import annotations

import importlib
import itertools
import math
import threading
import time
import uuid
from collections.abc import Iterable, Iterator
from typing import Any

from orchard.core.errors import OptionError, OrchardError
from orchard.play.arena import Bench
from orchard.play.record import GameRecord
from orchard.play.setup import GameSetup

PORTION_S = 5.0  # a portion of games takes about so long: short against a worker's life,
TASKS_PER_S = 500  # and longer on large clusters, because the scheduler needs about a millisecond for each
LARGEST_PORTION = 1000
PORTIONS_PER_THREAD = 2  # one being played and one waiting, so that no worker waits for the network
CONNECT_S = 10
LOOK_EVERY_S = 1.0  # for workers that came or went

_local = threading.local()


class ClusterError(OrchardError):
    """The cluster is not there, or lost games for good."""


def run_on_cluster(setups: Iterable[GameSetup], address: str) -> Iterator[list[GameRecord]]:
    """Play all setups on the workers of the Dask scheduler at `address`."""
    try:
        dask: Any = importlib.import_module("distributed")
    except ImportError:
        raise OptionError("--cluster needs Dask.distributed: pip install 'orchard[cluster]'") from None
    try:
        client = dask.Client(address, timeout=CONNECT_S, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise ClusterError(f"no Dask scheduler answers at {address!r}: {str(error).splitlines()[0]}") from None
    run, waiting, portion = uuid.uuid4().hex[:12], iter(setups), 1
    numbers, playing, threads, looked = itertools.count(), 0, 1, -math.inf
    try:
        _wait_for_a_worker(client, address)
        finished = dask.as_completed(loop=client.loop)
        while True:
            if time.monotonic() - looked > LOOK_EVERY_S:
                threads, looked = max(1, sum(client.nthreads().values())), time.monotonic()
            while playing < PORTIONS_PER_THREAD * threads:
                games = list(itertools.islice(waiting, portion))
                if not games:
                    break
                finished.add(client.submit(play_portion, games, key=f"orchard-{run}-{next(numbers)}", pure=False))
                playing += 1
            if not playing:
                return
            future = next(finished)
            try:
                records: list[GameRecord] = future.result()
            except dask.KilledWorker as error:
                raise ClusterError(f"several workers died one after another at the same games: {error}") from None
            future.release()
            playing -= 1
            yield records
            mean_s = sum(record.seconds for record in records) / len(records)
            portion_s = max(PORTION_S, threads / TASKS_PER_S)
            portion = max(1, min(LARGEST_PORTION, portion * 2, int(portion_s / max(mean_s, 1e-6))))
    finally:
        client.close()


def _wait_for_a_worker(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=CONNECT_S)
    except TimeoutError:
        raise ClusterError(f"the scheduler at {address!r} has no workers: start some with `dask worker`") from None


def play_portion(setups: list[GameSetup]) -> list[GameRecord]:
    """Runs on a worker. Its threads each keep their own players, warm from portion to portion."""
    bench = getattr(_local, "bench", None)
    if bench is None:
        bench = _local.bench = Bench()
    return [bench.play(setup) for setup in setups]
