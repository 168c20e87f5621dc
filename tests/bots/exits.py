"""Leaves without a word in its second move."""

import os

asked = 0


def choose(position, limits):
    global asked
    asked += 1
    if asked == 2:
        os._exit(0)
    return position.legal()[0]
