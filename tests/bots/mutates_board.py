"""Fills the board it was given with its own discs; in the game nothing may change."""


class AIPlayer:
    def __init__(self, color):
        self.color = color

    def get_move(self, board):
        legal = board.get_legal_actions(self.color)
        for row in board._board:
            row[:] = [self.color] * 8
        board._board.append("and more")
        return legal[0] if legal else None
