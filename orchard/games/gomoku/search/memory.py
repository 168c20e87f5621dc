"""What one thread that searches Gomoku works in."""

# mypy: ignore-errors
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from orchard.core.jit import numba
from orchard.games.gomoku.evaluate.shapes import POINTS
from orchard.games.gomoku.search.threats import MAX_LINE, THREATS_MEMORY, Threats, new_threats

types = numba.types

MAX_PLY = 128
NODES, NODE_LIMIT, ABORTED, VCF_NODES, DEEPEST, EXCLUDED = 0, 1, 2, 3, 4, 5  # words of `control`
CUTS, FIRST_CUTS = 6, 7  # more of them, for people to look at; see core/choice.py
OVERLOOKS = 8  # one more: whether points are unseen on this move, so that no loss is proved by trying what is seen


class Memory(NamedTuple):
    """Scratch of one searching thread; the transposition table may be shared."""

    keys: np.ndarray  # [slots] uint64, each xored with its data so that a torn write is not believed
    data: np.ndarray  # [slots] uint64: value 16, depth 8, bound 2, move 16 bits
    history: np.ndarray  # [2, POINTS] int64
    killers: np.ndarray  # [MAX_PLY + 2] int64
    moves: np.ndarray  # [MAX_PLY, MAX_LINE] int16
    scores: np.ndarray  # [MAX_PLY, MAX_LINE] int64
    passed: np.ndarray  # [MAX_PLY + 2] uint8 whether the move before this ply was a pass
    line: np.ndarray  # [MAX_PLY + 1, MAX_PLY + 1] int16 best line from each ply
    length: np.ndarray  # [MAX_PLY + 1] int64
    root: np.ndarray  # [4, POINTS] int64 for each move at the root: value, bound (0: not searched), excluded, nodes
    unseen: np.ndarray  # [POINTS] uint8: 1 where a weak level overlooks the point
    control: np.ndarray  # [9] int64
    threats: Threats


def new_memory(table_bits: int = 20, shared: Memory | None = None) -> Memory:
    """Memory for one thread; with `shared`, on that memory's table."""
    slots = 1 << table_bits
    return Memory(
        np.zeros(slots, np.uint64) if shared is None else shared.keys,
        np.zeros(slots, np.uint64) if shared is None else shared.data,
        np.zeros((2, POINTS), np.int64),
        np.zeros(MAX_PLY + 2, np.int64),
        np.zeros((MAX_PLY, MAX_LINE), np.int16),
        np.zeros((MAX_PLY, MAX_LINE), np.int64),
        np.zeros(MAX_PLY + 2, np.uint8),
        np.zeros((MAX_PLY + 1, MAX_PLY + 1), np.int16),
        np.zeros(MAX_PLY + 1, np.int64),
        np.zeros((4, POINTS), np.int64),
        np.zeros(POINTS, np.uint8),
        np.zeros(9, np.int64),
        new_threats(16, vct=False),
    )


MEMORY = types.NamedTuple(
    (
        types.Array(types.uint64, 1, "C"),
        types.Array(types.uint64, 1, "C"),
        types.Array(types.int64, 2, "C"),
        types.Array(types.int64, 1, "C"),
        types.Array(types.int16, 2, "C"),
        types.Array(types.int64, 2, "C"),
        types.Array(types.uint8, 1, "C"),
        types.Array(types.int16, 2, "C"),
        types.Array(types.int64, 1, "C"),
        types.Array(types.int64, 2, "C"),
        types.Array(types.uint8, 1, "C"),
        types.Array(types.int64, 1, "C"),
        THREATS_MEMORY,
    ),
    Memory,
)
