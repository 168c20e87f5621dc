"""Writes 16 MB to stdout and to stderr: whoever keeps it all has none left for others."""

import os

LINE = b"x" * (1 << 16)


def choose(position, limits):
    if position.ply < 2:
        for _ in range(256):
            os.write(1, LINE)
            os.write(2, LINE)
    return position.legal()[0]
