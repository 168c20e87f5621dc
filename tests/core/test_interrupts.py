"""Ctrl-C that waits: it is heard in the end, a second one at once, and kernels are compiled to their end."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from orchard.core import jit
from orchard.core.interrupts import ctrl_c_waits


@pytest.fixture(autouse=True)
def usual_handler() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    signal.signal(signal.SIGINT, before)


def ctrl_c() -> None:
    signal.raise_signal(signal.SIGINT)


def do(*steps: Callable[[], None]) -> None:
    with ctrl_c_waits():
        for step in steps:
            step()


def fail() -> None:
    raise ValueError("of the work")


def test_it_is_heard_when_the_work_is_done() -> None:
    done = list[str]()
    with pytest.raises(KeyboardInterrupt):
        do(ctrl_c, lambda: done.append("all of it"))
    assert done


def test_a_second_one_is_heard_at_once() -> None:
    done = list[str]()
    with pytest.raises(KeyboardInterrupt):
        do(ctrl_c, ctrl_c, lambda: done.append("not reached"))
    assert not done


def test_it_is_heard_after_an_error_too() -> None:
    with pytest.raises(KeyboardInterrupt) as caught:
        do(ctrl_c, fail)
    assert isinstance(caught.value.__context__, ValueError)


def test_a_program_that_ignores_it_goes_on_ignoring_it() -> None:
    done = list[str]()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        do(ctrl_c, lambda: done.append("all of it"))
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    assert done == ["all of it"]


def test_other_threads_leave_the_handler_alone() -> None:
    seen = []

    def work() -> None:
        with ctrl_c_waits():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [signal.default_int_handler]


def test_a_compiler_that_swallows_it_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    def compiler(**settings: Any) -> Callable[[Any], Any]:
        def compiled(function: Any) -> Any:
            try:
                ctrl_c()
            except KeyboardInterrupt:
                pytest.fail("raised where it is swallowed")
            return function

        return compiled

    monkeypatch.setattr(jit.numba, "njit", compiler)
    with pytest.raises(KeyboardInterrupt):
        jit.kernel()(jit.cache_root.__wrapped__)
