"""Tries to end whoever watches it, and is slow to end itself: it runs only when nothing else wants to."""

import contextlib
import os
import signal
import time


def choose(position, limits):
    if position.ply == 0:
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        with contextlib.suppress(PermissionError):
            os.kill(os.getppid(), signal.SIGKILL)
        until = time.perf_counter() + 0.2
        while time.perf_counter() < until:
            pass
    return position.legal()[0]
