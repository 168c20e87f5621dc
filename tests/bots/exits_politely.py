"""Calls sys.exit instead of answering."""

import sys


def choose(position, limits):
    sys.exit("I give up")
