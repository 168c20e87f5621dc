"""Puzzles of Reversed Reversi: found and proved as those of Reversi are, but corners are given away."""

from orchard.games.reversi.puzzles import LEVELS, OPENING_PLIES, SHARED_KINDS, line_after, puzzle

__all__ = ["KINDS", "LEVELS", "OPENING_PLIES", "line_after", "puzzle"]

KINDS = {
    **SHARED_KINDS,
    "give_corner": "force your opponent to take a corner; moves you need: {number}",
}
