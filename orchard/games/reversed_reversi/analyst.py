"""Who analyses Reversed Reversi: the analyst of Reversi."""

from __future__ import annotations

from orchard.games.reversi.analyst import analyst

__all__ = ["analyst"]
