"""Leagues written down in a TOML file."""

import tomllib
from pathlib import Path
from typing import Any

from orchard.core.errors import OptionError
from orchard.play.league import KINDS
from orchard.play.names import short_names

NUMBER = (int, float)
KEYS: dict[str, Any] = {
    "name": str,
    "game": str,
    "players": list,
    "games": int,
    "kind": str,
    "anchor": str,
    "seed": int,
    "openings": str,
    "jobs": int,
    "seconds": NUMBER,
    "game_seconds": NUMBER,
    "increment": NUMBER,
    "tolerance": NUMBER,
    "illegal": int,
    "nodes": int,
    "playouts": int,
    "depth": int,
    "threads": int,
    "memory": int,
    "startup": NUMBER,
    "ponder": str,
    "swap2": bool,
}
WANTED = {
    str: "a text",
    list: "a list of player specs, or of {player = SPEC, name = NAME}",
    int: "a whole number",
    bool: "true or false",
}


def read_league_file(path: str) -> dict[str, Any]:
    """The settings in a file, checked; `players` is always there, and `names` where one of them has a name."""
    try:
        settings = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise OptionError(f"{path}: not TOML: {error}") from None
    except UnicodeDecodeError:
        raise OptionError(f"{path}: not a text file") from None
    except OSError as error:
        raise OptionError(
            f"cannot read the league {path!r}: {error.strerror} (a league needs a FILE.toml or two players)"
        ) from None
    for key, value in settings.items():
        if key not in KEYS:
            raise OptionError(f"{path}: no setting {key!r}; there are {', '.join(KEYS)}")
        if not isinstance(value, KEYS[key]) or isinstance(value, bool) != (KEYS[key] is bool):
            raise OptionError(f"{path}: {key} = {value!r} must be {WANTED.get(KEYS[key], 'a number')}")
    players = [{"player": entry} if isinstance(entry, str) else entry for entry in settings.get("players", [])]
    if len(players) < 2 or not all(map(_is_player, players)):
        raise OptionError(
            f'{path}: players must be a list of at least two specs: players = ["random", "greedy"],'
            ' or with a name, {player = "file:a/bot.py", name = "Ann"}'
        )
    settings["players"] = [entry["player"] for entry in players]
    if any("name" in entry for entry in players):
        shown = short_names(settings["players"])
        settings["names"] = [entry.get("name", short) for entry, short in zip(players, shown, strict=True)]
    if settings.get("kind", KINDS[0]) not in KINDS:
        raise OptionError(f"{path}: kind = {settings['kind']!r} must be {' or '.join(KINDS)}")
    return settings


def _is_player(entry: Any) -> bool:
    return (
        isinstance(entry, dict)
        and "player" in entry
        and set(entry) <= {"player", "name"}
        and all(isinstance(value, str) and value.strip() for value in entry.values())
    )
