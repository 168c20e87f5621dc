"""Reports the depths that a search finishes, each with its own cost."""

import time
from collections.abc import Sequence

from orchard.core.board import Move
from orchard.core.choice import DepthStat, Limits


class DepthLog:
    """For one move. A search says what it has counted in all; the log takes the differences. If nobody asked for
    progress, `wanted` is false and nothing is reported."""

    def __init__(self, limits: Limits) -> None:
        self._progress = limits.progress
        self.wanted = limits.progress is not None
        self._seconds, self._counts = time.perf_counter(), [0] * 4

    def add(
        self, depth: int, value: float | None, line: tuple[Move, ...], counts: Sequence[int], exact: bool = False
    ) -> None:
        """`counts`: nodes, cut-offs, those by the first move, by the table; what is left out at the end
        was not counted at this depth."""
        if self._progress is None:
            return
        now, totals = time.perf_counter(), [*counts, *self._counts[len(counts) :]]
        nodes, cuts, first, table = (total - before for total, before in zip(totals, self._counts, strict=True))
        took_s = now - self._seconds
        self._progress.add(DepthStat(depth, line[0], value, line, nodes, took_s, cuts, first, table, exact))
        self._seconds, self._counts = now, totals
