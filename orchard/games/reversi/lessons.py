"""Lessons in Reversi, from the first move to the last square. See `core/lessons.py`.

Every question has few empty squares, so that the solver proves its answers at once.
"""

from orchard.core.lessons import Lesson, choose, play, show, tap

NO_MOVE = "--OOO----X-O------XX-------XX------XX-------X------------------- X"
SAFE_CORNER = "XXXX----XO------XO------O-X-O------OOX-----XO------------------- X"
FORCE_A_PASS = "XXXXXXX-XOXOOX--XOXOXXOOXOXXOOOOXOXXOXOOOXXOXXOOO-OXOX-OOOOOOOXO O"
TAKE_A_CORNER = "-OOO-X-X--XOOO-XOXXXOOOXOXXOXOXXOXOXOXXXOOXOXXXXO-OXOX-X-OXXXXX- X"
X_SQUARE = "-OOOOO-XO-OXOO-X-XOOOOXXXXOOOXXXXXOOXOX-X--XXXOO--XXXX-O--XXXXX- X"
C_SQUARE = "X-XXO-X-XOOOOX--XOOOXXX-XOOOOXXXXOOOOOX-XXXXOOOOX-OOOO-O-OOOOO-- X"
FEW_REPLIES = "OOOO--X-OXX-OX--OOXOOX--OXOXOX--XXXXOX--XXXXOXX-XXXXXX--XXXXXXXX O"
TURN_ONE = "XXXXX-O-XXXXXX-OXXOXOXX-XXXXXXXXXXXXXO--X-XXOO----XXOO----XXXOOO O"
LONG_EDGE = "OOOOOOOO--OOOOOXOOOOXOXXOOOXOXXX-OOOXXXX-X-XXOO-X--XOO-O--OOOO-- O"
WEDGE = "-OOOOOO-X-OXXO-OXXXOXOO-XXXOXOO-XXOXXO---XOOXOO-X-OOXX---XXXXXX- O"
ODD_REGION = "OOOOOOXOXXOXXXXO-OOOOXXOOOOOOOXOXOXXXOOOXXXXOOOOX-XXXO-OX--XXX-O X"
SWINDLE = "OXXXXXX-O-XXOX-XOOOOXXXXOOOOXXXXOOXXOXXXOOXOOXXX--OXOXXXXXXXXXXX O"
LAST_FIVE = "--XXXXXXX--OOXXX-XOOOOXXOOXOOOOOOOOOOXOOOOOOXOXOOOOOOXOOXXXXXXXO O"

LESSONS = (
    Lesson(
        "turning",
        (
            show(moves="f5", rings="e5", arrows="f5-d5"),
            tap("d3 c4 f5 e6", "legal"),
            tap("f4 d6 f6", "legal", moves="f5"),
            play(1, 6),
        ),
    ),
    Lesson("passing", (show(NO_MOVE), choose(FORCE_A_PASS, "b7", "best", {"g2": "b7", "g7": "b7"}))),
    Lesson(
        "corners",
        (show(rings="a1 h1 a8 h8"), choose(TAKE_A_CORNER, "a8", "best", {"e1": "h8", "b7": "a8", "g2": "h8"})),
    ),
    Lesson(
        "x_squares", (show(rings="b2 g2 b7 g7"), choose(X_SQUARE, "h5", "best", {"g7": "h8", "b2": "c6", "g2": "h5"}))
    ),
    Lesson(
        "c_squares",
        (show(rings="b1 g1 a2 h2 a7 h7 b8 g8"), choose(C_SQUARE, "f1", "best", {"g8": "h8", "b1": "f1", "g7": "b1"})),
    ),
    Lesson(
        "mobility",
        (
            choose(
                FEW_REPLIES,
                "d2",
                "best",
                {"h6": "h7", "g5": "d2", "g3": "d2", "g2": "d2", "g4": "d2", "g7": "d2", "h7": "d2"},
            ),
            play(2, 8, "", "f5d6c3d3c4f4"),
        ),
    ),
    Lesson("quiet", (choose(TURN_ONE, "g5", "best", {"b8": "h3", "f1": "h1", "h3": "h1", "b6": "a7", "b7": "b8"}),)),
    Lesson(
        "stable",
        (
            tap("a1 b1 c1 d1 a2 a3", "stable", SAFE_CORNER),
            choose(LONG_EDGE, "h6", "best", {"b7": "h6", "c6": "h6", "c7": "h6"}),
        ),
    ),
    Lesson("wedges", (choose(WEDGE, "a6", "best", {"b2": "a1", "g7": "h7h6h8"}),)),
    Lesson("parity", (show(ODD_REGION, rings="a3"), choose(ODD_REGION, "a3", "best", {"g7": "a3", "g8": "a3"}))),
    Lesson("swindles", (choose(SWINDLE, "b2", "best", {"h1": "b2", "g2": "h1"}),)),
    Lesson("ending", (choose(LAST_FIVE, "a3", "best", {"b2": "a3", "c2": "a3"}), play(3, 10, TAKE_A_CORNER))),
)
