"""Lessons in Connect Four. See `core/lessons.py`."""

from orchard.core.lessons import Lesson, choose, play, show

THREE_IN_A_ROW = "b1 b2 c1 c2 d1 d2"
THEIR_THREE = "b1 a1 c1 c2 d1"
TWO_ON_THE_FLOOR = "d1 d2 e1 d3"
UNDER_A_THREAT = "d1 e1 g1 a1 b1 d2 g2 e2 a2 b2 b3 d3"

LESSONS = (
    Lesson(
        "four",
        (
            show(moves="d1 a1 d2 a2 d3 a3 d4"),
            choose("", "a1 e1", "five", moves=THREE_IN_A_ROW),
            choose("", "e1", "safe", moves=THEIR_THREE),
        ),
    ),
    Lesson("forks", (choose("", "c1 f1", "wins", moves=TWO_ON_THE_FLOOR, plies=3), play(2, 8))),
    Lesson("below", (choose("", "a3 b4 d4 e3 f1 g3", "safe", {"c1": "c2"}, moves=UNDER_A_THREAT),)),
)
