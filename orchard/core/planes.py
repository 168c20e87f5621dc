"""Many positions as planes of single squares, for learning programs."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from orchard.core.boards import boards_of
from orchard.core.errors import OptionError
from orchard.core.game import Game, Position

if TYPE_CHECKING:
    import numpy as np


def to_planes(positions: Iterable[Position] | np.ndarray[Any, Any], game: Game | None = None) -> np.ndarray[Any, Any]:
    """[positions, 2, height, width] uint8: the stones of the side to move, then those of the other.

    Row 0 is the top row, column 0 the left one: square n is row n // width, column n % width. Instead of positions it
    takes an array of boards (see `to_boards`) and their game.
    """
    import numpy as np

    boards, of = boards_of(positions, game)
    board, words = of.board, np.ascontiguousarray(boards)
    if sys.byteorder == "big":
        words = words.byteswap()
    bits = np.unpackbits(words.view(np.uint8), axis=2, count=board.size, bitorder="little")
    return bits.reshape(len(boards), 2, board.height, board.width)


def from_planes(planes: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The boards (see `to_boards`) of planes [positions, 2, height, width]: any numbers, 0 where there is no stone."""
    import numpy as np

    planes = np.asarray(planes)
    if planes.ndim != 4 or planes.shape[1] != 2:
        raise OptionError(f"planes are [positions, 2, height, width], not {list(planes.shape)}")
    packed = np.packbits(planes.reshape(len(planes), 2, -1) != 0, axis=2, bitorder="little")
    words = -(-packed.shape[2] // 8)
    padded = np.zeros((len(planes), 2, 8 * words), np.uint8)
    padded[:, :, : packed.shape[2]] = packed
    return padded.view("<u8").astype(np.uint64)
