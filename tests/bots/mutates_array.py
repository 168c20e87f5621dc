"""Writes into the array it was given."""

import numpy as np


class AI:
    def __init__(self, chessboard_size, color, time_out):
        self.color = color
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        for row, column in np.argwhere(chessboard == 0):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)):
                r, c, run = row + down, column + right, 0
                while 0 <= r < 8 and 0 <= c < 8 and chessboard[r, c] == -self.color:
                    r, c, run = r + down, c + right, run + 1
                if run and 0 <= r < 8 and 0 <= c < 8 and chessboard[r, c] == self.color:
                    self.candidate_list.append((row, column))
        chessboard[:] = self.color
