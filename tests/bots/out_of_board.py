"""Counts from 1 where it should count from 0, and more."""


class AI:
    def __init__(self, chessboard_size, color, time_out):
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list = [(2, 3), (9, 9)]
