"""What a benchmark is: a file with `rows(repeat)`, which proves the answer before it times it.

Each row is a dict with `what`, `game`, `count`, `seconds`, `rate` and, in words, what was `proved` before, yielded as
soon as it is known. A file with `SLOW = True` runs only when asked for by name.
"""

import time
from collections.abc import Callable
from typing import Any

Row = dict[str, Any]


def timed(what: str, game: str, count: int, work: Callable[[], Any], repeat: int, proved: str) -> Row:
    """A row with the median time of doing `count` things by `work`."""
    times = []
    for _ in range(repeat):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    seconds = sorted(times)[len(times) // 2]
    return {"what": what, "game": game, "count": count, "seconds": seconds, "rate": count / seconds, "proved": proved}
