"""What a player is given besides the position (Limits), and what it gives back (Choice)."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, Literal

from orchard.core.board import Move
from orchard.core.errors import OptionError
from orchard.core.plain import plain

if TYPE_CHECKING:
    import numpy as np


class Stop:
    """A flag that anyone may raise to end a search early. Kernels read the same byte, so they see it at once."""

    def __init__(self) -> None:
        self._byte = bytearray(1)

    def set(self) -> None:
        self._byte[0] = 1

    def clear(self) -> None:
        self._byte[0] = 0

    def is_set(self) -> bool:
        return self._byte[0] != 0

    @property
    def flag(self) -> np.ndarray[Any, Any]:
        """The byte as an array that kernels can watch: [1] uint8."""
        import numpy as np

        return np.frombuffer(self._byte, dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class DepthStat:
    """What one depth of a search that deepens found and cost; the counts are of this depth alone.

    Values and lines are from the view of the side to move. A cut-off leaves a position before all its moves were
    searched; a player that does not count them says 0.
    """

    depth: int
    move: Move
    value: float | None
    line: tuple[Move, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    cuts: int = 0  # because one move was already too good for the opponent to allow
    first_cuts: int = 0  # of these, by the first move tried
    table_cuts: int = 0  # because the position was met before
    exact: bool = False  # searched to the end of the game

    def as_json(self) -> dict[str, Any]:
        return {**plain(self), "seconds": round(self.seconds, 6)}


class Progress:
    """The depths that a search has finished so far; `listener` gets each at once, from the searching thread."""

    def __init__(self, listener: Callable[[DepthStat], None] | None = None) -> None:
        self.depths: list[DepthStat] = []
        self.listener = listener

    def add(self, stat: DepthStat) -> None:
        self.depths.append(stat)
        if self.listener is not None:
            self.listener(stat)


MOST_THREADS = 1024
LIMITS: tuple[tuple[str, type, float], ...] = (
    ("seconds", Real, 0),
    ("nodes", Integral, 1),
    ("playouts", Integral, 1),
    ("depth", Integral, 1),
    ("seed", Integral, -math.inf),
    ("threads", Integral, 1),
)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a player may think. What is left None is the player's own choice.

    `nodes` and `playouts` both bound the work, in the unit the player counts in: positions visited for
    alpha-beta, playouts for tree search. With a bound on work, one thread and the same seed, the same choice
    comes back with the same counts.
    """

    seconds: float | None = None
    nodes: int | None = None
    playouts: int | None = None
    depth: int | None = None
    seed: int = 0
    threads: int = 1
    order: tuple[str, ...] = ()  # moves that a search by plies tries first at the root, in this order
    book: bool = True  # whether a player may answer from its opening book; those who want to see a search say no
    stop: Stop = field(default_factory=Stop, compare=False, repr=False)
    progress: Progress | None = field(default=None, compare=False, repr=False)  # if given, gets each depth

    def __post_init__(self) -> None:
        for name, kind, low in LIMITS:
            value = getattr(self, name)
            if value is None and name not in ("seed", "threads"):
                continue
            if not isinstance(value, kind):
                raise OptionError(f"limit {name}={value!r} is not a {'number' if kind is Real else 'whole number'}")
            if not value >= low:  # type: ignore[operator]
                raise OptionError(f"limit {name}={value!r} is out of range: at least {low}")
        if self.threads > MOST_THREADS:
            raise OptionError(f"limit threads={self.threads} is out of range: at most {MOST_THREADS}")

    @property
    def work(self) -> int | None:
        """The bound on work, whichever way it was given."""
        return self.playouts if self.playouts is not None else self.nodes


@dataclass(frozen=True, slots=True)
class MoveStat:
    """What the search knows about one legal move, from the view of the side that would play it."""

    move: Move
    value: float | None = None
    visits: int = 0
    prior: float | None = None
    bound: Literal["exact", "lower", "upper"] | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A player's answer. `value` and `line` are from the view of the side to move."""

    move: Move
    value: float | None = None
    line: tuple[Move, ...] = ()
    moves: tuple[MoveStat, ...] = ()
    nodes: int = 0
    depth: int = 0
    seconds: float = 0.0
    note: str = ""
    depths: tuple[DepthStat, ...] = ()  # where the limits had a `progress` and the player reports its depths

    def as_json(self) -> dict[str, Any]:
        answer = {**plain(self), "seconds": round(self.seconds, 6)}
        for long in ("moves", "depths"):  # they come last
            answer[long] = answer.pop(long)
        return answer


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
