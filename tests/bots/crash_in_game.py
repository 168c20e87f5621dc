"""Plays two moves and then divides by zero: only a bot that was asked before can crash like this."""

import sys


class AI:
    def __init__(self, chessboard_size, color, time_out):
        self.color = color
        self.candidate_list = []
        self.asked = 0

    def go(self, chessboard):
        self.asked += 1
        print("asked", self.asked, "times", file=sys.stderr)
        self.candidate_list = [first_legal(chessboard, self.color)]
        if self.asked == 3:
            self.candidate_list = [1 / (self.asked - 3)]


def first_legal(board, color):
    for row in range(8):
        for column in range(8):
            if board[row, column] == 0 and any(
                turns(board, color, row, column, down, right) for down in (-1, 0, 1) for right in (-1, 0, 1)
            ):
                return row, column
    return None


def turns(board, color, row, column, down, right):
    run, row, column = 0, row + down, column + right
    while (down or right) and 0 <= row < 8 and 0 <= column < 8 and board[row, column] == -color:
        run, row, column = run + 1, row + down, column + right
    return run > 0 and 0 <= row < 8 and 0 <= column < 8 and board[row, column] == color
