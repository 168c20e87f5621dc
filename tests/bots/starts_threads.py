"""Starts 3,000 threads that wait."""

import threading
import time

threading.stack_size(65536)


def choose(position, limits):
    for _ in range(3000):
        threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
    time.sleep(2)
    return position.legal()[0]
