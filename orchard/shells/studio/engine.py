"""Engine work in threads: one for each core, in turn between clients, and it can be stopped.

Players release the GIL while they think, so the event loop keeps answering whatever the engines do.
"""

import asyncio
import os
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from orchard.core.choice import Stop
from orchard.core.errors import OrchardError

Report = Callable[[Any], None]
Work = Callable[[Stop, Report], Any]


class BusyError(OrchardError):
    """Too many requests at once; try again when one has finished."""


class StoppedError(OrchardError):
    """The work was stopped before it had an answer."""


@dataclass(eq=False)
class Job:
    """One piece of engine work of one client. `waited_s` is its time in the queue, `worked_s` in a thread."""

    client: str
    work: Work
    done: asyncio.Future[Any]
    on_update: Report
    address: str = ""
    stop: Stop = field(default_factory=Stop)
    asked: float = field(default_factory=time.perf_counter)
    waited_s: float = 0.0
    worked_s: float = 0.0


class EngineQueue:
    """Clients take turns, so that a client with many jobs does not hold up one with few."""

    def __init__(
        self,
        workers: int | None = None,
        per_client: int = 6,
        waiting: int = 512,
        per_address: int = 256,
        longest_s: float = 600.0,
    ) -> None:
        self.workers = workers or max(1, os.cpu_count() or 1)
        self.per_client, self.per_address, self.most_waiting = per_client, per_address, waiting
        self.longest_s = longest_s  # no job runs longer, whatever was asked
        self._threads = ThreadPoolExecutor(self.workers, thread_name_prefix="engine")
        self._waiting: OrderedDict[str, deque[Job]] = OrderedDict()
        self._running: set[Job] = set()

    @property
    def waiting(self) -> int:
        return sum(len(jobs) for jobs in self._waiting.values())

    @property
    def running(self) -> int:
        return len(self._running)

    def submit(self, client: str, work: Work, on_update: Report | None = None, address: str = "") -> Job:
        """Queue some work; `job.done` is a future of its result. `work` gets the Stop it must watch."""
        mine = len(self._waiting.get(client, ())) + sum(job.client == client for job in self._running)
        if mine >= self.per_client:
            message = f"you already have {mine} searches running; stop one or wait"
            raise BusyError(message, kind="your_searches", n=mine)
        if address and self._from(address) >= self.per_address:
            raise BusyError("too many searches from your address; wait for one to end", kind="long_queue")
        if self.waiting >= self.most_waiting:
            raise BusyError("the engine queue is full; try again in a moment", kind="long_queue")
        done = asyncio.get_running_loop().create_future()
        job = Job(client, work, done, on_update or (lambda update: None), address)
        self._waiting.setdefault(client, deque()).append(job)
        self._start_next()
        return job

    def _from(self, address: str) -> int:
        waiting = (job for jobs in self._waiting.values() for job in jobs)
        return sum(job.address == address for job in (*self._running, *waiting))

    def cancel(self, job: Job) -> None:
        """Stop a job: at once while it waits; within a moment, with what it has, while it runs."""
        job.stop.set()
        queue = self._waiting.get(job.client)
        if queue and job in queue:
            queue.remove(job)
            if not queue:
                del self._waiting[job.client]
            if not job.done.done():
                job.done.set_exception(StoppedError("stopped before it began"))

    def cancel_client(self, client: str) -> None:
        for job in [*self._waiting.get(client, ()), *(job for job in self._running if job.client == client)]:
            self.cancel(job)

    def close(self) -> None:
        for job in [*self._running, *(job for jobs in self._waiting.values() for job in jobs)]:
            self.cancel(job)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _start_next(self) -> None:
        while len(self._running) < self.workers and self._waiting:
            client, queue = self._waiting.popitem(last=False)
            job = queue.popleft()
            if queue:
                self._waiting[client] = queue  # back to the end of the line of clients
            self._running.add(job)
            job.waited_s = time.perf_counter() - job.asked
            loop = asyncio.get_running_loop()
            too_long = loop.call_later(self.longest_s, job.stop.set)
            job.done.add_done_callback(lambda _, timer=too_long: timer.cancel())  # type: ignore[misc]
            self._threads.submit(self._run, job, loop)

    def _run(self, job: Job, loop: asyncio.AbstractEventLoop) -> None:
        started = time.perf_counter()
        result: Any = None
        error: BaseException | None = None
        try:
            result = job.work(job.stop, lambda update: _tell(loop, job.on_update, update))
        except BaseException as problem:
            error = problem
        job.worked_s = time.perf_counter() - started
        _tell(loop, self._finish, job, result, error)

    def _finish(self, job: Job, result: Any, error: BaseException | None) -> None:
        self._running.discard(job)
        if not job.done.done():
            if error is None:
                job.done.set_result(result)
            else:
                job.done.set_exception(error)
        self._start_next()


def _tell(loop: asyncio.AbstractEventLoop, function: Callable[..., None], *arguments: Any) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(function, *arguments)
