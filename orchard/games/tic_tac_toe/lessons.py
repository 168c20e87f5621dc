"""Lessons in tic-tac-toe. See `core/lessons.py`."""

from orchard.core.lessons import Lesson, choose, play

LESSONS = (
    Lesson("three", (choose("", "c3", "five", moves="a1 b1 b2 c1"), choose("", "a3", "safe", moves="b2 a1 c1"))),
    Lesson("forks", (choose("", "a2 a3", "best", {"c1": "a3"}, moves="a1 b1 b2 c3"),)),
    Lesson("centre", (choose("", "b2", "best", moves="a3"), play(3, 9))),
)
