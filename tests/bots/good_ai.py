"""A well-behaved bot with the AI contract: the first legal square, found on the array."""

import numpy as np


class AI:
    def __init__(self, chessboard_size, color, time_out):
        assert chessboard_size == 8
        assert color in (-1, 1)
        self.size, self.color, self.time_out = chessboard_size, color, time_out
        self.candidate_list = []

    def go(self, chessboard):
        assert chessboard.shape == (8, 8)
        self.candidate_list.clear()
        for row, column in np.argwhere(chessboard == 0):
            if self.turns(chessboard, row, column):
                self.candidate_list.append((row, column))

    def turns(self, board, row, column):
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                if down == right == 0:
                    continue
                r, c, run = row + down, column + right, 0
                while 0 <= r < 8 and 0 <= c < 8 and board[r, c] == -self.color:
                    r, c, run = r + down, c + right, run + 1
                if run and 0 <= r < 8 and 0 <= c < 8 and board[r, c] == self.color:
                    return True
        return False
