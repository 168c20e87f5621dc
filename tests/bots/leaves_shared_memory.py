"""Leaves memory, semaphores and queues behind that belong to no process."""

import ctypes
import os
from multiprocessing import resource_tracker, shared_memory

libc = ctypes.CDLL(None, use_errno=True)


def choose(position, limits):
    if os.path.exists("/dev/shm/orchard-left-by-a-bot"):
        if position.ply < 2:
            print("GOT what it had left")
    else:
        left = shared_memory.SharedMemory("orchard-left-by-a-bot", create=True, size=4096)
        resource_tracker.unregister(left._name, "shared_memory")
    libc.semget(0x0BC4A2D, 1, 0o1666)
    libc.msgget(0x0BC4A2D, 0o1666)
    return position.legal()[0]
