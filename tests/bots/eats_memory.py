"""Wants 8 GB."""


def choose(position, limits):
    hoard = []
    for _ in range(8 * 1024):
        hoard.append(bytearray(b"x") * (1 << 20))
    return position.legal()[0]
