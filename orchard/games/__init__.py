"""The rules, compiled: a game is a file, found by its name."""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache

from orchard.core.errors import OptionError, UnknownGameError
from orchard.core.game import Game


@lru_cache(maxsize=1)
def games() -> tuple[str, ...]:
    """The names of all games."""
    found = [entry.name for entry in pkgutil.iter_modules(__path__) if not entry.name.startswith("_")]
    return tuple(sorted(found, key=lambda name: ("reversi" not in name, name != "reversi", name)))


@lru_cache(maxsize=64)
def game(name: str, width: int | None = None) -> Game:
    """The game of that name: 'reversi', 'reversed_reversi' or 'gomoku'.

    Gomoku also takes the width of its board: `game("gomoku", width=9)`, or `game("gomoku:9")` in one word.
    """
    base, _, option = str(name).strip().lower().replace("-", "_").partition(":")
    if base not in games():
        raise UnknownGameError(f"no game {name!r}; there are {', '.join(games())}", kind="unknown_game", name=name)
    if width is not None:
        option = str(width)
    module = importlib.import_module(f"orchard.games.{base}")
    if not option:
        return module.GAME  # type: ignore[no-any-return]
    if not hasattr(module, "with_option"):
        raise OptionError(f"{base} is always played on the same board; write just {base!r}")
    return module.with_option(option)  # type: ignore[no-any-return]
