"""Answers well, but a moment after its 0.4 seconds are over."""

import time


class AIPlayer:
    def __init__(self, color):
        self.color = color

    def get_move(self, board):
        time.sleep(0.55)
        return board.get_legal_actions(self.color)[0]
