"""Discs of either side that can never be turned again."""

from typing import Any

from orchard.core.game import Position


def stable_discs(position: Position) -> int:
    """A mask of discs that are surely stable; there may be more. Nothing on boards of another width."""
    if position.game.board.width != 8:
        return 0
    from orchard.games.reversi.evaluate.stability import stable

    kernel: Any = stable
    return int(kernel(position.black, position.white)) | int(kernel(position.white, position.black))
