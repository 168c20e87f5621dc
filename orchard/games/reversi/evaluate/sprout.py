"""The weights of six kinds of squares on the 6×6 board, as a tiny course learned them (`training/sprout.py`)."""

# mypy: ignore-errors
import json
from pathlib import Path

from orchard.core.evaluation import SIGNATURE, Evaluation
from orchard.core.jit import kernel, numba, popcount
from orchard.games.reversi.small import placement

uint64, int64 = numba.uint64, numba.int64

FILE = Path(__file__).parents[1] / "weights" / "sprout.json"
WIDTH, UNIT = 6, 100
RINGS = ("abccba", "bdeedb", "ceffec", "ceffec", "bdeedb", "abccba")  # a: corner, b: beside it, ... f: middle
KINDS = tuple(
    placement(WIDTH).spread(sum(1 << n for n, kind in enumerate("".join(RINGS)) if kind == one)) for one in "abcdef"
)
CORNER, BESIDE, EDGE, DIAGONAL, SECOND, MIDDLE = KINDS


@kernel(SIGNATURE)
def evaluate(state, side, weights):
    own, enemy = state[0], state[1]
    total = int64(0)
    for n, mask in enumerate((CORNER, BESIDE, EDGE, DIAGONAL, SECOND, MIDDLE)):
        kind = uint64(mask)
        total += weights[n] * (int64(popcount(own & kind)) - int64(popcount(enemy & kind)))
    return total


def _learned():
    """The weights of the last generation, in hundredths of a disc."""
    last = json.loads(FILE.read_text(encoding="utf-8"))["generations"][-1]
    return tuple(round(UNIT * weight) for weight in last)


EVALUATION = Evaluation(
    name="sprout",
    summary="six kinds of squares, learned from a few thousand small games",
    function=evaluate,
    weights={f"reversi:{WIDTH}": _learned()},
    unit=UNIT,
    per_point=UNIT,
    width=WIDTH,
)
