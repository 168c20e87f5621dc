"""What a player may answer in a swap2 opening."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from orchard.core.board import Move


@dataclass(frozen=True, slots=True)
class Swap2Answer:
    """Stones to place, or a colour to take.

    On the empty board: three stones (black, white, black). After three: white, black, or two more stones (white,
    black). After five: white or black. A player that takes white may name its first move: then one stone is given.
    """

    stones: tuple[Move, ...] = ()
    takes: Literal["black", "white"] | None = None
