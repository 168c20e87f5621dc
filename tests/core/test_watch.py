"""The clock beside a search: a thread that is held up by others is halted in time for its answer."""

from __future__ import annotations

import time

import numpy as np
import pytest

from orchard.core.choice import Stop
from orchard.core.clock import seconds_left
from orchard.core.watch import HoldUps, Watch, Worker, processor_seconds

pytestmark = pytest.mark.skipif(
    not hasattr(time, "pthread_getcpuclockid"), reason="this system does not say what a thread has used"
)


def work(seconds: float) -> None:
    """Use the processor for so long, however long others hold this thread up."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_the_longest_time_without_work_is_seen() -> None:
    def job() -> None:
        for pause in (0.01, 0.06, 0.01):
            work(0.005)
            time.sleep(pause)  # what a busy machine does to a thread

    worker = Worker(job)
    hold_ups = HoldUps(worker)
    while worker.is_alive():
        worker.join(0.004)
        hold_ups.look()
    assert hold_ups.longest_s > 0.05


def test_what_a_thread_that_is_gone_has_used_is_not_known() -> None:
    worker = Worker(lambda: None)
    worker.join()
    assert processor_seconds(worker) is None


@pytest.mark.timed
def test_a_thread_that_is_held_up_is_halted_before_its_time_is_over() -> None:
    halt = np.zeros(1, dtype=np.uint8)
    watch, left = Watch(halt), seconds_left(0.4)

    def job() -> float:
        watch.part(left)
        while not halt[0]:
            work(0.002)
            time.sleep(0.02)
        return left()

    # twice 20 ms or more are kept back, and the thread sees the halt at most 20 ms late; a fifth is the most: 80 ms
    assert 0.0 < watch.run(job) < 0.08


def test_a_search_without_a_clock_is_not_halted() -> None:
    halt = np.zeros(1, dtype=np.uint8)

    def job() -> int:
        for _ in range(5):
            work(0.002)
            time.sleep(0.02)
        return int(halt[0])

    assert Watch(halt).run(job) == 0


def test_a_thread_that_others_keep_from_the_processor_is_not_waited_for() -> None:
    halt, left = np.zeros(1, dtype=np.uint8), seconds_left(0.1)
    watch = Watch(halt, left)
    ended = []

    def job() -> str:
        watch.part(left)
        watch.offer(lambda: "what is known after one depth")
        watch.offer(lambda: "what is known after two depths")
        time.sleep(0.6)  # what a busy machine does to a thread
        ended.append(bool(halt[0]))
        return "what is known too late"

    assert watch.run(job) == "what is known after two depths"
    assert left() > -0.4  # long before the thread ends
    assert not ended
    assert not watch.finish(0.01)
    assert watch.finish()  # as the next move does
    assert ended == [True]


def test_an_answer_in_time_is_taken_before_any_offer() -> None:
    watch = Watch(np.zeros(1, dtype=np.uint8), seconds_left(5.0))

    def job() -> int:
        watch.offer(lambda: 1)
        return 2

    assert watch.run(job) == 2


def test_a_stop_flag_waits_for_the_answer() -> None:
    stop = Stop()
    halt, left = np.zeros(1, dtype=np.uint8), seconds_left(60.0, stop)
    watch = Watch(halt, left)

    def job() -> int:
        watch.part(left)
        watch.offer(lambda: 1)
        stop.set()
        while not halt[0]:
            time.sleep(0.001)
        time.sleep(0.05)
        return 2

    assert watch.run(job) == 2
