"""How fast a machine is: recorded with every game, so that games of slower machines can be told apart."""

import time

WORK = 60_000
REFERENCE_S = 0.0089  # of processor time for WORK, measured on one core of an AMD EPYC server with Python 3.11
RUNS = 5


def speed() -> float:
    """Of one core; 1 is the server on which REFERENCE_S was measured. The best of a few
    short runs: others may use the machine, too."""
    return REFERENCE_S / min(_run() for _ in range(RUNS))


def _run() -> float:
    """What bots do most: integers, lists and calls in plain Python."""
    start = time.process_time()
    table = [0] * 64
    word = 1
    for _ in range(WORK):
        word = (word * 1103515245 + 12345) & 0x7FFFFFFF
        table[word & 63] += word >> 7
    return max(1e-6, time.process_time() - start)
