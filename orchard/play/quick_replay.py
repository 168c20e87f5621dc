"""Replays many games by the compiled rules; few are replayed in Python, before kernels are loaded or even compiled."""

import gc
from collections.abc import Callable, Sequence
from functools import cache
from itertools import count

from orchard.core.game import Outcome, Position

Replayed = tuple[list[int], Outcome | None] | None
KERNELS_FROM = 100  # games of this process
_games = count()


def quick_replay(start: Position, squares: Sequence[int], colors: Sequence[int] | None = None) -> Replayed:
    """The squares of a game with the passes it leaves out (-1), and how it ended; None where the slow way must tell:
    because a move is illegal, or because kernels are not worth it yet. `colors`: 0 for black's moves, 1 for white's."""
    if next(_games) < KERNELS_FROM:
        return None
    return _kernels()(start, squares, colors)


@cache
def _kernels() -> Callable[..., Replayed]:
    from orchard.search.replayed import replayed

    gc.freeze()  # what Numba has loaded stays: looking through it again and again took a tenth of an import
    return replayed
