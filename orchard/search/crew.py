"""Several threads in one search: the first one's result counts, the others fill the shared table."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


def with_helpers(job: Callable[[], T], helpers: Sequence[Callable[[], object]], halt: Any) -> T:
    """What `job` returns, done in this thread while helpers work beside it. `halt[0]`, at which the helpers look, is
    set to 1 when the job is done; an error in any of them is raised here."""
    errors: list[BaseException] = []

    def carefully(work: Callable[[], object]) -> None:
        try:
            work()
        except BaseException as raised:  # carried over to the thread that asked
            errors.append(raised)

    halt[0] = 0
    threads = [threading.Thread(target=carefully, args=(helper,), daemon=True) for helper in helpers]
    for thread in threads:
        thread.start()
    try:
        result = job()
    finally:
        halt[0] = 1
        for thread in threads:
            thread.join()
    if errors:
        raise errors[0]
    return result
