"""Tries to end whoever watches it."""

import os
import signal
import time


def choose(position, limits):
    if position.ply == 0:
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(0.2)
    return position.legal()[0]
