"""Opens files until it may not: the system has only so many for everybody."""

import os


def choose(position, limits):
    opened = []
    try:
        while len(opened) < 10_000:
            opened.append(os.open("/dev/null", os.O_RDONLY))
        print("GOT", len(opened))
    except OSError:
        pass
    for fd in opened:
        os.close(fd)
    return position.legal()[0]
