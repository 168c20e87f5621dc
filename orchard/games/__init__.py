"""A folder for each game, found by its name, with everything that is about this game."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

from orchard.core.errors import OptionError, UnknownGameError
from orchard.core.evaluation import Evaluation
from orchard.core.game import Game

__all__ = ["evaluation", "evaluations", "files_of", "game", "games", "offer"]


@lru_cache(maxsize=1)
def games() -> tuple[str, ...]:
    """The names of all games, in the order in which people are shown them."""
    found = [entry.name for entry in pkgutil.iter_modules(__path__) if entry.ispkg]
    return tuple(sorted(found, key=lambda name: (_rules(name).GAME.rank, name)))


def _rules(name: str) -> Any:
    return importlib.import_module(f"orchard.games.{name}.rules")


@lru_cache(maxsize=64)
def game(name: str, width: int | None = None) -> Game:
    """The game of that name: 'reversi', 'gomoku', or with a board or rules of its own, 'gomoku:9'.

    `width` is another way to name a board: `game("gomoku", width=9)`.
    """
    base, _, option = str(name).strip().lower().replace("-", "_").partition(":")
    if base not in games():
        raise UnknownGameError(f"no game {name!r}; there are {', '.join(games())}", kind="unknown_game", name=name)
    if width is not None:
        option = str(width)
    module = _rules(base)
    if option in ("", str(module.GAME.board.width)):
        return module.GAME  # type: ignore[no-any-return]
    if not hasattr(module, "with_option"):
        raise OptionError(f"{base} is always played on the same board; write just {base!r}")
    return module.with_option(option)  # type: ignore[no-any-return]


@lru_cache(maxsize=256)
def offer(base_name: str, what: str) -> Any:
    """The module `what` of a game's folder, see `core/offers.py`; None where the game does not offer it."""
    name = f"orchard.games.{base_name}.{what}"
    return importlib.import_module(name) if find_spec(name) is not None else None


def files_of(what: str) -> Iterator[tuple[str, str]]:
    """(name, module) of every file in the folder `what` of every game: players, evaluations, benchmarks."""
    for base in games():
        folder = offer(base, what)
        if folder is not None:
            for entry in pkgutil.iter_modules(folder.__path__):
                if not entry.name.startswith("_"):
                    yield entry.name, f"{folder.__name__}.{entry.name}"


# ----------------------------------------------------------------------------------------------------- evaluations


@lru_cache(maxsize=1)
def _evaluations() -> dict[str, Evaluation]:
    """All named evaluations. Loads them, and Numba with them."""
    from orchard.search.blind import EVALUATION as BLIND

    found = {BLIND.name: BLIND}
    for name, module in files_of("evaluate"):
        evaluation = getattr(importlib.import_module(module), "EVALUATION", None)
        if evaluation is not None:
            found[name] = evaluation
    return dict(sorted(found.items()))


def evaluations() -> tuple[str, ...]:
    """The names of all evaluations. Loads them, and Numba with them."""
    return tuple(_evaluations())


def evaluation(name: str) -> Evaluation:
    """The evaluation of that name; an unknown name gets an error that lists what there is."""
    wanted = str(name).strip().lower()
    for found, module in files_of("evaluate"):
        if found == wanted and hasattr(importlib.import_module(module), "EVALUATION"):
            return importlib.import_module(module).EVALUATION  # type: ignore[no-any-return]
    if wanted in _evaluations():
        return _evaluations()[wanted]
    raise OptionError(f"no evaluation {name!r}; there are {', '.join(evaluations())}")
