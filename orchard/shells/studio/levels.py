"""The table of levels as clients see it: who thinks, how, and the measured strength if there is one."""

from dataclasses import asdict
from typing import Any

import orchard
from orchard.core.offers import Rung
from orchard.players.level import ladder


def table() -> dict[str, list[dict[str, Any]]]:
    return {name: rows(orchard.game(name)) for name in orchard.games()}


def rows(game: orchard.Game) -> list[dict[str, Any]]:
    """The levels of one game, on one board."""
    return [_row(number, rung) for number, rung in enumerate(ladder(game), 1)]


def _row(number: int, rung: Rung) -> dict[str, Any]:
    plays = rung.spec
    name, _, settings = plays.partition(":")
    options = dict(part.split("=", 1) for part in settings.split(",") if "=" in part)
    return {
        "level": number,
        "spec": f"level:{number}",
        "plays": plays,
        "player": name,
        "options": options,
        "seconds": rung.seconds,
        "habits": list(rung.habits),
        "weak_moves": rung.weak_moves,  # the share of its moves that a review would call bad, where that was counted
        "overlooks": float(options.get("overlooks") or options.get("oversight") or 0),
        "rating": asdict(rung.rating) if rung.rating else None,  # Elo above level 1, where a league has measured it
    }
