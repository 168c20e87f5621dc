"""What a Reversed Reversi bot is asked before a tournament: the moves are those of Reversi."""

from __future__ import annotations

from orchard.games.reversi.exercises import exercises

__all__ = ["exercises"]
