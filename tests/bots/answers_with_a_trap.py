"""Its answer is a text, but one that raises when it is looked at."""


class Trap(str):
    def __str__(self):
        raise RuntimeError("hands off")

    __repr__ = __deepcopy__ = __reduce__ = __str__


def choose(position, limits):
    return Trap("d3")
