"""What `orchard bench` can time: the benchmarks for any game here, and those in the `benches` of a game's folder."""

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache

from orchard.core.bench import Row
from orchard.core.errors import OptionError
from orchard.games import files_of


@cache
def benches() -> dict[str, str]:
    """The module of each benchmark, by name."""
    own = [(entry.name, f"{__name__}.{entry.name}") for entry in pkgutil.iter_modules(__path__)]
    return dict(sorted([*files_of("benches"), *own]))


def rows(name: str | None, repeat: int) -> Iterator[Row]:
    """The rows of one benchmark, or of all that are quick."""
    if name is not None and name not in benches():
        raise OptionError(f"no benchmark {name!r}; there are {', '.join(benches())}")
    modules = [importlib.import_module(benches()[found]) for found in ([name] if name else benches())]
    chosen = [module for module in modules if name or not getattr(module, "SLOW", False)]
    return (row for module in chosen for row in module.rows(repeat))
