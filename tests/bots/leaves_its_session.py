"""Leaves its session, and goes on counting in a thread: SIGSTOP to the group it was started in does not reach it."""

import contextlib
import os
import threading
import time

counted = 0


def count():
    global counted
    while True:
        counted += 1
        time.sleep(0.002)


with contextlib.suppress(PermissionError):  # who leads a group already can't leave it that way
    os.setsid()
threading.Thread(target=count, daemon=True).start()


def choose(position, limits):
    print(f"counted {counted}", flush=True)
    return position.legal()[0]
