"""Players by name: a player is a file, and a spec such as `apple:playouts=500` names one with its settings."""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache

from orchard.core.errors import OptionError
from orchard.core.player import Player

__all__ = ["player", "player_class", "players"]


@lru_cache(maxsize=1)
def players() -> tuple[str, ...]:
    """The names of all players."""
    return tuple(sorted(entry.name for entry in pkgutil.iter_modules(__path__) if not entry.name.startswith("_")))


@lru_cache(maxsize=64)
def player_class(name: str) -> type[Player]:
    if name.endswith(".py"):
        raise OptionError(f"no player {name!r}; for a bot write file:{name}")
    if name not in players():
        raise OptionError(f"no player {name!r}; there are {', '.join(players())}")
    found: type[Player] = importlib.import_module(f"orchard.players.{name}").PLAYER
    found.name = name
    return found


def player(spec: str) -> Player:
    """The player of a spec: `name`, `name:key=value,key=value`, or `name:ARGUMENT` where a player takes one."""
    name, _, settings = str(spec).strip().partition(":")
    found = player_class(name.strip() if name.strip().endswith(".py") else name.strip().lower())
    if found.takes_argument:
        return found(argument=settings)
    values: dict[str, str] = {}
    for setting in filter(None, settings.split(",")):
        key, equals, value = setting.partition("=")
        if not equals and found.MAIN_OPTION and found.MAIN_OPTION not in values:
            key, equals, value = found.MAIN_OPTION, "=", setting
        if not equals:
            raise OptionError(
                f"cannot read {setting!r} in player {spec!r}: write key=value; options of {name}: "
                + (", ".join(found.OPTIONS) or "none")
            )
        values[key.strip()] = value.strip()
    return found(**values)
