"""The tree of `puct` for Reversed Reversi: that of Reversi, with its own weights."""

from __future__ import annotations

from orchard.games.reversi.learned_tree import plays, prepared, tree

__all__ = ["plays", "prepared", "tree"]
