"""Asks to run before everybody else."""

import contextlib
import os


def choose(position, limits):
    for policy in (os.SCHED_FIFO, os.SCHED_RR):
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, policy, os.sched_param(1))
            print("GOT", policy)
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, os.getpriority(os.PRIO_PROCESS, 0) - 1)
        print("GOT a better priority")
    return position.legal()[0]
