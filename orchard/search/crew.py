"""Several threads in one search: the first one's result counts, the others fill the shared table."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from orchard.core.watch import Worker

T = TypeVar("T")


def with_helpers(job: Callable[[], T], helpers: Sequence[Callable[[], object]], halt: Any) -> T:
    """What `job` returns, done in this thread while helpers work beside it. `halt[0]`, at which the helpers look, is
    set to 1 when the job is done; an error in any of them is raised here."""
    halt[0] = 0
    workers = [Worker(helper) for helper in helpers]
    try:
        result = job()
    finally:
        halt[0] = 1
        for worker in workers:
            worker.join()
    for worker in workers:
        worker.result()
    return result
