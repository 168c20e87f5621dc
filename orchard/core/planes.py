"""Many positions as arrays for learning programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from orchard.core.errors import OptionError
from orchard.core.game import Position

if TYPE_CHECKING:
    import numpy as np


def to_planes(positions: Iterable[Position]) -> np.ndarray[Any, Any]:
    """[positions, 2, height, width] uint8: the stones of the side to move, then those of the other.

    Row 0 is the top row, column 0 the left one: square n is row n // width, column n % width.
    """
    import numpy as np

    some = list(positions)
    if not some:
        raise OptionError("there are no positions: planes have the size of their board")
    board = some[0].game.board
    if any(position.game.board is not board and position.game.board != board for position in some):
        raise OptionError("all positions of one call are on the same board")
    size = (board.size + 7) // 8
    masks = [mask.to_bytes(size, "little") for position in some for mask in (position.own, position.enemy)]
    bits = np.unpackbits(np.frombuffer(b"".join(masks), np.uint8).reshape(-1, size), axis=1, bitorder="little")
    return bits[:, : board.size].reshape(len(some), 2, board.height, board.width)
