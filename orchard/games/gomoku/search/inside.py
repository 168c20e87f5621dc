"""Positions inside a search, for training: what the engine values is mostly not what is played in games."""

# mypy: disable-error-code="no-untyped-call,no-untyped-def,misc"
from typing import Any

import numpy as np

from orchard.core.jit import inner, numba
from orchard.games.gomoku.grid import BLACK, POINTS, WALL, WHITE, square_of
from orchard.games.gomoku.search.memory import MOST_INSIDE, SearchKit

types = numba.types
uint64 = numba.uint64
MIXER = uint64(0x9E3779B97F4A7C15)


@inner(types.void(SearchKit.type, types.int64))
def note_inside(kit, color):
    """Keep the position if it is one of those asked for; not below a pass, where sides do not alternate."""
    board, work = kit.board, kit.work
    if work.inside >= MOST_INSIDE or board.stones % 2 != color:
        return
    if ((board.hash * MIXER) >> uint64(20)) % uint64(work.inside_every) == uint64(0):
        for point in range(POINTS):
            work.inside_cells[work.inside, point] = board.cells[point]
        work.inside += 1


def cells_inside(work: Any, width: int) -> Any:
    """[n, squares] uint8: the positions kept in a search, 0 empty, 1 the mover's stones, 2 the enemy's."""
    cells = work.inside_cells[: int(work.inside)]
    points = np.flatnonzero((cells != WALL).any(axis=0)) if len(cells) else np.zeros(0, np.int64)
    found = np.zeros((len(cells), width * width), np.uint8)
    squares = [square_of(int(point), width) for point in points]
    found[:, squares] = cells[:, points]
    white_moves = (found > 0).sum(axis=1) % 2 == 1
    found[white_moves] = np.array([0, WHITE, BLACK], np.uint8)[found[white_moves]]
    return found
