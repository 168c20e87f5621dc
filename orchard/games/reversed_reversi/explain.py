"""What people look at on a Reversed Reversi board: the same as in Reversi."""

from __future__ import annotations

from orchard.games.reversi.explain import explain

__all__ = ["explain"]
