"""Speaks to the terminal of its reader: in its output, in a note, in an answer, and in the exception it ends by."""

import sys

import orchard

EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202e\x00\r"
asked = 0


def choose(position, limits):
    global asked
    asked += 1
    print(EVIL)
    print(EVIL, file=sys.stderr)
    if asked == 1:
        return orchard.Choice(position.legal()[0], note=EVIL + "\ud800")
    if asked == 2:
        return EVIL
    raise RuntimeError(EVIL)
