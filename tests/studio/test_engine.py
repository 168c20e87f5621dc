"""The queue: no more at once than threads, turns between clients, and cancellation."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from orchard.core.choice import Stop
from orchard.shells.studio.engine import BusyError, EngineQueue, Job, StoppedError


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Run it in a thread of its own: a browser test before this one may have left a loop running in ours."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def test_clients_take_turns_however_much_one_of_them_asks() -> None:
    async def play() -> list[str]:
        queue = EngineQueue(workers=1, per_client=20)
        order: list[str] = []

        def work(name: str) -> Any:
            return lambda stop, report: order.append(name)

        jobs = [queue.submit("greedy", work(f"greedy {n}")) for n in range(5)]
        jobs += [queue.submit("modest", work("modest 0"))]
        await asyncio.gather(*(job.done for job in jobs))
        queue.close()
        return order

    order = run(play())
    assert order.index("modest 0") <= 2
    assert sorted(order) == sorted([*(f"greedy {n}" for n in range(5)), "modest 0"])


def test_never_more_run_at_once_than_there_are_threads() -> None:
    lock, now, most = threading.Lock(), 0, 0

    def work(stop: Stop, report: Any) -> None:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        time.sleep(0.02)
        with lock:
            now -= 1

    async def play() -> None:
        queue = EngineQueue(workers=3, per_client=20)
        await asyncio.gather(*(queue.submit(f"client {n}", work).done for n in range(12)))
        queue.close()

    run(play())
    assert most == 3


def test_waiting_work_is_dropped_and_running_work_sees_the_stop_flag() -> None:
    async def play() -> tuple[str, str]:
        queue = EngineQueue(workers=1)

        def patient(stop: Stop, report: Any) -> str:
            while not stop.is_set():
                time.sleep(0.001)
            return "saw the flag"

        running: Job = queue.submit("a", patient)
        waiting = queue.submit("b", patient)
        await asyncio.sleep(0.02)
        queue.cancel(waiting)
        queue.cancel(running)
        with pytest.raises(StoppedError):
            await waiting.done
        result = await running.done
        queue.close()
        return result, "dropped"

    assert run(play()) == ("saw the flag", "dropped")


def test_one_client_cannot_fill_the_queue() -> None:
    async def play() -> None:
        queue = EngineQueue(workers=1, per_client=2)
        jobs = [queue.submit("a", lambda stop, report: time.sleep(0.01)) for _ in range(2)]
        with pytest.raises(BusyError, match="already have 2 searches running"):
            queue.submit("a", lambda stop, report: None)
        await asyncio.gather(*(job.done for job in jobs))
        queue.submit("a", lambda stop, report: None)
        queue.close()

    run(play())


def test_an_error_in_the_work_reaches_the_one_who_asked() -> None:
    def broken(stop: Stop, report: Any) -> None:
        raise ZeroDivisionError("on purpose")

    async def play() -> None:
        queue = EngineQueue(workers=1)
        with pytest.raises(ZeroDivisionError, match="on purpose"):
            await queue.submit("a", broken).done
        assert (queue.running, queue.waiting) == (0, 0)
        queue.close()

    run(play())
