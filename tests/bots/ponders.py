"""Counts in a thread all the time, also in the opponent's turn, and says how far it has come."""

import threading
import time

counted = 0


def count():
    global counted
    while True:
        counted += 1
        time.sleep(0.002)


threading.Thread(target=count, daemon=True).start()


def choose(position, limits):
    print(f"counted {counted}", flush=True)
    return position.legal()[0]
