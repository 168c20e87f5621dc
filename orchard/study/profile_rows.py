"""Rows of an exported profile, checked before they are kept: what is read from them later is there and in range."""

from __future__ import annotations

import json
import math
import re
from datetime import date
from typing import Any

from sqlalchemy import Column, Double, Integer, Table

from orchard.core.errors import OrchardError
from orchard.games import game as game_named
from orchard.play.schema import ATTEMPTS, MISTAKES

LEFT_OUT = ("profile", "key")
ID = re.compile(r"[A-Za-z0-9 _.-]{1,64}")
MANY = 1_000_000
LIMITS: dict[str, tuple[float, float]] = {  # of numbers, by the name of their column
    "rating": (-10_000, 10_000),
    "deviation": (1, 1_000),
    "volatility": (0.0001, 10),
    "score": (0, 1),
    "rated": (0, 1),
    "loss": (-MANY, MANY),
    "easiness": (1, 10),
    "interval_days": (0, 36_500),
}


class DamagedRowError(ValueError):
    """A row that cannot have been exported."""


def checked(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    """The columns of a row; a DamagedRowError where one is missing or has not what is read from it later."""
    try:
        values = {column.name: _value(column, row[column.name]) for column in table.c if column.name not in LEFT_OUT}
        if table is ATTEMPTS and row["source"] == "puzzle":
            _check_tags(row["tags"], {"phase", "facts"})
        elif table is MISTAKES:
            _check_mistake(row)
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError, OrchardError) as error:
        raise DamagedRowError(str(error)) from error
    return values


def _value(column: Column[Any], value: Any) -> Any:
    if isinstance(column.type, Double | Integer):
        low, high = LIMITS.get(column.name, (0, MANY))
        is_number = isinstance(value, int) or (isinstance(column.type, Double) and isinstance(value, float))
        fits = is_number and not isinstance(value, bool) and math.isfinite(value) and low <= value <= high
    else:
        fits = isinstance(value, str) and "\0" not in value
    if not fits:
        raise DamagedRowError(column.name)
    return value


def _check_mistake(row: dict[str, Any]) -> None:
    """It can be asked and answered."""
    position, accepted = game_named(row["game"]).parse(row["position"]), json.loads(row["accepted"])
    for move in (accepted[0], *accepted, row["played"]):
        position.move(move)
    if not ID.fullmatch(row["id"]) or date.fromisoformat(row["due"]).isoformat() != row["due"]:
        raise DamagedRowError(row["due"])
    _check_tags(row["tags"], {"facts"})


def _check_tags(text: str, needed: set[str]) -> None:
    tags = json.loads(text)
    if not needed <= tags.keys() or not all(isinstance(fact, str) for fact in tags["facts"]):
        raise DamagedRowError(text)
