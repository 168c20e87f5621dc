"""The evaluation for games without one: nothing is known of a position before the game is over."""

# mypy: ignore-errors
from orchard.core.evaluation import SIGNATURE, Evaluation
from orchard.core.jit import kernel, numba


@kernel(SIGNATURE)
def evaluate(state, side, weights):
    return numba.int64(0)


EVALUATION = Evaluation(
    name="blind",
    summary="nothing: a search sees only where the game ends",
    function=evaluate,
    weights={"": ()},
    won=1000,  # a won game counts more than its points
)
