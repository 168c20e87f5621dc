"""Players by name: a player is a file, and a spec such as `uct:playouts=500` names one with its settings.

Players for any game, and programs of others, are files here; those of one game are in the `players` of its folder.
"""

import importlib
import pkgutil
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from orchard.core.errors import OptionError
from orchard.core.game import Game
from orchard.core.player import Player
from orchard.games import files_of


@lru_cache(maxsize=1)
def _modules() -> dict[str, str]:
    """The module of each player, by name."""
    own = {entry.name: f"{__name__}.{entry.name}" for entry in pkgutil.iter_modules(__path__)}
    found = {**dict(files_of("players")), **own}
    return {name: found[name] for name in sorted(found) if not name.startswith("_")}


def players() -> tuple[str, ...]:
    """The names of all players."""
    return tuple(_modules())


@lru_cache(maxsize=64)
def player_class(name: str) -> type[Player]:
    if name.endswith(".py"):
        raise OptionError(f"no player {name!r}; for a bot write file:{name}")
    if name not in _modules():
        raise OptionError(f"no player {name!r}; there are {', '.join(players())}")
    found: type[Player] = importlib.import_module(_modules()[name]).PLAYER
    return found


def is_program(spec: str) -> bool:
    """Whether a spec names a program of others."""
    return player_class(spec.partition(":")[0].strip().lower()).takes_argument


def player(spec: str | Callable[..., Any] | Player, game: Game | None = None) -> Player:
    """The player of a spec: `name`, `name:key=value,key=value`, or `name:ARGUMENT` where a player takes one.

    A function of a position, and perhaps of limits, that gives a move becomes a player of this process; a
    `Player` is given back. With `game`, a
    player that does not play it is refused, before it compiles anything.
    """
    if isinstance(spec, Player):
        return spec
    if not isinstance(spec, str) and not callable(spec):
        raise OptionError(f"a player is a spec such as 'level:3', a function or a Player, not {spec!r}")
    if callable(spec):
        from orchard.players._function import Function

        return Function(spec)
    name, _, settings = spec.strip().partition(":")
    found = player_class(name.strip() if name.strip().endswith(".py") else name.strip().lower())
    if game is not None:
        found.check_kind(game)
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
