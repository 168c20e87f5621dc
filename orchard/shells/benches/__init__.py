"""What `orchard bench` can time: a benchmark is a file with `rows(repeat)`, which proves the answer before it times it.

Each row is a dict with `what`, `game`, `count`, `seconds` and `rate`, yielded as soon as it is known. A file with
`SLOW = True` runs only when asked for by name.
"""

from __future__ import annotations

import importlib
import pkgutil
import time
from collections.abc import Callable, Iterator
from typing import Any

from orchard.core.errors import OptionError

Row = dict[str, Any]


def benches() -> list[str]:
    return sorted(entry.name for entry in pkgutil.iter_modules(__path__))


def rows(name: str | None, repeat: int) -> Iterator[Row]:
    """The rows of one benchmark, or of all that are quick."""
    if name is not None and name not in benches():
        raise OptionError(f"no benchmark {name!r}; there are {', '.join(benches())}")
    modules = [importlib.import_module(f"orchard.shells.benches.{found}") for found in ([name] if name else benches())]
    chosen = [module for module in modules if name or not getattr(module, "SLOW", False)]
    return (row for module in chosen for row in module.rows(repeat))


def timed(what: str, game: str, count: int, work: Callable[[], Any], repeat: int) -> Row:
    """A row with the median time of doing `count` things by `work`."""
    times = []
    for _ in range(repeat):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    seconds = sorted(times)[len(times) // 2]
    return {"what": what, "game": game, "count": count, "seconds": seconds, "rate": count / seconds}
