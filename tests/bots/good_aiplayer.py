"""A well-behaved bot with the AIPlayer contract: copies the board, looks one move ahead, takes the most discs."""

from copy import deepcopy


class AIPlayer:
    def __init__(self, color):
        self.color = color

    def get_move(self, board):
        best, best_count = None, -1
        for action in board.get_legal_actions(self.color):
            after = deepcopy(board)
            after._move(action, self.color)
            if after.count(self.color) > best_count:
                best, best_count = action, after.count(self.color)
        return best
