"""The table of levels as clients see it: who thinks, and the measured strength if there is one."""

from __future__ import annotations

from typing import Any

import orchard
from orchard.players.level import LEVELS, rung


def table() -> dict[str, list[dict[str, Any]]]:
    return {name: [_row(name, number) for number in LEVELS] for name in orchard.games()}


def _row(game: str, number: int) -> dict[str, Any]:
    found = rung(game, number)
    name, _, settings = found.spec.partition(":")
    options = dict(part.split("=", 1) for part in settings.split(",") if "=" in part)
    return {
        "level": number,
        "spec": f"level:{number}",
        "plays": found.spec,
        "player": name,
        "options": options,
        "seconds": found.seconds,
        "rating": None,  # filled in when a league has measured it; the page says "not rated yet" until then
    }
