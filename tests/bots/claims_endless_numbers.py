"""Answers well, with numbers that have no end or are none."""

import orchard

NUMBERS = [float("nan"), float("inf"), -(2**63), 10**4000, -1e308]


def choose(position, limits):
    odd = NUMBERS[position.ply % len(NUMBERS)]
    return orchard.Choice(position.legal()[0], value=odd, nodes=odd, depth=odd)
