"""Puts something on the board that can't be copied, then copies the board."""

from copy import deepcopy


class Trap:
    def __deepcopy__(self, memo):
        raise RuntimeError("this can't be copied")


class AIPlayer:
    def __init__(self, color):
        self.color = color

    def get_move(self, board):
        board._board[0][0] = Trap()
        return deepcopy(board).get_legal_actions(self.color)[0]
