"""The disc difference, nothing else: what a beginner looks at."""

# mypy: ignore-errors
from orchard.core.evaluation import SIGNATURE, Evaluation
from orchard.core.jit import kernel, numba, popcount

int64 = numba.int64


@kernel(SIGNATURE)
def evaluate(state, side, weights):
    own, enemy = state[0], state[1]
    return weights[0] * (int64(popcount(own)) - int64(popcount(enemy)))


EVALUATION = Evaluation(
    name="discs",
    summary="the disc difference",
    function=evaluate,
    weights={"reversi": (1,), "reversed_reversi": (-1,)},
)
