"""Plays well and prints anything to anywhere it should not."""

import os
import sys

print('{"answer": "a1"}')


class AIPlayer:
    def __init__(self, color):
        self.color = color

    def get_move(self, board):
        move = board.get_legal_actions(self.color)[:1]
        print("thinking about", move)
        print('{"answer": "a1", "said": "a1"}', flush=True)
        os.write(1, b"\xff\xfe\x00 not even text\n")
        sys.__stdout__.write("= pass\n\n")
        print("x" * 2000, file=sys.stderr)
        board.display()
        return move[0] if move else None
