"""What kite knows of Gomoku: the weights of profiles, for worth and for where to look.

`first_guess` is plain common sense and needs no data: the starting point of training, and what `kite:weights=guess`
plays with. The trained weights are `weights/gomoku.safetensors`, with how they were made in the .json beside it.
All are in thousandths of a logit.
"""

# mypy: disable-error-code="no-untyped-call,no-untyped-def,misc"
from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from orchard.core.errors import OptionError
from orchard.core.jit import kernel, numba
from orchard.evaluate import lines

types = numba.types
Array = np.ndarray[Any, np.dtype[Any]]
SHAPE_VALUES = (0, 1, 6, 25, 25, 120, 130, 400, 1000)  # how much a shape counts on a point, NONE to FIVE
FILE = Path(__file__).parent / "weights" / "gomoku.safetensors"


def first_guess() -> tuple[Array, Array]:
    """Worth and policy by adding up the shapes of a point; moving is worth a little more than waiting."""
    value = np.array([sum(SHAPE_VALUES[shape] for shape in profile) for profile in lines.profiles()], np.int64)
    return np.stack([value * 12 // 10, value]), np.stack([value * 100, value * 80])


def read_weights(path: Path) -> tuple[Array, Array]:
    """Worth and policy, each [2, PROFILES] int64, from a file that `write_weights` made."""
    from safetensors.numpy import load_file

    found = load_file(path)
    return found["worth"].astype(np.int64), found["policy"].astype(np.int64)


def write_weights(path: Path, worth: Array, policy: Array) -> None:
    from safetensors.numpy import save_file

    path.parent.mkdir(parents=True, exist_ok=True)
    save_file({"worth": worth.astype(np.int32), "policy": policy.astype(np.int32)}, path)


@cache
def weights(choice: str | None = None) -> tuple[Array, Array]:
    """Worth and policy: 'trained' (the default where they are shipped) or 'guess'."""
    if choice == "guess" or (choice is None and not FILE.is_file()):
        return first_guess()
    if choice not in (None, "trained"):
        raise OptionError(f"weights={choice} is not known: trained | guess")
    return read_weights(FILE)


@kernel(
    types.void(
        lines.BOARD,
        lines.TABLES,
        types.int64,
        types.Array(types.uint8, 2, "C"),
        types.Array(types.int16, 3, "C"),
    )
)
def profiles_of(board, tables, width, cells, out):
    """The profiles of many positions: [n, width²] cells (1 own, 2 the enemy's) to [n, 2, width²], −1 where a stone
    stands."""
    for number in range(len(cells)):
        lines.clear(board, tables, width)
        for square in range(width * width):
            if cells[number, square]:
                point = (square // width + lines.BORDER) * lines.STRIDE + square % width + lines.BORDER
                lines.put(board, tables, point, types.int64(cells[number, square]) - 1)
        for square in range(width * width):
            point = (square // width + lines.BORDER) * lines.STRIDE + square % width + lines.BORDER
            for side in range(2):
                empty = cells[number, square] == 0
                out[number, side, square] = types.int16(board.profiles[side, point]) if empty else types.int16(-1)
