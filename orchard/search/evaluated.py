"""What many boards are worth by an evaluation, without looking ahead."""

# mypy: ignore-errors
import numpy as np

from orchard.core.boards import from_boards, states_of
from orchard.core.dynamics import OVER_TYPE, SCORE_TYPE, STATES
from orchard.core.evaluation import Evaluation, evaluate_type
from orchard.core.game import Game
from orchard.core.jit import kernel, numba

types = numba.types
int64 = numba.int64
VALUES = types.Array(types.int64, 1, "C")


@kernel(types.void(evaluate_type(), OVER_TYPE, SCORE_TYPE, STATES, VALUES, int64, int64, VALUES))
def _evaluate(function, over, score, states, weights, won, per_point, values):
    for n in range(states.shape[0]):
        state = states[n]
        if over(state):
            points = score(state)
            values[n] = points * per_point + (won if points > 0 else -won if points < 0 else int64(0))
        else:
            values[n] = function(state, int64(1), weights)


def evaluate_boards(boards, game: Game, evaluation: Evaluation, weights_for):
    """[n] float64, in the evaluation's unit for the side to move; a finished game is worth what a search calls it.

    `weights_for(position)` gives the weights of a search from there; where they depend on it, boards are taken one by
    one.
    """
    states, rules = states_of(boards, game), game.dynamics
    values = np.zeros(len(states), np.int64)

    def fill(first: int, last: int, weights) -> None:
        part = states[first:last], weights, evaluation.won, evaluation.per_point, values[first:last]
        _evaluate(evaluation.function, rules.over, rules.score, *part)

    if evaluation.adapt is None:
        fill(0, len(states), weights_for(game.start()))
    else:
        for n, position in enumerate(from_boards(boards, game)):
            fill(n, n + 1, weights_for(position))
    return values / evaluation.unit
