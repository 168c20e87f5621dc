"""Never answers, and will not listen to polite signals."""

import signal


class AIPlayer:
    def __init__(self, color):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)

    def get_move(self, board):
        while True:
            pass
