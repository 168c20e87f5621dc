"""The time of a class, as a function that tests replace: seconds since 1970, UTC."""

import time
from collections.abc import Callable

Clock = Callable[[], float]


def now() -> float:
    return time.time()
