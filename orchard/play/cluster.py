"""Work on many machines, through Dask.distributed (the extra `cluster`).

The scheduler knows which worker has which task, such as a portion of games. When a worker dies, its task goes to
another one; the games of a portion come back together, so each counts once however often it was begun. Only the
client writes to the database.
"""

from __future__ import annotations

import importlib
import itertools
import math
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from orchard.core.choice import Stop
from orchard.core.errors import OptionError, OrchardError
from orchard.play.cores import cores_of_our_own
from orchard.play.record import GameRecord
from orchard.play.setup import GameSetup
from orchard.play.warm_players import WarmPlayers
from orchard.players import is_program

PORTION_S = 5.0  # a portion of games takes about so long: short against a worker's life,
TASKS_PER_S = 500  # and longer on large clusters, because the scheduler needs about a millisecond for each
LARGEST_PORTION = 1000
TASKS_PER_THREAD = 2  # one being done and one waiting, so that no worker waits for the network
CONNECT_S = 10
LOOK_EVERY_S = 1.0  # for workers that came or went

R = TypeVar("R")
_local = threading.local()


class ClusterError(OrchardError):
    """The cluster is not there, or lost work for good."""


class Cluster:
    """A connection to a Dask scheduler. Closing it calls off what has not begun."""

    def __init__(self, address: str) -> None:
        try:
            self.dask: Any = importlib.import_module("distributed")
        except ImportError:
            raise OptionError("--cluster needs Dask.distributed: pip install 'orchard[cluster]'") from None
        try:
            self.client = self.dask.Client(address, timeout=CONNECT_S, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise ClusterError(f"no Dask scheduler answers at {address!r}: {str(error).splitlines()[0]}") from None
        self.address, self.threads = address, 1
        self._run, self._numbers = uuid.uuid4().hex[:12], itertools.count()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *error: object) -> None:
        self.client.close()

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """A future: what `work` returns, computed on some worker, and again on another should that one die. It may be
        an argument of other tasks, which then get its result."""
        return self.client.submit(work, *arguments, key=f"orchard-{self._run}-{next(self._numbers)}", pure=False)

    def results(self, work: Callable[..., R], tasks: Iterable[tuple[Any, ...]]) -> Iterator[R]:
        """What `work` returns for the arguments of each task, in the order in which they are done.

        Tasks are taken one by one, when a worker is about to have time for them.
        """
        waiting, working, looked = iter(tasks), 0, -math.inf
        self._wait_for_a_worker()
        finished = self.dask.as_completed(loop=self.client.loop)
        while True:
            if time.monotonic() - looked > LOOK_EVERY_S:
                self.threads, looked = max(1, sum(self.client.nthreads().values())), time.monotonic()
            for arguments in itertools.islice(waiting, max(0, TASKS_PER_THREAD * self.threads - working)):
                finished.add(self.submit(work, *arguments))
                working += 1
            if not working:
                return
            future = next(finished)
            try:
                result: R = future.result()
            except self.dask.KilledWorker as error:
                raise ClusterError(f"several workers died one after another at the same task: {error}") from None
            future.release()
            working -= 1
            yield result

    def _wait_for_a_worker(self) -> None:
        try:
            self.client.wait_for_workers(1, timeout=CONNECT_S)
        except TimeoutError:
            message = f"the scheduler at {self.address!r} has no workers: start some with `dask worker`"
            raise ClusterError(message) from None


def run_on_cluster(setups: Iterable[GameSetup], address: str, stop: Stop | None = None) -> Iterator[list[GameRecord]]:
    """Play all setups on the workers of the Dask scheduler at `address`. Stopped, it begins no more of them."""
    waiting, portion = iter(setups), 1

    def portions() -> Iterator[tuple[list[GameSetup]]]:
        while not (stop is not None and stop.is_set()) and (games := list(itertools.islice(waiting, portion))):
            yield (games,)

    with Cluster(address) as cluster:
        for records in cluster.results(play_portion, portions()):
            yield records
            mean_s = sum(record.seconds for record in records) / len(records)
            portion_s = max(PORTION_S, cluster.threads / TASKS_PER_S)
            portion = max(1, min(LARGEST_PORTION, portion * 2, int(portion_s / max(mean_s, 1e-6))))


def play_portion(setups: list[GameSetup]) -> list[GameRecord]:
    """Runs on a worker. Its threads each keep their own players, warm from portion to portion."""
    players = getattr(_local, "players", None)
    if players is None:
        players = _local.players = WarmPlayers()
    return [_play(players, setup) for setup in setups]


def _play(players: WarmPlayers, setup: GameSetup) -> GameRecord:
    """Bots play on cores of their own, whatever else the workers of this machine play."""
    if not (is_program(setup.black) or is_program(setup.white)):
        return players.play(setup)
    with cores_of_our_own(setup.rules.threads):
        return players.play(setup)
