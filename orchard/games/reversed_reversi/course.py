"""How Reversed Reversi is trained: as Reversi is, into weights of its own."""

from orchard.games.reversi.course import ReversiCourse

COURSE = ReversiCourse("reversed_reversi")
