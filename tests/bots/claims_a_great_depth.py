"""Answers well, with numbers and words that a database can't keep."""

import orchard


def choose(position, limits):
    return orchard.Choice(position.legal()[0], value=2.0**52, nodes=2**52, depth=2**40, note="\x00\ud800")
