"""Uses more processor time than it was given."""


def choose(position, limits):
    while True:
        pass
