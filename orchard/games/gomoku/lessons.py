"""Lessons in Gomoku: rows, threats, and how to meet them. See `core/lessons.py`."""

from orchard.core.lessons import Lesson, choose, play, show
from orchard.games.gomoku.rules import GAME


def stones(black: str, white: str, to_move: str = "X") -> str:
    """A board text with these stones."""
    board = ["-"] * GAME.board.size
    for names, stone in ((black, "X"), (white, "O")):
        for name in names.split():
            board[GAME.board.move(name).square] = stone
    return f"{''.join(board)} {to_move}"


FOUR_OF_FIVE = stones("f10 g9 h8 i7", "e11 h9 i9 h10")
THEIR_FOUR = stones("e8 g7 h9 i10", "f8 g8 h8 i8")
OPEN_FOUR = stones("g8 h8 i8 j8", "g9 i10 h7", "O")
OPEN_THREE = stones("g8 h8 i8", "g9 i10 h7")
GAP_OF_FIVE = stones("g8 h8 j8 k8", "f8 l8 i9 h10")
GAP_OF_FOUR = stones("g8 h8 j8", "h9 i10 i6")
THEIR_THREE = stones("g8 h8 i8", "g9 h6", "O")
THEIR_SPLIT = stones("g8 h8 j8", "h9 i6", "O")
BOTH_THREE = stones("g8 h8 i8", "g5 h5 i5")
FOUR_FIRST = stones("g8 h8 i8 k5", "g5 h5 i5 j5")
FOUR_AND_THREE = stones("f8 g8 h8 i9 i10", "e8 g9 h10 k10 g6")
TWO_THREES = stones("g8 h8 i9 i10", "f10 g6 k7 h12")
BY_FOURS = stones("g9 h9 i9 h8 i8 h7", "g8 g7 i7 g6 h6", "O")
BY_FOURS_AGAIN = stones("i10 i9 j9 k9 h8 i8 j8", "h10 j10 g9 h9 g8 h7 i7")
ONE_DEFENCE = stones("h10 i10 h9 i9 j9 h8 i8 g7", "j10 g9 f8 g8 j8 h7 i7", "O")
TWO_DEFENCES = stones("g9 h9 h8 i8 g7 h6 j5", "g8 h7 i7 j7 i6 j6 i5")
SWAP2 = "h8 i8 j10"

LESSONS = (
    Lesson(
        "five",
        (
            show(moves="h8 h9 i8 i9 j8 j9 k8 k9 l8"),
            choose(FOUR_OF_FIVE, "j6", "five"),
            choose(THEIR_FOUR, "j8", "holds"),
        ),
    ),
    Lesson("open_four", (show(OPEN_FOUR, rings="f8 k8"), choose(OPEN_THREE, "f8 j8", "open_four"))),
    Lesson(
        "gaps", (choose(GAP_OF_FIVE, "i8", "five"), choose(GAP_OF_FOUR, "i8", "open_four", {"f8": "i8", "k8": "i8"}))
    ),
    Lesson(
        "open_three",
        (
            show(THEIR_THREE, rings="f8 j8"),
            choose(THEIR_THREE, "f8 j8", "holds"),
            choose(THEIR_SPLIT, "f8 i8 k8", "holds"),
        ),
    ),
    Lesson("tempo", (choose(BOTH_THREE, "f8 j8", "open_four"), choose(FOUR_FIRST, "f5", "holds", {"j8": "f5"}))),
    Lesson("four_three", (choose(FOUR_AND_THREE, "i8", "fastest"), show(FOUR_AND_THREE, "i8 j8 i7", rings="i6 i11"))),
    Lesson("two_threes", (choose(TWO_THREES, "i8", "fastest"),)),
    Lesson(
        "fours",
        (
            choose(BY_FOURS, "g5", "fastest"),
            choose(BY_FOURS, "f4 j8", "open_four", moves="g5 g4"),
            choose(BY_FOURS_AGAIN, "k8", "fastest"),
        ),
    ),
    Lesson("defending", (choose(TWO_DEFENCES, "l8 k7", "holds"), choose(ONE_DEFENCE, "h11", "holds"), play(2, 8))),
    Lesson("swap2", (show(moves=SWAP2), show(moves=SWAP2 + " g7 k9"), play(2, 6, moves=SWAP2))),
)
