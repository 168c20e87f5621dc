"""What a position is worth, compiled. An evaluation is a file here with an `EVALUATION`, found by its name."""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache

from orchard.core.errors import OptionError
from orchard.evaluate._contract import Evaluation

__all__ = ["Evaluation", "evaluation", "evaluations"]


@lru_cache(maxsize=1)
def evaluations() -> tuple[str, ...]:
    """The names of all evaluations of Reversi positions. Loads them, and Numba with them."""
    names = [entry.name for entry in pkgutil.iter_modules(__path__) if not entry.name.startswith("_")]
    return tuple(sorted(name for name in names if _find(name) is not None))


@lru_cache(maxsize=32)
def evaluation(name: str) -> Evaluation:
    """The evaluation of that name; an unknown name gets an error that lists what there is."""
    wanted = str(name).strip().lower()
    known = {entry.name for entry in pkgutil.iter_modules(__path__) if not entry.name.startswith("_")}
    found = _find(wanted) if wanted in known else None
    if found is None:
        raise OptionError(f"no evaluation {name!r}; there are {', '.join(evaluations())}")
    return found


def _find(name: str) -> Evaluation | None:
    module = importlib.import_module(f"orchard.evaluate.{name}")
    found: Evaluation | None = getattr(module, "EVALUATION", None)
    return found
