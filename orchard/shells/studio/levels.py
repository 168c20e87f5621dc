"""The table of levels as clients see it: who thinks, how, and the measured strength if there is one."""

from __future__ import annotations

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
        "rating": None,  # filled in when a league has measured it; the page says "not rated yet" until then
    }
