"""Minimax from its definition, on the slow referee's board: no code of Orchard in it."""

from __future__ import annotations

import copy
from collections.abc import Callable

from tests.slow_referee import SlowReversi


def slow_minimax(board: SlowReversi, depth: int, leaf: Callable[[SlowReversi], int], end: Callable[[SlowReversi], int]):
    """(value for the side to move, positions visited); `leaf` and `end` judge for the side to move."""
    moves = board.moves(board.side)
    if not moves and not board.moves(board.enemy):
        return end(board), 1
    if depth == 0:
        return leaf(board), 1
    best, visited = -(10**9), 1
    for move in moves or [None]:
        child = copy.deepcopy(board)
        child.play(move)
        value, nodes = slow_minimax(child, depth - 1, leaf, end)
        best, visited = max(best, -value), visited + nodes
    return best, visited
