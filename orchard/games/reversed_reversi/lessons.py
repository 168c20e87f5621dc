"""Lessons in Reversed Reversi: what is good in Reversi, and hurts here. See `core/lessons.py`."""

from orchard.core.lessons import Lesson, choose, play, show

FEWEST = "-XXXXXX-XXXOXXOOOXOOOXOOOXXOOOXOOXXXOXOOOOXOXO-OOOXXXXXX-OXOOOX- O"
LEAVE_THE_CORNER = "-OOOOO--O-XXO-O--OXOXXXOXXOXXOXOXXXOXOXO-XXXXXXO--XXXXXO-XXXXXX- X"
X_SQUARE = "-XXXXXX-X-XOOXXXXXOXXXXXXXXXOOXXXOXXOXOXXOOOOOOO--OXX----XXXXX-- O"
ONLY_CORNERS = "-XXXOOO-XXXOOXXO-XOXOXXOOOXOXOXOOOOXOXOOX-OOXOOO--OOOOOO-OOOOOO- X"
FEED = "--X-XXX----XOXXXOOOOXXXXOOXOOXXXOOOXOXXXXXOXOXXXOOOOOXX--OOOOX-- O"
TURN_ONE = "-XXXXXX-OOXXOO--OOXOOO--OXOXXO-XOOXXXOXXOXOOOXOXXXXXXXXX-OXXXXX- O"
FEW_REPLIES = "-XXXXXX---XXXXXX--OXXXXX--OXOXXX--OXXXXX-OOXXXOX-OOOOOOO-OXOOOO- X"
OWN_PASS = "OOOOOOO-XOXXXXXXXXOXXXXXXXOOOXXXXXOOOXXXXXOOOX-XXXXXO-XX-XXO---- X"
ENEMY_PASS = "-OOOO---XXXXXXXOXOOOXXXOXOOXXXOOXOOXXXXOXOXOOXXOXXOXOOXOXOOOOOO- O"
LAST_FIVE = "-OOOOOO-OXXXXXO-OOXOXXXXOXXOOXOXOXOOXXXXOOOXXXXXOOOOOXXX-XXXXXX- O"

LESSONS = (
    Lesson("aim", (show(moves="f5", rings="e5"), choose(FEWEST, "g6", "best", {"h8": "g6", "a1": "g6"}), play(1, 6))),
    Lesson(
        "corners",
        (
            show(rings="a1 h1 a8 h8"),
            choose(LEAVE_THE_CORNER, "f2", "best", {"h1": "b2", "g1": "b2", "b2": "f2", "a3": "b2"}),
        ),
    ),
    Lesson("x_squares", (show(rings="b2 g2 b7 g7"), choose(X_SQUARE, "b2", "best", {"h1": "b2", "f7": "b2"}))),
    Lesson("forcing_corners", (choose(ONLY_CORNERS, "a3", "best", {"h1": "a3", "b6": "a3", "b7": "a3", "h8": "a7"}),)),
    Lesson("feeding", (choose(FEED, "d1", "best", {"h8": "d1", "h1": "c2", "c2": "d1", "h7": "d1", "g8": "d1"}),)),
    Lesson("few_discs", (choose(TURN_ONE, "g4", "best", {"h8": "g4", "a8": "g4"}),)),
    Lesson(
        "mobility",
        (
            choose(
                FEW_REPLIES,
                "b2",
                "best",
                {"h8": "h1", "a8": "b5", "b3": "b4", "b4": "b2", "b5": "b3", "a6": "a8", "a7": "b4"},
            ),
            play(2, 8, "", "f5d6c3d3c4f4"),
        ),
    ),
    Lesson(
        "passing",
        (
            choose(OWN_PASS, "e8", "best", {"f7": "e8", "f8": "h1"}),
            show(OWN_PASS, "e8 a8"),
            choose(ENEMY_PASS, "a1", "best", {"h8": "pass", "f1": "g1", "g1": "f1"}),
        ),
    ),
    Lesson("ending", (choose(LAST_FIVE, "h2", "best", {"a1": "h1", "h8": "h1"}), play(3, 10, ONLY_CORNERS))),
)
