"""What the opening book of a game says of a position."""

from __future__ import annotations

from typing import Any

from orchard.shells.studio.schemas import Place
from orchard.shells.studio.studio import Studio


def book(studio: Studio, ask: Place, client: str) -> dict[str, Any]:
    """`book` is null where the position is not in the book, or the game has none."""
    from orchard.study.book_reports import shown

    return {"book": shown(studio.positions.find(ask))}
