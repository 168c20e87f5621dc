"""What kite knows of Gomoku: the weights of profiles, for worth and for where to look.

`first_guess` is plain common sense and needs no data: the starting point of training, and what `kite:weights=guess`
plays with. The trained weights are `weights/weights.safetensors`, with how they were made in the .json beside it.
All are in thousandths of a logit.
"""

# mypy: disable-error-code="no-untyped-call,no-untyped-def,misc"
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from orchard.core.errors import OptionError
from orchard.core.files import version_of, written_whole
from orchard.core.jit import kernel, numba
from orchard.games.gomoku.evaluate import shapes
from orchard.games.gomoku.evaluate.shape_board import ShapeBoard, clear, count_of, put, weight_moving, weight_waiting
from orchard.games.gomoku.evaluate.shapes import ShapeTables
from orchard.games.gomoku.grid import point_of

types = numba.types
int64 = numba.int64
Array = np.ndarray[Any, np.dtype[Any]]
SHAPE_VALUES = (0, 1, 6, 25, 25, 120, 130, 400, 1000)  # how much a shape counts on a point, NONE to FIVE
LARGEST_WORTH = 20_000
FILE = Path(__file__).parents[1] / "weights" / "weights.safetensors"


class Weights(NamedTuple):
    """What `shapes.tables` takes."""

    worth: Array  # [2, PROFILES] of a point's profile, for the side to move and for the side that waits
    policy: Array  # [2, PROFILES] of a point's own profile and the enemy's
    standing: Array  # [STANDINGS, STANDINGS]
    stones: Array  # [PHASES]


def first_guess() -> Weights:
    """Worth and policy by adding up the shapes of a point; moving is worth a little more than waiting."""
    value = np.array([sum(SHAPE_VALUES[shape] for shape in profile) for profile in shapes.profiles()], np.int64)
    nothing = np.zeros((shapes.STANDINGS, shapes.STANDINGS), np.int64), np.zeros(shapes.PHASES, np.int64)
    return Weights(np.stack([value * 12 // 10, value]), np.stack([value * 100, value * 80]), *nothing)


def read_weights(path: Path) -> Weights:
    """Weights from a file that `write_weights` made."""
    from safetensors import SafetensorError
    from safetensors.numpy import load_file

    if not path.is_file():
        raise OptionError(f"there is no file of weights {path}")
    try:
        found = load_file(path)
        return Weights(*(found[name].astype(np.int64) for name in Weights._fields))
    except (KeyError, SafetensorError) as error:
        raise OptionError(f"{path} has no weights for Gomoku: {error}") from error


def write_weights(path: Path, found: Weights) -> None:
    from safetensors.numpy import save_file

    with written_whole(path) as partial:
        save_file({name: np.rint(values).astype(np.int32) for name, values in found._asdict().items()}, partial)


def weights(choice: str | None = None) -> Weights:
    """'trained' (the default where they are shipped), 'guess', or a file."""
    if choice == "guess" or (choice is None and not FILE.is_file()):
        return first_guess()
    path = FILE if choice in (None, "trained") else Path(choice)
    if path.suffix != ".safetensors":
        raise OptionError(f"weights={choice} is not known: trained | guess | a .safetensors file")
    return _read_once(path, version_of(path))


@lru_cache(maxsize=4)
def _read_once(path: Path, version: object) -> Weights:
    return read_weights(path)


@kernel(types.int64(ShapeBoard.type, types.int64), allocates=False)
def standing_of(board, color):
    """Which of 48 kinds a side's threats are: 0, 1 or more fours to make, whether one comes with a three, whether there
    is a double three, and 0 to 3 open threes to make. Fours and threes are counted by their points, mostly two each."""
    four = min(count_of(board, color, int64(shapes.T_FOUR)) // int64(2), int64(2))
    three = min((count_of(board, color, int64(shapes.T_THREE)) + int64(1)) // int64(2), int64(3))
    found = four * int64(2) + min(count_of(board, color, int64(shapes.T_FOUR_THREE)), int64(1))
    return (found * int64(2) + min(count_of(board, color, int64(shapes.T_DOUBLE_THREE)), int64(1))) * int64(4) + three


@kernel(types.int64(ShapeBoard.type, ShapeTables.type, types.int64), allocates=False)
def worth(board, tables, color):
    """The learned value of a quiet position for the side to move."""
    enemy = int64(1) - color
    value = weight_moving(board, color) - weight_waiting(board, enemy)
    value += tables.standing[standing_of(board, color), standing_of(board, enemy)]
    value += tables.stones[min(board.stones // shapes.STONES_A_PHASE, shapes.PHASES - 1)]
    return max(int64(-LARGEST_WORTH), min(int64(LARGEST_WORTH), value))


@kernel(
    types.void(
        ShapeBoard.type,
        ShapeTables.type,
        types.int64,
        types.Array(types.uint8, 2, "C"),
        types.Array(types.int16, 3, "C"),
        types.Array(types.int16, 2, "C"),
    )
)
def profiles_of(board, tables, width, cells, out, standings):
    """The profiles of many positions: [n, width²] cells (1 own, 2 the enemy's) to [n, 2, width²], −1 where a stone
    stands; and the standings of both sides, [n, 2]."""
    for number in range(len(cells)):
        clear(board, tables, width)
        for square in range(width * width):
            if cells[number, square]:
                point = point_of(square, width)
                put(board, tables, point, types.int64(cells[number, square]) - 1)
        for square in range(width * width):
            point = point_of(square, width)
            for side in range(2):
                empty = cells[number, square] == 0
                out[number, side, square] = types.int16(board.profiles[side, point]) if empty else types.int16(-1)
        for side in range(2):
            standings[number, side] = types.int16(standing_of(board, int64(side)))
