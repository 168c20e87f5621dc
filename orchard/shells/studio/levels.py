"""The table of levels as clients see it: who thinks, how, and the measured strength if there is one."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any

import orchard
from orchard.players.level import LEVELS, rung


def table() -> dict[str, list[dict[str, Any]]]:
    return {name: [_row(name, number) for number in LEVELS] for name in orchard.games()}


def player_of(game: str, number: int) -> str:
    """The spec of the player behind a level: its kernels are the ones that a move needs."""
    return rung(game, number).spec


def _row(game: str, number: int) -> dict[str, Any]:
    plays = player_of(game, number)
    name, _, settings = plays.partition(":")
    options = dict(part.split("=", 1) for part in settings.split(",") if "=" in part)
    return {
        "level": number,
        "spec": f"level:{number}",
        "plays": plays,
        "player": name,
        "options": options,
        "overlooks": float(options.get("overlooks") or options.get("oversight") or 0),
        "rating": _ratings().get(game, {}).get(str(number)),  # None where no league has measured it yet
    }


@cache
def _ratings() -> dict[str, dict[str, dict[str, int]]]:
    """What the levels scored in a league among themselves (`tools/rate_levels.py`): Elo above level 1."""
    kept = json.loads(resources.files("orchard.play").joinpath("level_ratings.json").read_text(encoding="utf-8"))
    return {
        game: {level: dict(zip(("elo", "low", "high"), numbers, strict=True)) for level, numbers in rows.items()}
        for game, rows in kept["ratings"].items()
    }
