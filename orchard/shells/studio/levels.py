"""The table of levels as clients see it: who thinks, how, and the measured strength if there is one."""

from __future__ import annotations

from typing import Any

import orchard
from orchard.players._gomoku_levels import LADDER
from orchard.players.level import FULL_STRENGTH, HABITS

LEVELS = range(1, FULL_STRENGTH + 1)


def table() -> dict[str, list[dict[str, Any]]]:
    return {name: [_row(name, number) for number in LEVELS] for name in orchard.games()}


def player_of(game: str, number: int) -> str:
    """The spec of the player behind a level: its kernels are the ones that a move needs."""
    return LADDER[number - 1].spec if game == "gomoku" else "level" if number in HABITS else "sage"


def _row(game: str, number: int) -> dict[str, Any]:
    plays = player_of(game, number)
    name, _, settings = plays.partition(":")
    options = dict(part.split("=", 1) for part in settings.split(",") if "=" in part)
    slip = LADDER[number - 1].slip if game == "gomoku" else 0.0
    overlooks = 0.0
    if name == "level":
        habits = HABITS[number]
        options, overlooks = {"depth": str(habits.depth)}, habits.overlooks
    return {
        "level": number,
        "spec": f"level:{number}",
        "plays": plays,
        "player": name,
        "options": options,
        "slip": slip,
        "overlooks": overlooks,
        "rating": None,  # filled in when a league has measured it; the page says "not rated yet" until then
    }
