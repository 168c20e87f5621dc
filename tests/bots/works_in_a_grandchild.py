"""Counts in a process that has left its parents and their session, also in the opponent's turn."""

import mmap
import os
import time

shared = mmap.mmap(-1, 8)

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        while True:
            shared[:] = (int.from_bytes(shared[:], "little") + 1).to_bytes(8, "little")
            time.sleep(0.002)
    os._exit(0)
os.wait()


def choose(position, limits):
    print(f"counted {int.from_bytes(shared[:], 'little')}", flush=True)
    return position.legal()[0]
