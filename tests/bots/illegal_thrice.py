"""Insists on an occupied square."""


class AIPlayer:
    def __init__(self, color):
        self.color = color

    def get_move(self, board):
        return "D4"
