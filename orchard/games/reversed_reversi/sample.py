"""A middle game for those who name no position: that of Reversi."""

from __future__ import annotations

from orchard.games.reversi.sample import transcript

__all__ = ["transcript"]
