"""A bot with a compiled function: prints how often it was compiled and how often loaded, and what it sees of caches."""

import os

from numba import njit


@njit(cache=True)
def weigh(number):
    return number * 2654435761 % 1009


def choose(position, limits):
    best = min(position.legal(), key=lambda move: weigh(move.square))
    stats = weigh.stats
    print("compiled", sum(stats.cache_misses.values()), "loaded", sum(stats.cache_hits.values()))
    seen = os.path.join(os.environ["HOME"], ".compiled")
    print("laid out", sorted(name for _, _, names in os.walk(seen) for name in names))
    try:
        with open(os.path.join(seen, "mine.nbc"), "w"):
            print("writes there")
    except OSError:
        print("writes not there")
    return best
