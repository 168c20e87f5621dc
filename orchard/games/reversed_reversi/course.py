"""How Reversed Reversi is trained: as Reversi is, into weights of its own."""

from __future__ import annotations

from orchard.games.reversi.course import ReversiCourse

COURSE = ReversiCourse("reversed_reversi")
