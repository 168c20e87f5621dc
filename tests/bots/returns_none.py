"""Forgets to return its move."""


class AIPlayer:
    def __init__(self, color):
        self.color = color

    def get_move(self, board):
        board.get_legal_actions(self.color)[0]
