"""A folder for each game, found by its name, with everything that is about this game."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from orchard.core.errors import OptionError, UnknownGameError
from orchard.core.evaluation import Evaluation
from orchard.core.game import Game

if TYPE_CHECKING:
    from orchard.core.book import Book
    from orchard.core.offers import BookOffer


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
    """The module `what` of a game's folder or of its kin's, see `core/offers.py`; None where neither offers it."""
    for folder in (base_name, _rules(base_name).GAME.kin):
        name = f"orchard.games.{folder}.{what}"
        if folder and find_spec(name) is not None:
            return importlib.import_module(name)
    return None


def book_offer(game: Game) -> BookOffer | None:
    """Where the opening book of a game is kept; None where it offers none."""
    offered = offer(game.base_name, "book")
    found: BookOffer | None = None if offered is None else offered.book(game)
    return found


def book_of(game: Game) -> Book | None:
    """The opening book that is shipped with a game; None where there is none."""
    from orchard.core.book import open_book

    found = book_offer(game)
    return open_book(found.path, game) if found is not None and found.path.is_file() else None


def files_of(what: str) -> Iterator[tuple[str, str]]:
    """(name, module) of every file in the folder `what` of every game: players, evaluations, benchmarks."""
    for base in games():
        for entry in pkgutil.iter_modules([str(Path(__path__[0], base, what))]):
            if not entry.name.startswith("_"):
                yield entry.name, f"orchard.games.{base}.{what}.{entry.name}"


# ----------------------------------------------------------------------------------------------------- evaluations


def _evaluation_of(module: str) -> Evaluation | None:
    return getattr(importlib.import_module(module), "EVALUATION", None)


@lru_cache(maxsize=1)
def _evaluation_files() -> dict[str, str]:
    return {**dict(files_of("evaluate")), "blind": "orchard.search.blind"}


def evaluations() -> tuple[str, ...]:
    """The names of all evaluations. Loads them, and Numba with them."""
    return tuple(name for name, module in sorted(_evaluation_files().items()) if _evaluation_of(module))


def evaluation(name: str) -> Evaluation:
    """The evaluation of that name; an unknown name gets an error that lists what there is."""
    module = _evaluation_files().get(str(name).strip().lower())
    if module is None or (found := _evaluation_of(module)) is None:
        raise OptionError(f"no evaluation {name!r}; there are {', '.join(evaluations())}")
    return found
