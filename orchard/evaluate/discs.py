"""The disc difference, nothing else: what a beginner looks at."""

# mypy: ignore-errors
from __future__ import annotations

from orchard.core.jit import kernel, numba, popcount
from orchard.evaluate._contract import SIGNATURE, Evaluation

int64 = numba.int64


@kernel(SIGNATURE)
def evaluate(own, enemy, side, weights):
    return weights[0] * (int64(popcount(own)) - int64(popcount(enemy)))


EVALUATION = Evaluation(
    name="discs",
    summary="the disc difference",
    function=evaluate,
    weights={"reversi": (1,), "reversed_reversi": (-1,)},
)
